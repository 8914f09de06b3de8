import type { Audit } from "./audit.ts";

/** An audit log that drops its entries, for services whose tests do not read it. */
export const noAudit: Pick<Audit, "record"> = { record: () => Promise.resolve() };
