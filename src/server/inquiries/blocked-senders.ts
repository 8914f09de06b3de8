import type { Site } from "#contract/site/site.ts";
import { randomUUID } from "node:crypto";
import { type BlockedInput, blockedSenderSchema, type BlockedSenderView } from "#contract/inbox/blocked-sender.ts";
import { blockedDays, type SenderKind } from "#domain/inquiries/blocked-sender.ts";
import { mailboxOf } from "#domain/inquiries/mailbox.ts";
import { day, minute } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import type { Audit } from "../audit/audit.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { readRows } from "../lib/stored-rows.ts";
import { keyedHash } from "../lib/tokens.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { BlockedSender, BlockedSenderStore } from "./blocked-sender-queries.ts";

export type BlockedSenders = ReturnType<typeof createBlockedSenders>;

/** A visitor's contact details, as typed. */
interface Sender {
  phone: string;
  email: string;
}

type Actor = { id: string; email: string };

/** The list is read whole. */
const max = 1000;
/** Time in which an unblocking can be undone. */
const undoMs = 10 * minute;
const undoContext = "unblocked sender";

/**
 * The senders that the team has blocked. Of a number and an address only a keyed code is stored: with the store alone,
 * neither can be read or guessed.
 */
export function createBlockedSenders(deps: {
  store: BlockedSenderStore;
  encryption: Pick<Encryption, "deriveKey" | "encrypt" | "decrypt">;
  audit: Pick<Audit, "draft" | "written">;
  publishInbox: () => void;
  site: Pick<Site, "country">;
  now: () => number;
}) {
  const { store, encryption, audit, now } = deps;
  let key: string | null = null;

  /** Returns a sender's details in a form that can be compared, however they were written. */
  function partsOf({ phone, email }: Sender): Array<{ kind: SenderKind; value: string; hint: string }> {
    const number = readPhoneNumber(phone, deps.site.country)?.key;
    return [
      ...(number === undefined ? [] : [{ kind: "phone" as const, value: number, hint: `…${number.slice(-5)}` }]),
      ...(email === "" ? [] : [{ kind: "email" as const, value: mailboxOf(email), hint: maskedAddress(email) }]),
    ];
  }

  /** Returns the codes of a sender's details; null if the store's data key cannot be read. */
  async function codesOf(sender: Sender) {
    key ??= await encryption.deriveKey("blocked senders");
    const secret = key;
    if (secret === null) return null;
    return partsOf(sender).map(({ kind, value, hint }) => ({ kind, hint, keyHash: keyedHash(secret, kind, value) }));
  }

  const entryBy =
    (actor: Actor, inquiry: string | null) =>
    (kind: "sender-blocked" | "sender-unblocked", what: readonly SenderKind[]) =>
      audit.draft({ kind, by: { id: actor.id, email: actor.email }, about: { inquiry, what } });

  function announce(): void {
    audit.written();
    deps.publishInbox();
  }

  /** Returns which details of a sender are blocked, and which can be. */
  async function stateOf(sender: Sender): Promise<{ blocked: SenderKind[]; blockable: SenderKind[] }> {
    const blockable = partsOf(sender).map(({ kind }) => kind);
    // If nobody is blocked there may be no key yet, and a visitor's message makes none.
    if (blockable.length === 0 || !(await store.hasAny())) return { blocked: [], blockable };
    // A message must arrive whatever is wrong with the key: then nobody is blocked.
    const codes = (await codesOf(sender)) ?? [];
    const found = codes.length === 0 ? [] : await store.blockedOf(codes.map(({ keyHash }) => keyHash));
    return { blocked: blockable.filter((kind) => found.includes(kind)), blockable };
  }

  return {
    stateOf,

    isBlocked: async (sender: Sender): Promise<boolean> => (await stateOf(sender)).blocked.length > 0,

    /**
     * Blocks or unblocks what the sender of an inquiry left, if it is still at this version. `no such field`: the
     * sender left nothing of a kind that is to be blocked.
     */
    async set(
      inquiryId: string,
      version: number,
      input: BlockedInput,
      actor: Actor,
    ): Promise<"changed" | "stale" | "gone" | "full" | "no such field"> {
      const sender = await store.senderOf(inquiryId);
      if (sender === null) return "gone";
      const codes = await codesOf(sender);
      if (codes === null) throw new Error("the data key is not encrypted with the signing key");
      const isMissing = (["phone", "email"] as const).some(
        (kind) => input[kind] && !codes.some((code) => code.kind === kind),
      );
      if (isMissing) return "no such field";
      const wanted = codes.map((code) => ({ ...code, id: randomUUID(), isBlocked: input[code.kind] }));
      if (wanted.length === 0) return "changed";
      const outcome = await store.set({ id: inquiryId, version }, wanted, {
        memberId: actor.id,
        now: now(),
        max,
        entryOf: entryBy(actor, inquiryId),
      });
      if (outcome === "changed") announce();
      return outcome;
    },

    async list(): Promise<BlockedSenderView[]> {
      return readRows("blocked_sender", await store.list(), ({ createdAt, ...row }) =>
        blockedSenderSchema.parse({ ...row, at: instant(createdAt) }),
      );
    },

    /** Removes everything that is kept of one; `undo` brings it back for some minutes. Null if there is none. */
    async unblock(id: string, actor: Actor): Promise<{ undo: string } | null> {
      const removed = await store.remove(id, entryBy(actor, null));
      if (removed === null) return null;
      announce();
      const content = JSON.stringify({ removed, until: now() + undoMs });
      return { undo: await encryption.encrypt(content, undoContext) };
    },

    /** Brings back what `undo` names. `over`: it is too late, or none of ours. */
    async restore(undo: string, actor: Actor): Promise<"restored" | "over" | "full"> {
      const text = await encryption.decrypt(undo, undoContext);
      if (text === null) return "over";
      // Encrypted by `unblock`.
      const { removed, until } = JSON.parse(text) as { removed: BlockedSender; until: number };
      if (until < now()) return "over";
      if (!(await store.restore(removed, max, entryBy(actor, null)))) return "full";
      announce();
      return "restored";
    },

    /** Ends blocks after the days that the privacy page states. */
    purge: (): Promise<void> => store.deleteBefore(now() - blockedDays * day),
  };
}

/** Returns an address such as `a…@example.com`. */
function maskedAddress(email: string): string {
  return email.trim().replace(/^(.)[^@]*/u, "$1…");
}
