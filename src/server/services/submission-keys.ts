import { createHmac } from "node:crypto";
import type { Inquiry, InquiryKind } from "#domain/inquiry.ts";
import type { Submission } from "../store/submissions.ts";

export type SubmissionKeys = ReturnType<typeof createSubmissionKeys>;

/**
 * What is kept of an idempotency key and of what came with it. `secret` is the store's, not the signing key, which may be rotated
 * between a try and its retry. Each hash is over the key as well, which is kept nowhere: the fields cannot be guessed from theirs.
 */
export function createSubmissionKeys(secret: string) {
  const mac = (purpose: string, ...parts: readonly string[]) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url");
  const keyHash = (key: string) => mac("key", key);

  return {
    keyHash,

    submission(key: string, received: { kind: InquiryKind; reported: string; fields: Inquiry }): Submission {
      const { kind, reported, fields } = received;
      const { name, phone, email, city, query } = fields;
      return { keyHash: keyHash(key), bodyHash: mac("fields", key, kind, reported, name, phone, email, city, query) };
    },

    /** The key to the visitor's private page: the same for each try. Over the reference, too, since a forgotten key may come again. */
    receiptKey: (key: string, reference: string): string => mac("receipt", key, reference),
  };
}
