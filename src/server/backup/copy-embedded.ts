import { basename } from "node:path";
import { copyStore } from "../store/sqlite/copy.ts";
import { StoreDamagedError } from "../store/integrity/damage.ts";
import { readFacts } from "../store/restored.ts";
import { sqliteFile } from "../store/open-database.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";
import type { Tell } from "./make-backup.ts";
import type { StoreCopy } from "./manifest.ts";

/** Copies one snapshot of the embedded store into the folder `aside`, and checks the copy. @throws StoreDamagedError */
export async function copyEmbedded(dataDir: string, aside: string, tell: Tell): Promise<StoreCopy> {
  const store = sqliteFile(aside);
  tell("Copying the store");
  await copyStore(sqliteFile(dataDir), store);
  tell("Checking the copy");
  const { problems, rows, sums } = checkIntegrity(store);
  if (problems.length > 0) throw new StoreDamagedError(problems.join("; "));
  const { migrations, progress } = readFacts(store);
  return { file: basename(store), engine: "sqlite", migrations, accepted: progress.inquiries, rows, sums };
}
