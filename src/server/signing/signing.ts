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
  /** `type` marks what is for others to read (RFC 7515, section 4.1.9); we take it for nothing of our own any more. */
  sign(text: string, type?: string): Promise<Signed>;
  /**
   * The text that was signed without a type, where one of our keys has signed exactly this; null otherwise. Strict: a value that decodes to the
   * same bytes in another spelling is refused, too.
   */
  verify(signed: unknown): Promise<string | null>;
  /** A code over `text` that nobody can make without the present key: for what the store keeps but must not be able to give. */
  mac(text: string): Promise<string>;
  /** The public halves, the present key first. */
  publicKeys(): Promise<PublicKeys>;
  /** The last list that was published, beside the store: what is shown where the store's own was changed behind our back. */
  lastList: {
    read(): Promise<string | null>;
    write(text: string): Promise<void>;
  };
}
