import type { TextFile } from "../lib/durable-file.ts";

/** A text and its signature: a flattened JSON Web Signature (RFC 7515, section 7.2.2). */
export interface Signed {
  payload: string;
  protected: string;
  signature: string;
}

export interface PublicKeys {
  keys: Array<{ kty: string; crv: string; x: string; kid: string; use: string; alg: string }>;
}

/** Signs and verifies. The key is in a file, never in the store. */
export interface Signing {
  /** `type` (RFC 7515, section 4.1.9) marks anything but a channel list, such as audit log entries. */
  sign(text: string, type?: string): Promise<Signed>;
  /** Signs many texts with the present key, as `sign`. */
  signer(type?: string): Promise<(text: string) => Signed>;
  /**
   * The text, if one of our keys signed exactly this text with this type (or without one); null otherwise. Strict:
   * non-canonical base64url is rejected.
   */
  verify(signed: unknown, type?: string): Promise<string | null>;
  /** A MAC of `text` with the present key, for values that the store holds but must not be able to forge. */
  mac(text: string): Promise<string>;
  /** The public keys, the present one first. */
  publicKeys(): Promise<PublicKeys>;
  /** The last published list, in a file beside the store; served if the store's list was tampered with. */
  lastList: TextFile;
  /** The newest audit log entry, in a file beside the store; detects truncation of the log. */
  auditHead: TextFile;
  /** The last saved settings, in a file beside the store; used if the store's settings were tampered with. */
  settings: TextFile;
  /** Each member's revision, in a file beside the store; detects deleted or rolled-back members. */
  memberHead: TextFile;
}
