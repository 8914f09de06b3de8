import type { Kysely } from "kysely";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";

export type SpaceStore = ReturnType<typeof createSpaceStore>;

/** Reads how large the store is. */
export function createSpaceStore(db: Kysely<Database>, engine: Pick<Engine, "size">) {
  return {
    /** Returns the size in bytes; `free` is what erased rows have left in it for later ones. */
    size: () => engine.size(db),

    /** The bytes of all files, wherever their content is kept. */
    async fileBytes(): Promise<number> {
      const { bytes } = await db
        .selectFrom("attachment")
        .select((e) => e.fn.sum<number | string | null>("size").as("bytes"))
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },
  };
}
