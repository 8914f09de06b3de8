import { join } from "node:path";
import type { AuditEvent } from "#domain/audit.ts";
import { fileSize } from "#domain/file-size.ts";
import { day, hour } from "#domain/time/durations.ts";
import { createAudit } from "../audit/audit.ts";
import type { Store } from "../open-store.ts";
import type { Signing } from "../signing/signing.ts";
import type { MadeBackup } from "../backup/make-backup.ts";
import type { Progress } from "../backup/progress.ts";

/** The operator's summary of a new backup. */
export function describeBackup({ name, bytes, inquiries, signer, pruned }: MadeBackup, folder: string): string {
  const lines = [
    `Made and checked: ${join(folder, name)} (${fileSize(bytes)}, ${counted(inquiries, "inquiry", "inquiries")})`,
    `Signed with the key ${signer}: a restore on another machine asks for this fingerprint.`,
  ];
  if (pruned.length > 0)
    lines.push(`Deleted, because their time is over or there are newer ones: ${pruned.join(", ")}`);
  return lines.join("\n");
}

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Shows progress on one line of a terminal; prints nothing elsewhere. */
export function showProgress(out: { isTTY?: boolean; write(text: string): unknown }): {
  progress: Progress;
  end: () => void;
} {
  let shown = "";
  const show = (line: string) => {
    if (out.isTTY !== true || line === shown) return;
    out.write(`\r${line.padEnd(shown.length)}`);
    shown = line;
  };
  return {
    progress: (step, done, total) =>
      show(done === undefined || !total ? `${step} ...` : `${step}: ${Math.floor((100 * done) / total)} %`),
    end: () => (shown === "" ? undefined : out.write("\n")),
  };
}

/** The age in whole days, or in hours for the first two days. */
export function ageOf(at: number, now: number): string {
  if (at > now) return "in the future, by the clock of this machine";
  const hours = Math.floor((now - at) / hour);
  return hours < 48 ? `${counted(hours, "hour", "hours")} ago` : `${Math.floor((now - at) / day)} days ago`;
}

/** Writes a command's entry into the audit log. */
export async function audited(
  { store, signing }: { store: Store; signing: Signing },
  event: Pick<AuditEvent, "kind" | "about">,
): Promise<void> {
  const audit = createAudit({ store: store.audit, signing, now: Date.now });
  await audit.record({ ...event, by: null });
  await audit.settled();
}
