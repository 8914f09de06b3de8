import { randomUUID } from "node:crypto";
import type { AuditFact } from "#domain/audit.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { approvalRefusal, approvesFrom } from "#domain/member.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { minute } from "#domain/time/durations.ts";
import {
  areOne,
  type CredentialReset,
  deadMailAfter,
  type TrustKind,
  type TrustRefusal,
  trustKinds,
  type TrustSection,
  trustSections,
  type TrustWait,
  trustWait,
} from "#domain/trust-changes.ts";
import { secretNames } from "#contract/settings.ts";
import type { TrustChange } from "#contract/trust.ts";
import type { Audit } from "../audit/audit.ts";
import type { AuditDraft } from "../audit/audit-queries.ts";
import type { SignedIn } from "../auth/sessions.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { HoldSections } from "../settings/held-sections.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { Encryption } from "../signing/encryption.ts";
import {
  pruned,
  type StoredTrustChange,
  type TrustActor,
  type TrustPart,
  trustPartOf,
  hasOnlyOlder,
  withChange,
  withChanges,
  withoutResets,
  withReset,
} from "./trust-part.ts";

export type Trust = ReturnType<typeof createTrust>;

/** The wait of an owner's or a token's change. `waits already`: a change of the same kind waits. */
export type Held =
  | { ok: true; waits: null }
  /** `from` is null if another owner has to approve it. */
  | { ok: true; waits: { id: string; from: number | null; earliest: number } }
  | { ok: false; reason: "waits already" };

/** Puts a change in effect that has waited; false if it cannot be any more. It may run twice after a crash. */
type Effect = (change: { by: TrustActor; member: TrustActor; payload: never; at: number }) => Promise<EffectOutcome>;

/** `factors` are digests of the second factors that a reset leaves; `link` is the hash of a link, and its end. */
type EffectOutcome = { ok: boolean; reset?: { factors: readonly string[] }; link?: { hash: string; until: number } };

type Effects = Record<Exclude<TrustKind, TrustSection | "new-owner">, Effect>;

export type TrustOutcome =
  | { ok: true; isInEffect: boolean }
  | { ok: false; reason: "gone" | "alarm" | "newer credentials" }
  | ({ ok: false } & TrustRefusal);

/** The session in which an owner reads of changes. */
type Reader = Pick<SignedIn, "member" | "startedAt">;

/** The most changes that wait at a time. */
const max = 50;
/** After this, another instance puts a change in effect whose instance has stopped in between. */
const claimFor = minute;

const isSection = (kind: TrustKind): kind is TrustSection => kind in trustSections;

/** Returns the new values of these fields, except for secrets, for the owners who approve a section. */
function shownValues(section: unknown, fields: readonly string[]): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries({ ...(section as object | null) }));
  const isSecret = (field: string) => secretNames.some((name) => name === field);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field.slice(field.indexOf(".") + 1));
      return isSecret(field) || !["string", "number"].includes(typeof value) ? [] : [[field, String(value)]];
    }),
  );
}

/**
 * Changes that carry trust (`trustKinds`): they wait by the publishing rule, and every owner is warned of them. They
 * are a part of the signed settings, so a database account can neither forge nor alter them; what they change is
 * encrypted.
 */
