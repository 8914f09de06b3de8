import { createSigning } from "./create-signing.ts";
import type { Signing } from "./signing.ts";
import { newKeyText, readKeys, withNewKey } from "./signing-keys.ts";

export type TestSigning = Signing & {
  /** The last list, to look at and to change. */
  kept: { list: string | null };
  /** Puts a new key on top of the old ones. */
  rotate(): Promise<void>;
};

/** For tests: signing with a key of its own, and a last list, both in memory. */
export async function createTestSigning(): Promise<TestSigning> {
  let text = newKeyText();
  let keys = await readKeys(text);
  const kept: TestSigning["kept"] = { list: null };
  const signing = createSigning({
    keys: { known: () => keys, current: () => Promise.resolve(keys) },
    lastList: {
      read: () => Promise.resolve(kept.list),
      write: (list) => {
        kept.list = list;
        return Promise.resolve();
      },
    },
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
