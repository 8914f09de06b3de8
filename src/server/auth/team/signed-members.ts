import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { z } from "zod";
import type { Audit } from "#server/audit/audit.ts";
import type { Store } from "#server/open-store.ts";
import { type SignedKind, type SignedWrites, TamperedWriteError } from "#server/signing/signed-write.ts";
import type { Signing } from "#server/signing/signing.ts";
import type { SignedMembersStore, UnverifiedMember } from "./member-signing-queries.ts";
import { createOwners } from "./owners.ts";

/** Starts verifying the members in the store, which everything that reads them needs first. */
export async function createMembers({
  store,
  signing,
  audit,
  areOne,
  now,
}: {
  store: Store;
  signing: Signing;
  audit: Audit;
  areOne: (one: string, other: string) => Promise<boolean>;
  now: () => number;
}) {
  const { signedMembers: stored, signedWrites } = store;
  const signedMembers = createSignedMembers({ store: stored, signedWrites, signing, audit, now });
  // A shared database may already be signed by others: a new folder beside it proves nothing.
  const isOwnFolder = store.engine === "sqlite" || store.wasUpgraded || (await signing.lastList.read()) !== null;
  await signedMembers.begin(isOwnFolder);
  return { signedMembers, isOwnFolder, owners: createOwners({ members: store.members, areOne }) };
}

export type SignedMembers = ReturnType<typeof createSignedMembers>;

/**
 * Something outside this program changed members in the store, or what was signed on its way there. `members` are their
 * ids; `message` is for owners and names them.
 */
interface MemberAlarm {
  since: number;
  message: ServerText;
  members: string[];
  writes: SignedKind[];
}

const revisionsSchema = z.record(z.string(), z.int().min(0));
const unreadable = say("store-alarm.unreadable");

/**
 * Detects tampering with members: their rows are signed (`member-signing-queries.ts`), and each row's revision is also
 * kept beside the store, which reveals deleted or rolled back rows.
 */
