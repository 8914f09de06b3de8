import { useEffect, useState } from "react";
import type { LegalFacts } from "#contract/settings.ts";
import type { Particulars } from "#contract/site/site.ts";
import { api } from "#web/api/api-client.ts";

/** Facts that were loaded last: after a step back, the page is as long as it was. */
let loaded: LegalFacts | undefined;

/**
 * Returns the facts of the site and the owner's settings that a page states. Only that page's document contains them
 * (`known`); after a client-side navigation they are requested.
 */
export function useLegalFacts<Facts extends Particulars>(
  known: Facts | undefined,
): { facts: Facts | LegalFacts | undefined; failed: boolean } {
  const [facts, setFacts] = useState<Facts | LegalFacts | undefined>(known ?? loaded);
  const [failed, setFailed] = useState(false);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (isKnown) return;
    const show = (found: LegalFacts) => setFacts((loaded = found));
    api.privacy().then(show, (error: unknown) => {
      console.error("What the page states could not be loaded.", error);
      setFailed(true);
    });
  }, [isKnown]);
  return { facts, failed };
}
