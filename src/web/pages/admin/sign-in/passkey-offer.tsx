import { useEffect, useRef } from "react";
import type { AuthenticationResponse } from "#contract/second-factor.ts";
import { securityApi } from "../../../security-api.ts";
import { canOfferPasskeys, offerPasskeys, stopOffer } from "../passkeys/passkey.ts";

/** What the server has asked holds for five minutes; it is asked anew before. */
const freshFor = 4 * 60_000;

/**
 * Has the browser offer passkeys in the field of the address for as long as this stands in the page. Where it cannot, nothing is said:
 * there is a button, too.
 */
export function PasskeyOffer({ onChosen }: { onChosen: (response: AuthenticationResponse) => void }) {
  const chosen = useRef(onChosen);
  useEffect(() => {
    chosen.current = onChosen;
  });

  useEffect(() => {
    let isOver = false;
    let since = 0;
    async function offer() {
      since = Date.now();
      if (!(await canOfferPasskeys())) return;
      const request = await securityApi.passkeyRequest();
      if (isOver) return;
      const response = await offerPasskeys(request);
      if (response !== undefined && !isOver) chosen.current(response);
    }
    const quietly = () => void offer().catch(() => undefined);
    // A tab that comes to the front again after a while.
    const renew = () => {
      if (!document.hidden && Date.now() - since > freshFor) quietly();
    };
    quietly();
    document.addEventListener("visibilitychange", renew);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", renew);
      void stopOffer().catch(() => undefined);
    };
  }, []);

  return null;
}
