import { useEffect, useState } from "react";
import type { LegalFacts } from "#contract/settings.ts";
import type { Particulars } from "#contract/site/site.ts";
import { api } from "#web/api/api-client.ts";

/** What was loaded last: after a step back, the page is as long as it was. */
let loaded: LegalFacts | undefined;

/**
 * What a page states of the site and the owner's settings. Only that page's document contains it (`known`); after a
 * client-side navigation it is requested.
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
