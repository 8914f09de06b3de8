import type { KeptFile } from "./kept-file.ts";

/** A text with its signature: a flattened JSON Web Signature (RFC 7515, section 7.2.2). */
export interface Signed {
  payload: string;
  protected: string;
  signature: string;
}

export interface PublicKeys {
  keys: Array<{ kty: string; crv: string; x: string; kid: string; use: string; alg: string }>;
}

/** What the channels are sealed with. The key stands in a file of its own, never in the store. */
export interface Signing {
  /** `type` marks what is no book of channels (RFC 7515, section 4.1.9): what is for others to read, or the seals of the audit log. */
  sign(text: string, type?: string): Promise<Signed>;
  /**
   * The text that was signed with this type, or without one, where one of our keys has signed exactly this; null otherwise. Strict: a
   * value that decodes to the same bytes in another spelling is refused, too.
   */
  verify(signed: unknown, type?: string): Promise<string | null>;
  /** A code over `text` that nobody can make without the present key: for what the store keeps but must not be able to give. */
  mac(text: string): Promise<string>;
  /** The public halves, the present key first. */
  publicKeys(): Promise<PublicKeys>;
  /** The last list that was published, beside the store: what is shown where the store's own was changed behind our back. */
  lastList: KeptFile;
  /** The newest entry of the audit log, beside the store: what tells that the log's end was cut off. */
  auditHead: KeptFile;
}
