import { createHash, randomUUID } from "node:crypto";
import { untakenDays, untakenLimits, type UntakenReason } from "#domain/inquiries/untaken-mail.ts";
import { day } from "#domain/time/durations.ts";
import type { UntakenMail, UntakenMailStore } from "./untaken-mail-queries.ts";

export type UntakenMails = ReturnType<typeof createUntakenMails>;

/** An email to list. */
interface Given {
  raw: Buffer;
  way: UntakenMail["way"];
  reason: UntakenReason;
  /** The reference of the inquiry that it is perhaps about. */
  about?: string;
  /** Fields that could be read; otherwise its sender and subject are searched for in its bytes. */
  read?: undefined | { name: string; address: string; subject: string; text: string; others: readonly string[] };
}

/** Characters of the text that the list shows. */
const previewLength = 600;

/**
 * Emails that were not taken, as they came: each is kept for some days, and within a quota of their own, whose oldest
 * go first.
 */
export function createUntakenMails(deps: {
  store: UntakenMailStore;
  purgeErased: () => Promise<unknown>;
  now: () => number;
  limits?: { bytesEach: number; count: number; bytes: number };
}) {
  const { store, now, limits = untakenLimits } = deps;
  const counts = new Map<UntakenReason, number>();

  return {
    /** Lists an email; the same one only once. Once this resolves it is durable. */
    async add({ raw, way, reason, about, read }: Given): Promise<void> {
      const { name, address, subject, text, others } = read ?? { ...headOf(raw), text: "", others: [] };
      const mail = {
        id: randomUUID(),
        hash: hashOfMail(raw),
        receivedAt: now(),
        way,
        senderName: cut(name, 200),
        senderAddress: cut(address, 320),
        addresses: [...new Set([address, ...others].filter((one) => one !== "").map((one) => one.toLowerCase()))],
        subject: cut(subject, 500),
        preview: cut(text, previewLength),
        reason,
        about: about ?? null,
        size: raw.length,
        takeId: randomUUID(),
        content: raw.subarray(0, limits.bytesEach),
      };
      if ((await store.add(mail, limits)) === "added") counts.set(reason, (counts.get(reason) ?? 0) + 1);
    },

    /** The newest first; see the store. */
    list: (page: { before: number | undefined; limit: number }) => store.list(page),

    /** Returns how many emails wait to be reviewed. */
    count: () => store.count(),

    find: (id: string) => store.find(id),

    /** The email as it came, as far as it is kept. */
    content: (id: string) => store.content(id),

    /** Returns how many were listed since the start, by their reason. */
    counts: (): ReadonlyMap<UntakenReason, number> => counts,

    /** Erases those of an address, or that name it where it can be read; returns their count. */
    async eraseByEmail(email: string): Promise<number> {
      const wanted = email.trim().toLowerCase();
      let erased = 0;
      for (const { id, addresses } of await store.addresses()) {
        const isOf = addresses.includes(wanted) || names(await store.content(id), wanted);
        if (!isOf) continue;
        await store.erase(id);
        erased += 1;
      }
      if (erased > 0) await deps.purgeErased();
      return erased;
    },

    /** Removes those whose time is over. */
    async purge(): Promise<void> {
      if ((await store.deleteBefore(now() - untakenDays * day)) > 0) await deps.purgeErased();
    },
  };
}

/** Returns the hash that identifies an email, whatever is in it. */
export const hashOfMail = (raw: Buffer): string => createHash("sha256").update(raw).digest("base64url");

/** Bytes in which the headers of an email that cannot be read are looked for. */
const headBytes = 16_384;

/** The sender and the subject of an email, as they are written. */
export function headOf(raw: Buffer): { name: string; address: string; subject: string } {
  const head = raw.toString("utf8", 0, headBytes);
  const from = (/^from:(.{0,320})/im.exec(head)?.[1] ?? "").trim();
  const address = /[^\s<>@,;"]{1,64}@[^\s<>@,;"]{1,250}/.exec(from)?.[0] ?? "";
  const subject = (/^subject:(.{0,500})/im.exec(head)?.[1] ?? "").trim();
  return { name: from.slice(0, from.indexOf("<")).replaceAll('"', "").trim(), address, subject };
}

const names = (raw: Buffer, email: string) => raw.toString("latin1").toLowerCase().includes(email);

/** The beginning of a text, without half of a character and what a database does not take. */
const cut = (text: string, length: number) => text.slice(0, length).replaceAll("\0", "").toWellFormed();
