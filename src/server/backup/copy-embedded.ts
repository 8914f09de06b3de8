import { basename } from "node:path";
import { copyStore } from "../store/copy.ts";
import { StoreDamagedError } from "../store/damage.ts";
import { readFacts } from "../store/restored.ts";
import { sqliteFile } from "../store/store.ts";
import { checkThoroughly } from "../store/thorough-check.ts";
import type { Tell } from "./make-backup.ts";
import type { StoreCopy } from "./manifest.ts";

/** Copies the embedded store into the folder `aside` as of one moment, and checks the copy as a whole. @throws StoreDamagedError */
export async function copyEmbedded(dataDir: string, aside: string, tell: Tell): Promise<StoreCopy> {
  const store = sqliteFile(aside);
  tell("Copying the store");
  await copyStore(sqliteFile(dataDir), store);
  tell("Checking the copy");
  const { problems, rows, sums } = checkThoroughly(store);
  if (problems.length > 0) throw new StoreDamagedError(problems.join("; "));
  const { migrations, progress } = readFacts(store);
  return { file: basename(store), engine: "sqlite", migrations, accepted: progress.inquiries, rows, sums };
}
