import { join } from "node:path";
import type { MadeBackup, Tell } from "./make-backup.ts";

/** What an operator reads of a backup that was made. */
export function describeBackup({ name, bytes, inquiries, pruned }: MadeBackup, folder: string): string {
  const lines = [
    `Made and checked: ${join(folder, name)} (${size(bytes)}, ${counted(inquiries, "inquiry", "inquiries")})`,
  ];
  if (pruned.length > 0)
    lines.push(`Deleted, because their time is over or there are newer ones: ${pruned.join(", ")}`);
  return lines.join("\n");
}

export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Shows how far long work is, on one line of a terminal; says nothing elsewhere. */
export function showProgress(out: { isTTY?: boolean; write(text: string): unknown }): { tell: Tell; end: () => void } {
  let shown = "";
  const show = (line: string) => {
    if (out.isTTY !== true || line === shown) return;
    out.write(`\r${line.padEnd(shown.length)}`);
    shown = line;
  };
  return {
    tell: (step, done, total) =>
      show(done === undefined || !total ? `${step} ...` : `${step}: ${Math.floor((100 * done) / total)} %`),
    end: () => (shown === "" ? undefined : out.write("\n")),
  };
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
