import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { contentHash } from "../lib/tokens.ts";
import { openStore } from "../open-store.ts";
import { sqliteFile } from "../store/open-database.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import { newInquiry } from "../store/testing.ts";
import { pathOfFile } from "../store/files/file-folder.ts";

const inquiry = {
  name: "Asha Example",
  phone: "+91 90000 00000",
  email: "asha@example.com",
  city: "Jaipur",
  query: "Is this file from you?",
};

type Transaction = Parameters<typeof sqliteEngine.migrated>[0];

/** Changes a store's rows, with its sums. */
async function change(place: string, run: (transaction: Transaction) => Promise<unknown>): Promise<void> {
  const db = openSqlite(sqliteFile(place));
  try {
    await db.transaction().execute(async (transaction) => {
      await run(transaction);
      await sqliteEngine.migrated(transaction);
    });
  } finally {
    await db.destroy();
  }
}

/** Test helper: creates a store with an inquiry. */
export async function storeWithInquiry(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir });
  await store.inquiries.insert(newInquiry(inquiry), [], Date.now());
  await store.close();
}

/** Test helper: attaches files beside the store to its inquiry. Returns their names. */
export async function attach(dataDir: string, contents: readonly Buffer[]): Promise<string[]> {
  const names = contents.map(() => randomBytes(16).toString("hex"));
  for (const [index, name] of names.entries()) {
    mkdirSync(dirname(join(dataDir, pathOfFile(name))), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, pathOfFile(name)), contents[index] ?? "", { mode: 0o600 });
  }
  await change(dataDir, async (transaction) => {
    for (const [index, bytes] of contents.entries()) {
      const name = names[index] ?? "";
      await sql`insert into attachment (id, inquiry_id, type, size, created_at, content_hash, stored_as)
        select ${name}, id, 'application/pdf', ${bytes.length}, 1, ${contentHash(bytes)}, ${name}
        from inquiry order by number limit 1`.execute(transaction);
    }
  });
  return names;
}

/** Test helper: removes files from the inquiry, as an erasure does. */
export async function detach(dataDir: string, names: readonly string[]): Promise<void> {
  await change(dataDir, async (transaction) => {
    for (const name of names) await sql`delete from attachment where stored_as = ${name}`.execute(transaction);
  });
  for (const name of names) rmSync(join(dataDir, pathOfFile(name)));
}

export const contentIn = (place: string, name: string): Buffer => readFileSync(join(place, pathOfFile(name)));