function createSignedMembers(deps: {
  store: SignedMembersStore;
  signedWrites: Pick<SignedWrites, "tampered" | "changedReplies" | "changedProfiles">;
  signing: Pick<Signing, "mac" | "memberHead">;
  audit: Pick<Audit, "draft" | "written">;
  now: () => number;
}) {
  const { store, signedWrites, audit, now } = deps;
  const file = deps.signing.memberHead;
  let alarm: MemberAlarm | null = null;
  /** Differences that the operator was shown. */
  let shown: Awaited<ReturnType<SignedMembersStore["verify"]>> | undefined;
  let writeFailure: { cause: unknown } | null = null;
  let mayDate = false;

  /** Gives the owners of an earlier version a time, once. A write that the store does not keep is tried again. */
  async function dateOwners(): Promise<void> {
    if (!mayDate || store.areOwnersDated()) return;
    try {
      const entryOf = (names: string[]) =>
        audit.draft({ kind: "members-signed", by: null, about: { names, what: "owners with a time" } });
      if (await store.dateOwners(entryOf)) audit.written();
    } catch (error) {
      if (!(error instanceof TamperedWriteError)) throw error;
    }
  }

  /** The revisions beside the store; null without the file. @throws Error if the file is not ours */
  async function readKept(): Promise<Record<string, number> | null> {
    const text = await file.read();
    if (text === null) return null;
    try {
      return revisionsSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new Error(unreadable, { cause });
    }
  }

  /** Copies the seen revisions beside the store. A failure is harmless: each poll tries again. */
  async function keep(kept: Record<string, number> | null): Promise<void> {
    const seen = store.revisions();
    if (kept !== null && Object.entries(seen).every(([id, revision]) => kept[id] === revision)) {
      writeFailure = null;
      return;
    }
    try {
      await file.write(`${JSON.stringify(seen)}\n`);
      writeFailure = null;
    } catch (cause) {
      writeFailure = { cause };
    }
  }

  async function verify(): Promise<{ alarm: MemberAlarm | null; writeFailure: { cause: unknown } | null }> {
    let isReadable = true;
    try {
      const kept = await readKept();
      store.learn(kept ?? {});
      await dateOwners();
      const found = await store.verify();
      await keep(kept);
      known(messagesOf(found), [...found.unverified.map(({ id }) => id), ...found.missing]);
    } catch (error) {
      isReadable = !(error instanceof Error && error.message === unreadable);
      if (isReadable) throw error;
      known([unreadable], []);
    }
    return { alarm, writeFailure };
  }

  /** The alarm keeps its time while it lasts. */
  function known(ofMembers: ReadonlyArray<ServerText | null>, members: string[]): void {
    const writes = signedWrites.tampered();
    const { size: replies } = signedWrites.changedReplies;
    const { size: profiles } = signedWrites.changedProfiles;
    const message = joined("text.both", [
      ...ofMembers,
      writes.length === 0
        ? null
        : say("store-alarm.writes", {
            kinds:
              joined(
                "text.list",
                writes.map((kind) => say(`signed.${kind}`)),
              ) ?? "",
          }),
      replies === 0 ? null : say("store-alarm.replies", { count: replies }),
      profiles === 0 ? null : say("store-alarm.profiles", { count: profiles }),
    ]);
    alarm = message === null ? null : { since: alarm?.since ?? now(), message, members, writes };
  }

  return {
    /**
     * Starts verifying. If `mayBegin` (this program knows that the store predates signed members), signs the members
     * once, unless the file beside the store shows that this was done: write access to the store alone cannot delete
     * that file.
     */
    async begin(mayBegin: boolean): Promise<void> {
      store.useKey((text) => deps.signing.mac(text));
      mayDate = mayBegin;
      if (mayBegin && (await file.read()) === null) {
        const entry = audit.draft({ kind: "members-signed", by: null, about: { what: "first time" } });
        if (await store.begin(entry)) audit.written();
      }
      await verify();
    },

    verify,

    /** Returns the alarm that the last poll found. */
    alarm: (): MemberAlarm | null => alarm,

    /** The differences from what this program wrote, one line per member. */
    async differences(): Promise<string[]> {
      shown = await store.verify();
      const { unverified, missing } = shown;
      return [
        ...unverified.map((member) => `changed or added: ${lineOf(member)}`),
        ...missing.map((id) => `deleted: the member ${id}`),
      ];
    },

    /**
     * Signs the members as `differences` showed them, and records that in the audit log.
     * @throws TamperedWriteError if one has changed since, and what the file throws
     */
    async signAgain(): Promise<void> {
      const { unverified, missing } = shown ?? (await store.verify());
      const ids = unverified.map(({ id }) => id);
      const entry = audit.draft({ kind: "members-signed", by: null, about: { names: [...ids, ...missing] } });
      await store.signAgain(ids, missing, entry);
      audit.written();
      await store.verify();
      await file.write(`${JSON.stringify(store.revisions())}\n`);
    },

    /** Re-signs the rows for another key, before the key rotation. */
    carryOver: (next: Pick<Signing, "mac">) => store.carryOver((text) => next.mac(text)),
  };
}

/** Max members named; further ones are counted. */
const maxNamed = 20;

function messagesOf(found: { unverified: UnverifiedMember[]; missing: string[] }): Array<ServerText | null> {
  const { unverified, missing } = found;
  const named = joined("text.list", unverified.slice(0, maxNamed).map(nameOf));
  const more = unverified.length - maxNamed;
  const members = named !== null && more > 0 ? say("store-alarm.more", { list: named, count: more }) : named;
  return [
    members === null ? null : say("store-alarm.members", { members }),
    missing.length === 0 ? null : say("store-alarm.deleted", { count: missing.length }),
  ];
}

/** Joins texts to one, with the text of `code` between two; null if there are none. */
function joined(code: "text.list" | "text.both", texts: ReadonlyArray<ServerText | null>): ServerText | null {
  return texts.reduce(
    (all, text) => (all === null || text === null ? (all ?? text) : say(code, { first: all, second: text })),
    null,
  );
}

function nameOf({ email, role, isActive }: UnverifiedMember): ServerText {
  const member = {
    email: printable(email),
    role: role === "owner" || role === "agent" ? say(`role.${role}`) : printable(role),
  };
  return say(isActive ? "store-alarm.member" : "store-alarm.deactivated", member);
}

/** A line for the terminal. */
const lineOf = (member: UnverifiedMember) => inEnglish(nameOf(member));

/** Replaces control and bidirectional characters and the start of a `ServerText`: anybody may have written this. */
const printable = (text: string) =>
  text
    .slice(0, 200)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "?")
    .replace(/^\{/, "?");
