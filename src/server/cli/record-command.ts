import type { AuditEvent } from "#domain/audit.ts";
import { createAudit } from "../audit/audit.ts";
import { openSigning } from "../signing/create-signing.ts";
import type { Store } from "../open-store.ts";

/** Writes a command's entry into the audit log. @throws ConfigError if the signing key is missing */
export async function audited(
  store: Store,
  place: { dataDir: string; keyFile: string | undefined },
  event: Pick<AuditEvent, "kind" | "about">,
): Promise<void> {
  const audit = createAudit({ store: store.audit, signing: await openSigning(place), now: Date.now });
  await audit.record({ ...event, by: null });
  await audit.settled();
}
