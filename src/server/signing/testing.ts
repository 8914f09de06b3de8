import { createSigning } from "./create-signing.ts";
import { macWith, newKeyText, readKeys, withNewKey } from "./signing-keys.ts";
import type { Signing } from "./signing.ts";

export type TestSigning = Signing & {
  /**
   * The files beside the store, which tests may read and change: the last list, the newest audit log entry, the last
   * settings and the members' revisions.
   */
  kept: { list: string | null; auditHead: string | null; settings: string | null; memberHead: string | null };
  /** Adds a new key before the old ones, as the command does; `carryOver` is called first. */
  rotate(carryOver?: (next: Pick<Signing, "mac">) => Promise<void>): Promise<void>;
};

/** Test helper: creates signing with a new key, with the files beside the store in memory. */
export async function createTestSigning(): Promise<TestSigning> {
  let text = newKeyText();
  let keys = await readKeys(text);
  const kept: TestSigning["kept"] = { list: null, auditHead: null, settings: null, memberHead: null };
  const keptAs = (name: keyof typeof kept) => ({
    read: () => Promise.resolve(kept[name]),
    write: (latest: string) => {
      kept[name] = latest;
      return Promise.resolve();
    },
  });
  const signing = createSigning({
    keys: { known: () => keys, current: () => Promise.resolve(keys) },
    lastList: keptAs("list"),
    auditHead: keptAs("auditHead"),
    settings: keptAs("settings"),
    memberHead: keptAs("memberHead"),
  });
  return {
    ...signing,
    kept,
    async rotate(carryOver = () => Promise.resolve()) {
      text = await withNewKey(text);
      const next = await readKeys(text);
      await carryOver(macWith({ current: () => Promise.resolve(next) }));
      keys = next;
    },
  };
}
