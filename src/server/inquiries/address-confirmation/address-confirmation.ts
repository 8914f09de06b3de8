import { randomInt } from "node:crypto";
import { addressCode } from "#domain/inquiries/conversation.ts";
import { mailboxOf } from "#domain/inquiries/mailbox.ts";
import { minute } from "#domain/time/durations.ts";
import { hashToken, isSameSecret, keyedHash } from "../../lib/tokens.ts";
import type { Outbox } from "../../notifications/outbox.ts";
import type { SettingsService } from "../../settings/settings.ts";
import type { InquiryStore } from "../inquiry-queries.ts";
import type { AddressConfirmationStore } from "./address-confirmation-queries.ts";

export type AddressConfirmation = ReturnType<typeof createAddressConfirmation>;

/** `gone`: this key proves nothing. `many`: no more codes today. */
type AskResult = { ok: true } | { ok: false; reason: "gone" | "many" };

/** `wrong`: another code. `over`: there is none, or it is too old or was tried too often. */
type ConfirmResult = { ok: true } | { ok: false; reason: "gone" | "wrong" | "over" };

/** New links that may be asked for from one network in a day. */
const maxLinksFromNetwork = 20;

/**
 * Lets the visitor who opened an inquiry prove that its address is theirs, with a code that is mailed there and typed
 * into the same page: whoever reads that mailbox and nobody else gets a code, and whoever has the page a place for it.
 */
export function createAddressConfirmation(deps: {
  store: AddressConfirmationStore;
  inquiries: Pick<InquiryStore, "findByReceipt" | "idOfReference">;
  attempts: { dayKey: (...parts: string[]) => string; countUpTo: (max: number, key: string) => Promise<boolean> };
  outbox: Pick<Outbox, "visitorMessage" | "addVisitorMessage" | "wake">;
  settings: Pick<SettingsService, "current">;
  /** Keys the hashes of codes, which are too short for a plain hash. */
  secret: string;
  /** Called after each durable change of what the inbox shows. */
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, attempts, outbox, now } = deps;
  const hashOf = (inquiryId: string, code: string) => keyedHash(deps.secret, "address code", inquiryId, code);

  /** The inquiry that this key of a page opens; null for a key from an email, and where nothing can be proved. */
  async function provable(key: string) {
    const inquiry = await deps.inquiries.findByReceipt(hashToken(key));
    const { mail } = await deps.settings.current();
    if (inquiry === null || inquiry.isMailedKey || inquiry.status === "binned") return null;
    return mail === null || inquiry.isMailStopped || inquiry.fields.email === "" ? null : inquiry;
  }

  return {
    /** Mails a code to the inquiry's address. */
    async ask(key: string): Promise<AskResult> {
      const inquiry = await provable(key);
      if (inquiry === null) return { ok: false, reason: "gone" };
      if (inquiry.isAddressProved) return { ok: true };
      const max = addressCode.perDay;
      // An address gets no more codes about many inquiries than about one.
      const isFew =
        (await attempts.countUpTo(max, attempts.dayKey("address code", inquiry.id))) &&
        (await attempts.countUpTo(max, attempts.dayKey("address code to", mailboxOf(inquiry.fields.email))));
      if (!isFew) return { ok: false, reason: "many" };
      await store.ask(inquiry.id, outbox.visitorMessage("address-code"), now());
      outbox.wake();
      return { ok: true };
    },

    /** A new code, for the email that is sent now; null if the inquiry is gone. */
    async newCode(inquiryId: string): Promise<string | null> {
      const code = String(randomInt(10 ** addressCode.digits)).padStart(addressCode.digits, "0");
      const expiresAt = now() + addressCode.minutes * minute;
      return (await store.setCode(inquiryId, hashOf(inquiryId, code), expiresAt)) ? code : null;
    },

    /** Proves the address with the code that was mailed there. */
    async confirm(key: string, code: string): Promise<ConfirmResult> {
      const inquiry = await provable(key);
      if (inquiry === null) return { ok: false, reason: "gone" };
      if (inquiry.isAddressProved) return { ok: true };
      const hash = await store.countTry(inquiry.id, addressCode.tries, now());
      if (hash === null) return { ok: false, reason: "over" };
      if (!isSameSecret(hash, hashOf(inquiry.id, code))) return { ok: false, reason: "wrong" };
      await store.setProved(inquiry.id, now());
      deps.publishInbox();
      return { ok: true };
    },

    /**
     * Mails a new link to the address of the inquiry with this reference. Does and takes the same if there is none: the
     * message then has no inquiry, and is dropped when it is due. False for too many from one network.
     */
    async sendLink(reference: string, network: string): Promise<boolean> {
      if (!(await attempts.countUpTo(maxLinksFromNetwork, attempts.dayKey("lost link from", network)))) return false;
      await outbox.addVisitorMessage("new-link", await deps.inquiries.idOfReference(reference));
      return true;
    },

    /** Deletes codes that no longer work. */
    purge: () => store.deleteExpired(now()),
  };
}
