import type { AuditEntry, AuditEvent } from "#domain/audit.ts";
import { createSignedWrites, type SignedWrites } from "../signing/signed-write.ts";
import type { Signing } from "../signing/signing.ts";
import { type AuditRow, hashOver } from "./audit-hash.ts";
import type { AuditDraft } from "./audit-queries.ts";

/**
 * Distinguishes audit signatures from others of our key, so that none passes for a channel list or the other way round.
 */
const sealType = "front-desk-audit";

/**
 * The hash chain of the audit log. An entry's `hash` is SHA-256 over the previous entry's seal and hash and its own
 * text; its `seal` is our key's signature over that hash (a detached JWS, RFC 7515, appendix F). Rotated keys still
 * verify.
 */
export function createAuditChain(
  signing: Pick<Signing, "signer" | "verify">,
  signedWrites: SignedWrites = createSignedWrites(),
) {
  /** The entry drafted last, which the next one need not verify again. */
  let newest: Pick<AuditRow, "hash" | "seal"> | undefined;
  const isNewest = ({ hash, seal }: AuditRow) => newest?.hash === hash && newest.seal === seal;

  /** Returns whether our key signed this hash. */
  async function isSigned({ hash, seal }: AuditRow): Promise<boolean> {
    const [header, signature, ...more] = seal.split(".");
    const signed = { payload: Buffer.from(hash).toString("base64url"), protected: header, signature };
    return more.length === 0 && (await signing.verify(signed, sealType)) === hash;
  }

  return {
    /**
     * An entry whose position is set when it is appended. One that follows what our key did not sign gets no signature,
     * so that it cannot vouch for that, unless an operator has accepted the log.
     */
    draft(event: AuditEvent, at: number, { isAccepted = false } = {}): AuditDraft {
      const signer = () => signing.signer(sealType);
      const draft = async (last: AuditRow | null, sign?: Awaited<ReturnType<typeof signer>>): Promise<AuditRow> => {
        const number = (last?.number ?? 0) + 1;
        const entry = canonical({ number, at, ...event });
        const hash = hashOver(last, entry);
        if (last !== null && !isAccepted && !isNewest(last) && !(await isSigned(last)))
          return { number, entry, hash, seal: unsigned };
        const { protected: header, signature } = (sign ?? (await signer()))(hash);
        const seal = `${header}.${signature}`;
        newest = { hash, seal };
        return { number, entry, hash, seal };
      };
      return Object.assign(draft, { signer, keep: signedWrites.keep });
    },

    isSigned,
  };
}

/** Stands in place of a signature; no verification accepts it. */
const unsigned = "none";

/** One canonical form per entry: fixed member order, facts sorted by name. */
function canonical({ number, at, kind, by, about }: AuditEntry): string {
  const actor = by === null ? null : { id: by.id, email: by.email };
  const facts = Object.fromEntries(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify({ number, at, kind, by: actor, about: facts });
}
