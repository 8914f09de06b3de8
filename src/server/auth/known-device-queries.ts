import type { Kysely } from "kysely";
import type { Database } from "../store/database.ts";

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>;

/** The browsers in which members have signed in, by an opaque key. */
export function createKnownDeviceStore(db: Kysely<Database>) {
  return {
    /** Records a sign-in with this device; returns whether the device is known, new, or the member's first. */
    see(key: string, memberId: string, now: number): Promise<"known" | "first" | "new"> {
      return db.transaction().execute(async (transaction) => {
        const mine = await transaction
          .selectFrom("known_device")
          .select("key")
          .where("member_id", "=", memberId)
          .execute();
        await transaction
          .insertInto("known_device")
          .values({ key, member_id: memberId, seen_at: now })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ seen_at: now }))
          .execute();
        if (mine.some((device) => device.key === key)) return "known";
        return mine.length === 0 ? "first" : "new";
      });
    },

    /** Deletes the devices not used since `time`, but never a member's last one: the next would count as the first. */
    async forgetBefore(time: number): Promise<void> {
      await db
        .deleteFrom("known_device")
        .where("seen_at", "<", time)
        .where((e) =>
          e.exists(
            e
              .selectFrom("known_device as later")
              .select("later.key")
              .whereRef("later.member_id", "=", "known_device.member_id")
              .whereRef("later.seen_at", ">", "known_device.seen_at"),
          ),
        )
        .execute();
    },
  };
}
