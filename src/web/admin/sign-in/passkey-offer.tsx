import { useEffect, useRef } from "react";
import type { AuthenticationResponse } from "#contract/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { canOfferPasskeys, offerPasskeys, stopOffer } from "../security/passkey.ts";
import { minute } from "#domain/time/durations.ts";

/** The server's challenge is valid for five minutes; a new one is requested before. */
const freshFor = 4 * minute;

/** Offers passkeys in the address field while mounted. No error if the browser cannot: there is a button too. */
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
    // A tab that comes back to the foreground after a while.
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
