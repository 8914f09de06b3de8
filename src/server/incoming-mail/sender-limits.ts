import { mailboxOf } from "#domain/inquiries/mailbox.ts";

/**
 * Emails of a day that no email of ours vouches for: from one mailbox, new inquiries from one domain, and from all.
 * More are not taken into a conversation, and are suspected spam. Those of a verified domain have limits of their own,
 * which forged ones do not use up.
 */
const limits = {
  forged: { each: 20, domain: Infinity, all: 200 },
  verified: { each: 20, domain: 200, all: 1000 },
};

/** `key` is the email's: several instances read the same one at once, and one reads it again after a failure. */
interface Counted {
  address: string;
  isVerified: boolean;
  key: string;
}

export type SenderLimits = ReturnType<typeof createSenderLimits>;

export function createSenderLimits({
  countUpTo,
  dayKey,
}: {
  dayKey: (...parts: string[]) => string;
  countUpTo: (max: number, key: string, once: string) => Promise<boolean>;
}) {
  const limitsOf = ({ isVerified }: Counted) => limits[isVerified ? "verified" : "forged"];

  return {
    /** Counts an email; false if its mailbox has sent many today. */
    isFewOfMailbox: (mail: Counted): Promise<boolean> =>
      countUpTo(
        limitsOf(mail).each,
        dayKey(mail.isVerified ? "verified mail" : "incoming mail", mailboxOf(mail.address)),
        mail.key,
      ),

    /** Counts a new inquiry; false if there have been many today. */
    async isFewOfAll(mail: Counted): Promise<boolean> {
      const { domain, all } = limitsOf(mail);
      if (!mail.isVerified) return countUpTo(all, dayKey("unmatched mail"), mail.key);
      const host = mail.address.slice(mail.address.lastIndexOf("@") + 1).toLowerCase();
      // Checked first, so that a domain that sends many uses up nothing of the others'.
      return (
        (await countUpTo(domain, dayKey("verified mail of", host), mail.key)) &&
        countUpTo(all, dayKey("verified mail of all"), mail.key)
      );
    },
  };
}
