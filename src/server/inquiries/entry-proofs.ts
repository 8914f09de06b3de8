import { createHmac } from "node:crypto";
import { contentHash, isSameSecret } from "../lib/tokens.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { CheckedFile } from "./attachments/check-file.ts";
import type { EntryProofStore, ProvedFile, ProvedReply, StoredReply } from "./entry-proof-queries.ts";

export type EntryProofs = ReturnType<typeof createEntryProofs>;

/** Mark beside the store which says that the replies of earlier versions have their proofs. */
interface Mark {
  has: () => boolean;
  set: () => void;
}

const batchSize = 500;

/** A file without a name is covered as before files of replies had one. */
const coveredOf = ({ type, hash, name }: ProvedFile) => (name === "" ? [type, hash] : [type, hash, name]);

/**
 * Proves that this program wrote a reply: whoever only writes to the store cannot show a visitor a text as ours. The
 * key is outside the store, and stays the same when the signing key is rotated (decision 79).
 */
export function createEntryProofs(deps: {
  store: EntryProofStore;
  encryption: Pick<Encryption, "deriveKey">;
  mark: Mark;
  /** Replies with a proof of something else: somebody changed them, which is an alarm. */
  changed: Set<string>;
}) {
  const { store, mark, changed } = deps;

  /** Returns the key of the proofs; null if the data key was encrypted with another signing key. */
  const readKey = (): Promise<string | null> => deps.encryption.deriveKey("replies");

  function macOf(key: string | null, reply: ProvedReply): string | null {
    if (key === null) return null;
    const { id, inquiryId, way, text, createdAt, author, files } = reply;
    // An object, since a file is a list.
    const shownAs = author === null ? [] : [{ author }];
    const covered = [id, inquiryId, way, text, createdAt, ...shownAs, ...files.map(coveredOf)];
    return createHmac("sha256", key).update(JSON.stringify(covered)).digest("base64url");
  }

  const proofOf = async (reply: ProvedReply): Promise<string | null> => macOf(await readKey(), reply);

  async function prove(ids: readonly string[]): Promise<void> {
    const key = await readKey();
    await store.prove(ids, (reply) => macOf(key, reply));
  }

  function isProved(key: string | null, reply: StoredReply): boolean {
    const right = macOf(key, reply);
    const holds = right !== null && reply.proof !== null && isSameSecret(right, reply.proof);
    if (holds) changed.delete(reply.id);
    else if (reply.proof !== null) changed.add(reply.id);
    return holds;
  }

  async function unproved(replies: readonly StoredReply[]): Promise<string[]> {
    if (replies.length === 0) return [];
    const key = await readKey();
    return replies.filter((reply) => !isProved(key, reply)).map(({ id }) => id);
  }

  async function* everyBatch(isOpen: boolean): AsyncGenerator<StoredReply[]> {
    for (let last = 0; ;) {
      const replies = await store.after(last, batchSize, isOpen);
      if (replies.length > 0) yield replies;
      if (replies.length < batchSize) return;
      last = replies.at(-1)?.number ?? last;
    }
  }

  return {
    proofOf,

    /** The proof of a reply that is about to be stored with these files. */
    proofOfNew(
      inquiryId: string,
      { id, way, text, author }: Pick<ProvedReply, "id" | "way" | "text" | "author">,
      attachments: readonly CheckedFile[],
      createdAt: number,
    ): Promise<string | null> {
      const files = attachments.map(({ type, bytes, name = "" }) => ({ type, hash: contentHash(bytes), name }));
      return proofOf({ id, inquiryId, way, text, createdAt, author, files });
    },

    /** The replies in these inquiries that nothing proves: no visitor sees them. */
    unprovedIn: async (inquiryIds: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await unproved(await store.of(inquiryIds))),

    /** Proves a reply as it is, for a member who has it before them. */
    async vouch(id: string): Promise<void> {
      await prove([id]);
      changed.delete(id);
    },

    /** Takes the name of a member off all of their replies; one that nothing proves stays as it is, unseen. */
    async removeAuthor(memberId: string): Promise<void> {
      for (let last = 0; ;) {
        const replies = await store.namedAfter(last, memberId, batchSize);
        const key = await readKey();
        const proved = replies.filter((reply) => isProved(key, reply));
        await store.removeAuthors(proved.map((reply) => [reply.id, macOf(key, { ...reply, author: null })]));
        if (replies.length < batchSize) return;
        last = replies.at(-1)?.number ?? last;
      }
    },

    /** Proves the replies of earlier versions, once, if this program knows that the store predates proofs. */
    async begin(mayBegin: boolean): Promise<void> {
      if (!mayBegin || mark.has()) return;
      for await (const replies of everyBatch(true)) await prove(replies.map(({ id }) => id));
      mark.set();
    },

    /** Tells the operator how many replies have no valid proof. */
    async differences(): Promise<string[]> {
      let count = 0;
      for await (const replies of everyBatch(false)) count += (await unproved(replies)).length;
      return count === 0 ? [] : [`changed or added: ${count === 1 ? "one reply" : `${count} replies`} to visitors`];
    },

    /** Proves all replies as they are. */
    async signAgain(): Promise<void> {
      for await (const replies of everyBatch(false)) {
        const ids = await unproved(replies);
        if (ids.length > 0) await prove(ids);
        for (const id of ids) changed.delete(id);
      }
    },
  };
}
