import type { Inquiry, InquiryKind } from "#domain/inquiries/inquiry.ts";
import type { Submission } from "./submission-queries.ts";
import { keyedHash } from "../lib/tokens.ts";

export type SubmissionKeys = ReturnType<typeof createSubmissionKeys>;

/**
 * Hashes of an idempotency key and its fields. `secret` is the store's, not the signing key, which may be rotated
 * between a try and its retry. Each hash includes the key, which is not stored, so the fields cannot be guessed from
 * theirs.
 */
export function createSubmissionKeys(secret: string) {
  const mac = (purpose: string, ...parts: readonly string[]) => keyedHash(secret, purpose, ...parts);
  const keyHash = (key: string) => mac("key", key);

  return {
    keyHash,

    submission(key: string, received: { kind: InquiryKind; reported: string; fields: Inquiry }): Submission {
      const { kind, reported, fields } = received;
      const { name, phone, email, city, query } = fields;
      return { keyHash: keyHash(key), bodyHash: mac("fields", key, kind, reported, name, phone, email, city, query) };
    },

    /**
     * The key to the visitor's private page, the same for each try. Includes the reference, since a purged idempotency
     * key may be reused.
     */
    receiptKey: (key: string, reference: string): string => mac("receipt", key, reference),
  };
}
