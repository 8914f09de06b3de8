import { createHmac } from "node:crypto";
import type { MemberProfile, Profile, ProfileInput } from "#contract/auth/profile.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { profileProblems } from "#domain/lookalike/profile-check.ts";
import type { Role } from "#domain/member.ts";
import { type ProfileTexts, textFor } from "#domain/profile.ts";
import type { Audit } from "../audit/audit.ts";
import type { EntryProofs } from "../inquiries/entry-proofs.ts";
import type { ShownAuthor } from "../inquiries/shown-author.ts";
import { textProblems } from "../lib/text-problem.ts";
import { storedObject } from "../lib/stored-rows.ts";
import { contentHash, isSameSecret } from "../lib/tokens.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { UntrustedInput } from "../untrusted-input/untrusted-input.ts";
import type { ProfileRow, ProfileStore } from "./profile-queries.ts";

export type Profiles = ReturnType<typeof createProfiles>;

type Member = { id: string; email: string; role: Role };

type SetResult = { ok: true; profile: Profile } | { ok: false; errors: Record<string, ServerText> };

const nobody = { names: {}, signatures: {}, picture: "", pictureHash: "", isPictureShown: false };
type Known = Omit<typeof nobody, "names" | "signatures"> & { names: ProfileTexts; signatures: ProfileTexts };

/**
 * Manages what visitors see of the members who reply. The texts lead to no channel but ours, a picture waits for an
 * owner, and a row that something else wrote counts as none (decision 88).
 */
