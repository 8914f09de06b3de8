import type { Audit } from "#server/audit/audit.ts";
import type { Store } from "#server/open-store.ts";
import type { Signing } from "#server/signing/signing.ts";
import { createMemberRoll } from "./member-roll.ts";
import { createOwners } from "./owners.ts";

/** Starts verifying the members in the store, which everything that reads them needs first. */
export async function createMembers({
  store,
  signing,
  audit,
  now,
}: {
  store: Store;
  signing: Signing;
  audit: Audit;
  now: () => number;
}) {
  const memberRoll = createMemberRoll({ store: store.memberRoll, signing, audit, now });
  // A shared database may already be signed by others: a new folder beside it proves nothing.
  const isOwnFolder = store.engine === "sqlite" || store.wasUpgraded || (await signing.lastList.read()) !== null;
  await memberRoll.begin(isOwnFolder);
  return { memberRoll, owners: createOwners({ members: store.members }) };
}
