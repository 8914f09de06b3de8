import { createHmac } from "node:crypto";
import { isSameSecret } from "../lib/tokens.ts";
import type { Encryption } from "../signing/encryption.ts";

export type ReplyProof = ReturnType<typeof createReplyProof>;

/** Text and receiver of a reply's email. */
interface MailedReply {
  /** The reply's id. */
  id: string;
  inquiryId: string;
  address: string;
  text: string;
}

/**
 * Proves that this program queued the email of a reply for one of the team: whoever only writes to the store cannot
 * have the desk mail a text of theirs. The key stays the same when the signing key is rotated.
 */
export function createReplyProof({ encryption }: { encryption: Pick<Encryption, "deriveKey"> }) {
  /** Returns the proof of a reply; null if the data key was encrypted with another signing key. */
  async function of({ id, inquiryId, address, text }: MailedReply): Promise<string | null> {
    const key = await encryption.deriveKey("emails of replies");
    if (key === null) return null;
    return createHmac("sha256", key)
      .update(JSON.stringify([id, inquiryId, address, text]))
      .digest("base64url");
  }

  return {
    /** Returns the outbox payload besides the ids. */
    async payloadOf(reply: MailedReply): Promise<string> {
      const proof = await of(reply);
      return JSON.stringify(proof === null ? {} : { proof });
    },

    async isProved(reply: MailedReply, proof: string | undefined): Promise<boolean> {
      const right = await of(reply);
      return right !== null && proof !== undefined && isSameSecret(right, proof);
    },
  };
}
