import type { Kysely } from "kysely";
import { appendAudit, type AuditDraft } from "./audit-log.ts";
import type { Database } from "./database.ts";

export type SettingStore = ReturnType<typeof createSettingStore>;

/** What owners have set, as one document with a version that grows with each change; 0 where nothing was ever set. */
export function createSettingStore(db: Kysely<Database>) {
  const name = "settings";

  async function read(from: Kysely<Database>): Promise<{ version: number; value: unknown }> {
    const row = await from.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
    if (row === undefined) return { version: 0, value: {} };
    const stored: { version: number; value: unknown } = JSON.parse(row.value);
    return stored;
  }

  return {
    read: () => read(db),

    /**
     * Puts `value` in the place of this version, with what the audit log says of it; false, and nothing is written, where it is
     * another by now.
     */
    replace(version: number, value: unknown, audit: readonly AuditDraft[] = []): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if ((await read(transaction)).version !== version) return false;
        const json = JSON.stringify({ version: version + 1, value });
        await transaction
          .insertInto("setting")
          .values({ name, value: json })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: json }))
          .execute();
        await appendAudit(transaction, audit);
        return true;
      });
    },
  };
}
