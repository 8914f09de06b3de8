import type { Site } from "#contract/site.ts";
import type { Audit } from "#server/audit/audit.ts";
import type { Signing } from "#server/signing/signing.ts";
import type { Store } from "#server/open-store.ts";
import { createOneTimeCodes } from "./one-time-codes.ts";
import { createPasskeys } from "./passkeys.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { createRelyingParty } from "./relying-party.ts";
import type { Encryption } from "#server/signing/encryption.ts";
import { createSecondFactor } from "./second-factor.ts";
import { createSecondStep } from "./second-step.ts";
import type { Sessions } from "../sessions.ts";
import { createSingleUseTokens } from "../single-use-tokens.ts";

/**
 * Wires the services of the second factor. `origin` is where the site listens, unless `start` of the relying party sets
 * another.
 */
export function createFactors(deps: {
  store: Store;
  signing: Signing;
  audit: Pick<Audit, "record">;
  encryption: Encryption;
  site: Site;
  publicUrl: URL | undefined;
  origin: string;
  sessions: Pick<Sessions, "endOthers">;
  isRequired: () => Promise<boolean>;
  now: () => number;
}) {
  const { store, signing, encryption, now } = deps;
  const siteName = deps.site.brands.home.name;
  const tickets = createSingleUseTokens({ mac: (text) => signing.mac(text), store: store.usedTickets, now });
  const relyingParty = createRelyingParty({ publicUrl: deps.publicUrl, origin: deps.origin });
  const party = (hostname?: string) => relyingParty.party(hostname);
  const passkeys = createPasskeys({ store: store.passkeys, tickets, party, siteName, now });
  const secondFactor = createSecondFactor({
    store: store.secondFactors,
    audit: deps.audit,
    codes: createOneTimeCodes({ store: store.secondFactors, encryption, issuer: siteName, now }),
    recoveryCodes: createRecoveryCodes({ store: store.secondFactors }),
    passkeys,
    sessions: deps.sessions,
    party,
    isRequired: deps.isRequired,
  });
  const secondStep = createSecondStep({ members: store.members, tickets, secondFactor });
  return { relyingParty, passkeys, secondFactor, secondStep, purge: () => tickets.purge() };
}
