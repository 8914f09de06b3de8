import type { Kysely } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { addMessages, type NewMessage } from "../notifications/message-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { createSignedWrites, type SignedWrites } from "../signing/signed-write.ts";

export type SettingStore = ReturnType<typeof createSettingStore>;

/** The row with the owners' settings: a text that must not be trusted before its signature is verified. */
export function createSettingStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "purgeErased">,
  signedWrites: SignedWrites = createSignedWrites(),
) {
  const name = "settings";

  /** Returns the text of the settings; null if there is no row. */
  async function read(from: Kysely<Database>): Promise<string | null> {
    const row = await from.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
    // SQLite text columns may also contain numbers or bytes.
    return row === undefined ? null : String(row.value);
  }

  return {
    read: () => read(db),

    /**
     * Replaces exactly `previous` with `text`, and adds audit entries and notifications. Returns false, and writes
     * nothing, if the stored text is another one.
     */
    replace(
      previous: string | null,
      text: string,
      audit: readonly AuditDraft[] = [],
      { messages, now }: { messages: readonly NewMessage[]; now: number } = { messages: [], now: 0 },
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if ((await read(transaction)) !== previous) return false;
        await signedWrites.keep("settings", [text], {
          write: () =>
            transaction
              .insertInto("setting")
              .values({ name, value: text })
              .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: text }))
              .execute(),
          readBack: async () => [await read(transaction)],
        });
        await appendAudit(transaction, audit);
        await addMessages(transaction, messages, now);
        return true;
      });
    },

    /** Purges earlier values from the engine's own files; false if a reader prevents that for now. */
    purgeErased: () => engine.purgeErased(db),
  };
}
