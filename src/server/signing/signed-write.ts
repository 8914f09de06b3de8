/** Kinds of rows and texts in the store that the program signs. */
export type SignedKind =
  | "member"
  | "session"
  | "step-up"
  | "one-time link"
  | "API token"
  | "settings"
  | "channel list"
  | "audit entry"
  | "pending change";

/** The store did not keep a signed row as it was written: a trigger, a rule or another program changed it. */
export class TamperedWriteError extends Error {
  override readonly name = "TamperedWriteError";

  constructor(kind: SignedKind) {
    super(`the store did not keep the ${kind} as this program wrote it, so the whole change was taken back`);
  }
}

interface SignedWrite {
  kind: SignedKind;
  /** The text to sign: computed from verified memory and the named change, never from what the store returns. */
  text: string;
  sign: (text: string) => Promise<string>;
  /** Writes the row with its signature, within the caller's transaction. */
  write: (signature: string) => Promise<unknown>;
  /** Reads the same row in the same transaction: the text that its fields give, and its signature. */
  readBack: () => Promise<{ text: string; signature: string | null } | undefined>;
}

type Field = string | number | null;

export type SignedWrites = ReturnType<typeof createSignedWrites>;

/** Creates the one way in which signed rows are written. Remembers what the store did not keep, for the alarm. */
export function createSignedWrites() {
  const tampered = new Set<SignedKind>();

  function refuse(kind: SignedKind): never {
    tampered.add(kind);
    throw new TamperedWriteError(kind);
  }

  /**
   * Writes fields that were signed before, reads them again in the same transaction and compares.
   * @throws TamperedWriteError, which must end the transaction
   */
  async function keep(
    kind: SignedKind,
    fields: readonly Field[],
    row: { write: () => Promise<unknown>; readBack: () => Promise<readonly Field[] | undefined> },
  ): Promise<void> {
    await row.write();
    const kept = await row.readBack();
    if (JSON.stringify(kept) !== JSON.stringify(fields)) refuse(kind);
    tampered.delete(kind);
  }

  return {
    /**
     * Signs the text, writes the row, reads it again and compares: of a row that is changed on its way, no signature
     * is kept. @throws TamperedWriteError, which must end the transaction
     */
    async write({ kind, text, sign, write, readBack }: SignedWrite): Promise<void> {
      const signature = await sign(text);
      await keep(kind, [text, signature], {
        write: () => write(signature),
        async readBack() {
          const kept = await readBack();
          return kept === undefined ? undefined : [kept.text, kept.signature];
        },
      });
    },

    keep,

    /** Ends the transaction, as a difference does. @throws TamperedWriteError */
    refuse,

    /** The ids of replies that somebody else changed, as far as anybody has opened them. */
    changedReplies: new Set<string>(),

    /** The ids of members of whom somebody else changed what visitors see. */
    changedProfiles: new Set<string>(),

    /** The kinds of which the last write was changed on its way. */
    tampered: (): SignedKind[] => [...tampered],
  };
}
