import { join } from "node:path";
import { z } from "zod";
import { createTextFile } from "../lib/durable-file.ts";
import { parseJson } from "../lib/parse-json.ts";

const foldersSchema = z.array(z.string());

/**
 * The folders on this machine in which backups were made that owners had chosen. Backups in one that is no longer in
 * use are deleted when they are too old.
 */
export function createUsedFolders(dataDir: string) {
  const file = createTextFile(join(dataDir, ".front-desk-backup-folders.json"));

  async function list(): Promise<string[]> {
    const text = await file.read().catch(() => null);
    return foldersSchema.safeParse(parseJson(text ?? "[]")).data ?? [];
  }

  return {
    list,
    async note(folder: string): Promise<void> {
      const known = await list();
      if (!known.includes(folder)) await file.write(JSON.stringify([...known, folder]));
    },
  };
}
