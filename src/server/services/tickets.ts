import { randomBytes, timingSafeEqual } from "node:crypto";
import type { UsedTicket, UsedTicketStore } from "../store/used-tickets.ts";
import { hashToken } from "./tokens.ts";

export type Tickets = ReturnType<typeof createTickets>;

/** How long a ticket holds. */
export const ticketMinutes = 5;
const [nonceBytes, timeBytes, macBytes] = [16, 8, 32];

/**
 * Tickets and challenges that hold for a few minutes and are used once. They are signed, so that asking for one writes nothing and any
 * process of the site knows it; what was used is in the store. `purpose` says what a ticket is for and whose it is: for anything else it is
 * worth nothing.
 */
export function createTickets(deps: {
  mac: (text: string) => Promise<string>;
  store: UsedTicketStore;
  now: () => number;
}) {
  const { store, now } = deps;

  const macOf = async (head: Buffer, purpose: readonly string[]) =>
    Buffer.from(await deps.mac(JSON.stringify(["ticket", head.toString("base64url"), ...purpose])), "base64url");

  function read(ticket: string): { head: Buffer; expiresAt: number; mac: Buffer } | null {
    const bytes = Buffer.from(ticket, "base64url");
    // One spelling only, or a used one could be spelt again.
    if (bytes.length !== nonceBytes + timeBytes + macBytes || bytes.toString("base64url") !== ticket) return null;
    const head = bytes.subarray(0, nonceBytes + timeBytes);
    return {
      head,
      expiresAt: Number(head.readBigUInt64BE(nonceBytes)),
      mac: bytes.subarray(nonceBytes + timeBytes),
    };
  }

  /** What the store keeps of a good ticket once it is used. */
  function toUse(ticket: string): UsedTicket {
    const parts = read(ticket);
    if (parts === null) throw new Error("only a good ticket can be used");
    return { key: hashToken(ticket), expiresAt: parts.expiresAt };
  }

  return {
    /** A new ticket, as base64url. */
    async issue(purpose: readonly string[]): Promise<string> {
      const time = Buffer.alloc(timeBytes);
      time.writeBigUInt64BE(BigInt(now() + ticketMinutes * 60_000));
      const head = Buffer.concat([randomBytes(nonceBytes), time]);
      return Buffer.concat([head, await macOf(head, purpose)]).toString("base64url");
    },

    /** Whether this is a ticket of ours for this, which is not over and was not used. */
    async isGood(ticket: string, purpose: readonly string[]): Promise<boolean> {
      const parts = read(ticket);
      if (parts === null || !timingSafeEqual(parts.mac, await macOf(parts.head, purpose))) return false;
      return now() < parts.expiresAt && !(await store.isUsed(hashToken(ticket)));
    },

    /** Uses a good ticket up; false where another request was first. */
    use: (ticket: string): Promise<boolean> => store.use(toUse(ticket)),

    toUse,

    forgetOver: () => store.forgetBefore(now()),
  };
}