export function createProfiles(deps: {
  store: ProfileStore;
  encryption: Pick<Encryption, "deriveKey">;
  /** Tells what is ours, as a text may name nothing else. */
  places: () => Promise<IsOurs>;
  untrustedInput: Pick<UntrustedInput, "read">;
  proofs: Pick<EntryProofs, "removeAuthor">;
  /** Members whose row something else changed: an alarm. */
  changed: Set<string>;
  audit: Pick<Audit, "draft" | "written">;
  publishInbox: () => void;
}) {
  const { store, audit, changed } = deps;

  async function proofOf(row: Omit<ProfileRow, "proof">): Promise<string | null> {
    const key = await deps.encryption.deriveKey("profiles");
    if (key === null) return null;
    const { member_id, names, signatures, picture_hash, is_picture_shown } = row;
    const covered = [member_id, names, signatures, picture_hash, is_picture_shown];
    return createHmac("sha256", key).update(JSON.stringify(covered)).digest("base64url");
  }

  async function verified(row: ProfileRow | null): Promise<Known> {
    if (row === null) return nobody;
    const right = await proofOf(row);
    const hash = row.picture === "" ? "" : contentHash(Buffer.from(row.picture, "base64"));
    const isProved = right !== null && row.proof !== null && isSameSecret(right, row.proof);
    if (!isProved || hash !== row.picture_hash) {
      changed.add(row.member_id);
      return nobody;
    }
    changed.delete(row.member_id);
    return {
      names: textsIn(row.names),
      signatures: textsIn(row.signatures),
      picture: row.picture,
      pictureHash: row.picture_hash,
      isPictureShown: row.is_picture_shown === 1,
    };
  }

  const known = async (memberId: string) => verified(await store.find(memberId));

  async function shown({ names, signatures, picture, pictureHash, isPictureShown }: Known): Promise<Profile> {
    return {
      names,
      signatures,
      picture: picture === "" ? null : picture,
      pictureState: picture === "" ? "none" : isPictureShown ? "shown" : "waits",
      pictureId: pictureHash,
      problems: textProblems(profileProblems({ names, signatures }, await deps.places())),
    };
  }

  async function write(memberId: string, next: Known, entry: ReturnType<Audit["draft"]>): Promise<void> {
    const row = {
      member_id: memberId,
      names: JSON.stringify(next.names),
      signatures: JSON.stringify(next.signatures),
      picture: next.picture,
      picture_hash: next.pictureHash,
      is_picture_shown: Number(next.isPictureShown),
    };
    await store.set({ ...row, proof: await proofOf(row) }, entry);
    changed.delete(memberId);
    audit.written();
    deps.publishInbox();
  }

  /** A picture as it is stored; null if it is none. */
  async function portraitOf(base64: string, memberId: string): Promise<Pick<Known, "picture" | "pictureHash"> | null> {
    const reading = await deps.untrustedInput.read("portrait", Buffer.from(base64, "base64"), memberId);
    if (!reading.ok || reading.value === null) return null;
    return { picture: reading.value.toString("base64"), pictureHash: contentHash(reading.value) };
  }

  return {
    own: async (memberId: string): Promise<Profile> => shown(await known(memberId)),

    /** Lists the profiles of all members who have one, for owners. */
    async list(): Promise<MemberProfile[]> {
      const profiles = [];
      for (const row of await store.list()) {
        const profile = await shown(await verified(row));
        profiles.push({ memberId: row.member_id, ...profile });
      }
      return profiles;
    },

    /** Sets one's own. A new picture waits for an owner, unless its member is one. */
    async set(member: Member, { picture, ...input }: ProfileInput): Promise<SetResult> {
      const [names, signatures] = [filled(input.names), filled(input.signatures)];
      const errors = textProblems(profileProblems({ names, signatures }, await deps.places()));
      const before = await known(member.id);
      const next: Known = { ...before, names, signatures };
      if (picture === null) Object.assign(next, { picture: "", pictureHash: "", isPictureShown: false });
      else if (picture !== undefined) {
        const portrait = await portraitOf(picture, member.id);
        if (portrait === null) errors["picture"] = say("site-field.picture-type");
        const isSame = portrait?.pictureHash === before.pictureHash && before.isPictureShown;
        Object.assign(next, portrait, { isPictureShown: isSame || member.role === "owner" });
      }
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const fields = fieldsChanged(before, next);
      if (fields.length > 0) {
        const actor = { id: member.id, email: member.email };
        await write(member.id, next, audit.draft({ kind: "profile-changed", by: actor, about: { fields } }));
      }
      return { ok: true, profile: await shown(next) };
    },

    /** Lets visitors see the picture of a member that an owner saw, unless it is another one now. */
    async showPicture(
      memberId: string,
      pictureId: string,
      member: Member,
    ): Promise<{ ok: true } | { ok: false; reason: "gone" | "changed" }> {
      const row = await store.find(memberId);
      if (row === null) return { ok: false, reason: "gone" };
      const before = await verified(row);
      if (before.picture === "" || before.pictureHash !== pictureId) return { ok: false, reason: "changed" };
      const actor = { id: member.id, email: member.email };
      const entry = audit.draft({ kind: "profile-picture-shown", by: actor, about: { member: memberId } });
      await write(memberId, { ...before, isPictureShown: true }, entry);
      return { ok: true };
    },

    /** Takes what a member set back, on earlier replies as well; false if there is nothing. */
    async reset(memberId: string, member: Member): Promise<boolean> {
      if ((await store.find(memberId)) === null) return false;
      const actor = { id: member.id, email: member.email };
      await store.remove(memberId, audit.draft({ kind: "profile-reset", by: actor, about: { member: memberId } }));
      changed.delete(memberId);
      await deps.proofs.removeAuthor(memberId);
      audit.written();
      deps.publishInbox();
      return true;
    },

    /** Returns the author whom visitors of a language see at this member's replies; null for the site itself. */
    async authorFor(memberId: string, language: Language): Promise<ShownAuthor | null> {
      const { names, pictureHash, isPictureShown } = await known(memberId);
      // Checked again: the rule may be stricter than that of the version that stored it.
      const name = textFor(names, language);
      const isWrong = Object.keys(profileProblems({ names, signatures: {} }, () => false)).length > 0;
      return name === "" || isWrong ? null : { name, picture: isPictureShown ? pictureHash : null };
    },

    /** A picture that visitors may see; null if there is none, or not any more. */
    async picture(hash: string): Promise<Buffer | null> {
      for (const row of await store.withPicture(hash)) {
        const { picture, pictureHash, isPictureShown } = await verified(row);
        if (isPictureShown && pictureHash === hash) return Buffer.from(picture, "base64");
      }
      return null;
    },
  };
}

const filled = (texts: ProfileTexts): ProfileTexts =>
  Object.fromEntries(languageCodes.flatMap((code) => (texts[code] ? [[code, texts[code]]] : [])));

function textsIn(stored: string): ProfileTexts {
  const texts = storedObject(stored);
  return Object.fromEntries(
    languageCodes.flatMap((code) => (typeof texts[code] === "string" ? [[code, texts[code]]] : [])),
  );
}

/** Returns the names of the fields that differ between two profiles, for the audit log. */
function fieldsChanged(before: Known, after: Known): string[] {
  const differ = (field: "names" | "signatures") =>
    languageCodes.some((code) => before[field][code] !== after[field][code]);
  return [
    ...(differ("names") ? ["name"] : []),
    ...(differ("signatures") ? ["signature"] : []),
    ...(before.pictureHash === after.pictureHash ? [] : ["picture"]),
  ];
}
