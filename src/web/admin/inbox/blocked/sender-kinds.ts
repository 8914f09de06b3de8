import { teamCopy } from "#copy/current.ts";
import { listed } from "#copy/locale/intl.ts";
import type { SenderKind } from "#domain/inquiries/blocked-sender.ts";

/** Returns a text such as `phone number and email address`. */
export function kindNames(kinds: readonly SenderKind[]): string {
  return listed(kinds.map((kind) => teamCopy.inbox.blocked.kinds[kind]));
}