export function createTrust(deps: {
  settings: Pick<SettingsService, "part" | "replacePart" | "eraseEarlierMails">;
  encryption: Pick<Encryption, "encrypt" | "decrypt">;
  audit: Pick<Audit, "draft">;
  outbox: Pick<Outbox, "messagesForTrust" | "isMailDead" | "wake">;
  owners: Pick<Owners, "list" | "since" | "credentials">;
  rule: () => Promise<PublishingRule>;
  now: () => number;
}) {
  const { settings, owners, now } = deps;
  const context = (id: string) => `trust change ${id}`;
  let effects: Effects | undefined;

  const read = async (): Promise<TrustPart> => trustPartOf(await settings.part("trust"));

  /** Returns the wait of a change by `memberId` of the account `concerned`, as of `at`. */
  async function waitFor(kind: TrustKind, memberId: string, concerned: string | null, at = now()): Promise<TrustWait> {
    const [rule, part, list] = [await deps.rule(), await read(), await owners.list()];
    return trustWait(kind, {
      rule,
      others: list.filter(({ id }) => id !== memberId && id !== concerned).length,
      hadSecondOwner: await hadSecond(part, rule),
      isMailDead: kind === "mail" && (await deps.outbox.isMailDead(deadMailAfter)),
      now: at,
    });
  }

  /** The approval rule can only be set with two owners. */
  const hadSecond = async (part: TrustPart, rule: PublishingRule) =>
    part.hadSecondOwner || rule.kind === "approval" || (await owners.list()).length > 1;

  async function changeOf(
    kind: TrustKind,
    about: Pick<StoredTrustChange, "by" | "member" | "fields" | "values"> & { payload: unknown },
    wait: TrustWait,
  ): Promise<StoredTrustChange> {
    const { payload, ...named } = about;
    const id = randomUUID();
    const at = now();
    const isDone = wait.kind === "none";
    return {
      id,
      kind,
      ...named,
      at,
      sealed: isDone ? "" : await deps.encryption.encrypt(JSON.stringify(payload), context(id)),
      state: isDone ? "done" : "waits",
      from: isDone ? at : wait.from,
      needsApproval: wait.kind === "approval",
      ...(isDone && { settledAt: at }),
      seenBy: [],
    };
  }

  function entryOf(
    one: StoredTrustChange,
    version: number,
    actor: TrustActor | null,
    more: Record<string, AuditFact> = {},
  ) {
    const { kind: what, state, member, fields } = one;
    const about = {
      what,
      state,
      ...(member !== null && { member: member.id }),
      ...(fields.length > 0 && { names: fields }),
      version,
      ...more,
    };
    return deps.audit.draft({ kind: "trust-change", by: actor, about });
  }

  function messagesOf(one: StoredTrustChange, earlierMails?: readonly string[]) {
    const { kind, state, by, member, fields, at, from, needsApproval, approvedBy } = one;
    const isOpen = needsApproval && approvedBy === undefined;
    return deps.outbox.messagesForTrust(
      { kind, state, by: by.email, member: member?.email ?? null, fields, at, from: isOpen ? null : from },
      earlierMails,
    );
  }

  const isWaiting = (part: TrustPart, kind: TrustKind, member: TrustActor | null) =>
    part.changes.filter(({ state }) => state === "waits").length >= max ||
    (kind !== "api-token" &&
      part.changes.some((one) => one.state === "waits" && one.kind === kind && one.member?.id === member?.id));

  /** The part with changes made now, and with the credentials of the owners at this time. */
  async function withMade(part: TrustPart, made: readonly StoredTrustChange[]): Promise<TrustPart> {
    const all = await owners.credentials();
    const credentials = new Map((await owners.list()).map(({ id }) => [id, all.get(id) ?? []]));
    return withChanges(part, made, { credentials, now: now() });
  }

  /** Decides on the sections of the settings that an owner changes. */
  const holdSections: HoldSections = async ({ sections, next, by, part: stored }) => {
    let part = trustPartOf(stored);
    const isKnown = await hadSecond(part, await deps.rule());
    const made: StoredTrustChange[] = [];
    for (const { name, fields } of sections) {
      if (isWaiting(part, name, null)) return { ok: false, reason: "waits already" };
      const wait = await waitFor(name, by.id, null);
      const payload = next[name] ?? null;
      const values = shownValues(payload, fields);
      made.push(await changeOf(name, { by, member: null, fields, values, payload }, wait));
    }
    // If there is no second owner, there is nobody else to notify.
    if (isKnown) part = await withMade({ ...part, hadSecondOwner: true }, made);
    return {
      ok: true,
      waits: made.flatMap(({ kind, state }) => (state === "waits" && isSection(kind) ? [kind] : [])),
      part: isKnown ? { trust: part } : {},
      entries: (version) => made.filter(({ state }) => state === "waits").map((one) => entryOf(one, version, by)),
      messages: async (earlierMails) => (await Promise.all(made.map((one) => messagesOf(one, earlierMails)))).flat(),
    };
  };

  /** Changes the part; `make` returns null if nothing changes. False during an alarm. */
  async function change(
    make: (
      part: TrustPart,
      version: number,
    ) => Promise<{
      part: TrustPart;
      entry?: AuditDraft;
      told?: StoredTrustChange;
      section?: readonly [TrustSection, unknown];
    } | null>,
  ): Promise<boolean> {
    const isTaken = await settings.replacePart("trust", async (stored, version) => {
      const made = await make(trustPartOf(stored), version);
      if (made === null) return null;
      const messages = made.told === undefined ? [] : await messagesOf(made.told);
      return { part: made.part, entry: made.entry ?? null, messages, ...(made.section && { section: made.section }) };
    });
    deps.outbox.wake();
    return isTaken;
  }

  /** Marks a change as in effect or stopped. */
  async function settle(
    id: string,
    actor: TrustActor | null,
    outcome: EffectOutcome,
    payload?: unknown,
  ): Promise<void> {
    await change(async (part, version) => {
      const found = part.changes.find((one) => one.id === id && one.state === "waits");
      if (found === undefined) return null;
      const { claimedAt: _claim, ...rest } = found;
      const state = outcome.ok ? ("done" as const) : ("stopped" as const);
      const settled = { ...rest, state, sealed: "", settledAt: now() };
      let next = withChange(part, settled);
      const { reset, link } = outcome;
      if (reset !== undefined && found.member !== null && found.by.id !== found.member.id)
        next = withReset(next, found.member.id, { by: found.by.id, at: now(), factors: reset.factors });
      if (link !== undefined) next = { ...next, links: [...next.links, { ...link, by: found.by.id }] };
      const section = outcome.ok && isSection(found.kind) ? ([found.kind, payload] as const) : undefined;
      const entry = entryOf(settled, version, actor);
      return { part: next, entry, told: settled, ...(section && { section }) };
    });
  }

  /** Puts a change in effect. True once it is. */
  async function putInEffect(id: string, approvedBy: TrustActor | null): Promise<boolean> {
    let claimed: StoredTrustChange | undefined;
    await change(async (part) => {
      claimed = undefined;
      const found = part.changes.find((one) => one.id === id && one.state === "waits");
      if (found === undefined || now() < (found.claimedAt ?? -Infinity) + claimFor) return null;
      claimed = found;
      return { part: withChange(part, { ...found, claimedAt: now() }) };
    });
    if (claimed === undefined) return false;
    const { kind, by, member, sealed, at } = claimed;
    const text = await deps.encryption.decrypt(sealed, context(id));
    // The member who requested it is no owner any more, or another key encrypted it.
    const isPossible = text !== null && (await owners.since(by.id)) !== undefined;
    const payload: unknown = text === null ? null : JSON.parse(text);
    const run = isSection(kind) || kind === "new-owner" ? undefined : effects?.[kind];
    const outcome: EffectOutcome = !isPossible
      ? { ok: false }
      : run === undefined
        ? { ok: isSection(kind) }
        : await run({ by, member: member ?? by, payload: payload as never, at });
    await settle(id, approvedBy, outcome, payload);
    return outcome.ok;
  }

  /** Puts due changes in effect, and erases expired ones. */
  async function poll(): Promise<void> {
    const part = await read();
    const isSecond = !part.hadSecondOwner && (await owners.list()).length > 1;
    const isOld = pruned(part, now()) !== part;
    if (isSecond || isOld)
      await change(async (current) => ({
        part: { ...pruned(current, now()), hadSecondOwner: current.hadSecondOwner || isSecond },
      }));
    const due = part.changes.filter(
      ({ state, from, needsApproval, approvedBy }) =>
        state === "waits" && from <= now() && (!needsApproval || approvedBy !== undefined),
    );
    for (const { id, approvedBy = null } of due) {
      if (!(await isStillEnough(id))) continue;
      await putInEffect(id, approvedBy);
    }
    await settings.eraseEarlierMails();
  }

  /**
   * Returns whether a change whose wait is over may take effect. The approval rule puts nothing in effect by time
   * alone, even if that rule came later.
   */
  async function isStillEnough(id: string): Promise<boolean> {
    const found = (await read()).changes.find((one) => one.id === id);
    if (found === undefined || found.needsApproval) return found !== undefined;
    const wait = await waitFor(found.kind, found.by.id, found.member?.id ?? null, found.at);
    if (wait.kind !== "approval") return true;
    await change(async (part) => {
      const current = part.changes.find((one) => one.id === id && one.state === "waits");
      return current === undefined ? null : { part: withChange(part, { ...current, needsApproval: true }) };
    });
    return false;
  }

  /** Returns why this owner may not approve a change now, or at all. */
  function refusalOf(part: TrustPart, one: StoredTrustChange, approver: string, since: number | null | undefined) {
    if (since === undefined || one.by.id === approver || one.member?.id === approver)
      return { reason: "own change" } as const;
    if (areOne(part.resets, approver, one.by.id)) return { reason: "reset" } as const;
    return approvalRefusal(since, { proposedAt: one.at, now: now() });
  }

  /**
   * Returns an owner who reads of changes. `counts` tells whether the session shows that it is the owner who has read
   * of a change: it is older than the change, or everything that the account can be signed in with is. Whoever made the
   * change could have set newer credentials.
   */
  async function readerOf({ member: { id }, startedAt }: Reader) {
    const since = await owners.since(id);
    const credentials = (await owners.credentials()).get(id) ?? [];
    const isOwners = (at: number) => since === null || (since ?? Infinity) < at;
    return {
      id,
      since,
      counts: (part: TrustPart, at: number) =>
        isOwners(at) && (startedAt < at || hasOnlyOlder(part, id, credentials, at)),
    };
  }

  function view(
    part: TrustPart,
    one: StoredTrustChange,
    { id: viewer, since, counts }: Awaited<ReturnType<typeof readerOf>>,
  ): TrustChange {
    const { id, kind, by, at, member, fields, state, from, needsApproval, approvedBy, settledAt, seenBy } = one;
    const isOpen = needsApproval && approvedBy === undefined;
    return {
      id,
      kind,
      state,
      by: by.email,
      at: instant(at),
      member: member?.email ?? null,
      fields: [...fields],
      values: { ...one.values },
      takesEffectAt: state !== "waits" || isOpen ? null : instant(from),
      earliestAt: instant(from),
      needsApproval: state === "waits" && isOpen,
      approvedBy: approvedBy?.email ?? null,
      settledAt: instantOrNull(settledAt ?? null),
      canApprove: state === "waits" && isOpen && refusalOf(part, one, viewer, since) === null,
      approvesFrom: instantOrNull(approvesFrom(since ?? null, now())),
      isSeen: seenBy.includes(viewer),
      countsAsSeen: counts(part, at),
    };
  }

  return {
    holdSections,
    waitFor,
    poll,

    /** Sets what puts each kind of change in effect. */
    useEffects(made: Effects): void {
      effects = made;
    },

    /** Lets a change wait by the rule, or records that it takes effect now, which the caller then does. */
    async hold(
      kind: Exclude<TrustKind, TrustSection | "new-owner">,
      about: { by: TrustActor; member?: TrustActor; payload: unknown },
    ): Promise<Held> {
      const { by, member = null, payload } = about;
      const wait: TrustWait = await waitFor(kind, by.id, member?.id ?? null);
      const made = await changeOf(kind, { by, member, fields: [], payload }, wait);
      if (wait.kind === "none" && !(await hadSecond(await read(), await deps.rule()))) return { ok: true, waits: null };
      let isTwice = false;
      const isTaken = await change(async (part, version) => {
        isTwice = wait.kind !== "none" && isWaiting(part, kind, member);
        if (isTwice) return null;
        const next = await withMade({ ...part, hadSecondOwner: true }, [made]);
        // A change without a wait has entries and warnings of its own.
        return wait.kind === "none" ? { part: next } : { part: next, entry: entryOf(made, version, by), told: made };
      });
      if (isTwice || (!isTaken && wait.kind !== "none")) return { ok: false, reason: "waits already" };
      if (wait.kind === "none") return { ok: true, waits: null };
      return {
        ok: true,
        waits: { id: made.id, from: wait.kind === "approval" ? null : wait.from, earliest: wait.from },
      };
    },

    /** Lists waiting and recent changes as this owner may see them, newest first. */
    async list(reader: Reader): Promise<TrustChange[]> {
      const part = await read();
      const viewer = await readerOf(reader);
      const joinedAt = (await owners.list()).find(({ id }) => id === viewer.id)?.createdAt ?? 0;
      return part.changes
        .filter(({ state, at }) => state === "waits" || at >= joinedAt)
        .toReversed()
        .map((one) => view(part, one, viewer));
    },

    /** Approves a change that another owner has made. A reset still waits for its time. */
    async approve(id: string, actor: TrustActor): Promise<TrustOutcome> {
      const since = await owners.since(actor.id);
      let outcome: TrustOutcome = { ok: false, reason: "gone" };
      const isTaken = await change(async (part, version) => {
        outcome = { ok: false, reason: "gone" };
        const found = part.changes.find((one) => one.id === id && one.state === "waits");
        if (found === undefined || !found.needsApproval || found.approvedBy !== undefined) return null;
        const refused = refusalOf(part, found, actor.id, since);
        outcome = refused === null ? { ok: true, isInEffect: false } : { ok: false, ...refused };
        if (refused !== null) return null;
        const approved = { ...found, approvedBy: { id: actor.id, email: actor.email } };
        return { part: withChange(part, approved), entry: entryOf(approved, version, actor, { approved: true }) };
      });
      if (!isTaken) return { ok: false, reason: "alarm" };
      const found = (await read()).changes.find((one) => one.id === id);
      if (!outcome.ok || found === undefined || found.from > now()) return outcome;
      return { ok: true, isInEffect: await putInEffect(id, actor) };
    },

    /** Stops a change that waits: any owner may. */
    async stop(id: string, actor: TrustActor | null): Promise<TrustOutcome> {
      let outcome: TrustOutcome = { ok: false, reason: "gone" };
      const isTaken = await change(async (part, version) => {
        outcome = { ok: false, reason: "gone" };
        const found = part.changes.find((one) => one.id === id && one.state === "waits");
        if (found === undefined || now() < (found.claimedAt ?? -Infinity) + claimFor) return null;
        const stopped = { ...found, state: "stopped" as const, sealed: "", settledAt: now() };
        outcome = { ok: true, isInEffect: false };
        return { part: withChange(part, stopped), entry: entryOf(stopped, version, actor), told: stopped };
      });
      return isTaken ? outcome : { ok: false, reason: "alarm" };
    },

    /** Marks a change as seen by this owner, in a session whose credentials are older. */
    async markSeen(id: string, reader: Reader): Promise<TrustOutcome> {
      const readerMember = await readerOf(reader);
      let outcome: TrustOutcome = { ok: false, reason: "gone" };
      const isTaken = await change(async (part) => {
        const found = part.changes.find((one) => one.id === id);
        if (found === undefined) return null;
        outcome = readerMember.counts(part, found.at)
          ? { ok: true, isInEffect: found.state === "done" }
          : { ok: false, reason: "newer credentials" };
        if (!outcome.ok || found.seenBy.includes(readerMember.id)) return null;
        return { part: withChange(part, { ...found, seenBy: [...found.seenBy, readerMember.id] }) };
      });
      return isTaken ? outcome : { ok: false, reason: "alarm" };
    },

    /** Stops what a member has asked for, as when they lose the right to. */
    async withdrawOf(memberId: string): Promise<void> {
      for (const { id, by, state } of (await read()).changes)
        if (state === "waits" && by.id === memberId) await this.stop(id, null);
    },

    /**
     * Returns whether one of two owners has reset the other's credentials: neither approves what the other proposes.
     */
    areOne: async (one: string, other: string): Promise<boolean> => areOne((await read()).resets, one, other),

    /** Remembers who made a one-time link for an owner; null is the operator. */
    async linkMade(hash: string, memberId: string | null, until: number): Promise<void> {
      // Before there is a second owner, no link has to wait.
      if (!(await hadSecond(await read(), await deps.rule()))) return;
      await change(async (part) => ({ part: { ...part, links: [...part.links, { hash, by: memberId, until }] } }));
    },

    /** Returns who made this link: an owner's id, null for the operator, undefined if it was mailed. */
    linkMaker: async (hash: string): Promise<string | null | undefined> =>
      (await read()).links.find((link) => link.hash === hash)?.by,

    /** Records that an owner has reset another one's credentials. */
    async recordReset(memberId: string, reset: CredentialReset): Promise<void> {
      if (memberId !== reset.by) await change(async (part) => ({ part: withReset(part, memberId, reset) }));
    },

    /** A sign-in with a factor from before a reset shows that the account is still theirs. */
    async signedInWith(memberId: string, factor: string): Promise<void> {
      const hasFactor = ({ factors }: CredentialReset) => factors.includes(factor);
      if (withoutResets(await read(), memberId, hasFactor) === (await read())) return;
      await change(async (part) => ({ part: withoutResets(part, memberId, hasFactor) }));
    },

    /** Returns the waiting changes that this owner made or that are about them, for the operator. */
    async waitingOf(
      email: string,
    ): Promise<Array<Pick<StoredTrustChange, "id" | "kind" | "fields" | "by" | "member" | "at">>> {
      const isTheirs = (one: TrustActor | null) => one?.email.toLowerCase() === email.toLowerCase();
      const all = (await read()).changes.filter(({ state }) => state === "waits");
      return all.filter(({ by, member }) => isTheirs(by) || isTheirs(member));
    },

    /** Puts a waiting change in effect, for the operator. */
    endWait: (id: string): Promise<boolean> => putInEffect(id, null),

    /** Records for the operator that this account is the member's own, whoever has reset its credentials. */
    async trustAccount(memberId: string): Promise<void> {
      const part = await read();
      const isIn = (resets: TrustPart["resets"]) =>
        Object.entries(resets).some(([id, all]) => id === memberId || all.some(({ by }) => by === memberId));
      if (isIn(part.resets)) await change(async (current) => ({ part: withoutResets(current, memberId, () => true) }));
    },

    /** Kinds that are about an account, for the team page. */
    isAboutTeam: (kind: TrustKind) => trustKinds[kind].about === "team",
  };
}
