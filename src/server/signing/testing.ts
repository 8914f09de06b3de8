import { createSigning } from "./create-signing.ts";
import type { Signing } from "./signing.ts";
import { newKeyText, readKeys, withNewKey } from "./signing-keys.ts";

export type TestSigning = Signing & {
  /** The last list and the newest entry of the audit log, to look at and to change. */
  kept: { list: string | null; auditHead: string | null };
  /** Puts a new key on top of the old ones. */
  rotate(): Promise<void>;
};

/** For tests: signing with a key of its own, and what is kept beside the store, all in memory. */
export async function createTestSigning(): Promise<TestSigning> {
  let text = newKeyText();
  let keys = await readKeys(text);
  const kept: TestSigning["kept"] = { list: null, auditHead: null };
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
  });
  return {
    ...signing,
    kept,
    async rotate() {
      text = await withNewKey(text);
      keys = await readKeys(text);
    },
  };
}
