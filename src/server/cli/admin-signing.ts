import type { Told } from "./admin-channels.ts";

/** A signed part of the store that can be re-signed as it is. */
export interface SignedPart {
  /** The differences from what this program wrote, one line each; empty if there are none. */
  differences(): Promise<string[]>;
  /** Signs the present content and adds an entry to the audit log. */
  signAgain(): Promise<void>;
}

/** Shows what other programs changed, and re-signs it if the operator answers `yes`. */
export async function reSign(
  parts: Readonly<Record<string, SignedPart>>,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<Told> {
  const changed: SignedPart[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const differences = await part.differences();
    if (differences.length === 0) continue;
    changed.push(part);
    show(`${name}:`);
    for (const line of differences) show(`  ${line}`);
  }
  if (changed.length === 0) return { text: "All members verify: there is nothing to sign.", hasFailed: false };
  show(
    "\nSomething else than this program has written this. Signed, it counts from then on: whoever is listed can " +
      "sign in.",
  );
  show("Delete what you do not know first, or restore a backup (docs/operating.md, An alarm about the members).");
  if ((await ask("Sign it as it is? Type yes: ")) !== "yes") return { text: "Nothing was changed.", hasFailed: true };
  for (const part of changed) await part.signAgain();
  return { text: "The members are signed as they are.", hasFailed: false };
}
