import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AuditEvent } from "#domain/audit.ts";
import { day, hour } from "#domain/time/durations.ts";
import { createAudit } from "../audit/audit.ts";
import { ConfigError } from "../lib/errors.ts";
import type { Store } from "../open-store.ts";
import type { Signing } from "../signing/signing.ts";
import type { MadeBackup, Progress } from "../backup/make-backup.ts";

/** The operator's summary of a new backup. */
export function describeBackup({ name, bytes, inquiries, signer, pruned }: MadeBackup, folder: string): string {
  const lines = [
    `Made and checked: ${join(folder, name)} (${size(bytes)}, ${counted(inquiries, "inquiry", "inquiries")})`,
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

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

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

/**
 * Asks on the terminal, one line for each answer: as an argument it would be visible in the shell's history and `ps`.
 * `ask` throws a ConfigError at the end of the input.
 */
export function openAsking(): { ask: (question: string) => Promise<string>; close: () => void } {
  let terminal: ReturnType<typeof createInterface> | undefined;
  let lines: AsyncIterator<string> | undefined;
  let isEnded = false;

  return {
    async ask(question) {
      terminal ??= createInterface({ input: process.stdin, output: process.stdout }).once(
        "close",
        () => (isEnded = true),
      );
      // Use one iterator for all questions: with several, lines that arrive together would be lost.
      lines ??= terminal[Symbol.asyncIterator]();
      // Answers that were piped may all have come, and a closed terminal takes no prompt.
      if (isEnded) process.stdout.write(question);
      else {
        terminal.setPrompt(question);
        terminal.prompt();
      }
      const { value, done } = await lines.next();
      if (done !== true) return value.trim();
      console.log("");
      throw new ConfigError(
        "The input ended before this was answered, and nothing was changed. Run the command in a terminal, or send " +
          "the answer to its standard input.",
      );
    },
    close: () => terminal?.close(),
  };
}
