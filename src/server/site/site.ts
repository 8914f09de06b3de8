import type { ServerText } from "#copy/server/say.ts";
import { randomUUID } from "node:crypto";
import type { Member } from "#contract/auth/session.ts";
import {
  type FigureName,
  type Site,
  type SiteFields,
  siteFieldsSchema,
  withoutDefaultFigures,
} from "#contract/site/site.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import type { BriefNotice } from "#contract/trust.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { type ApprovalRefusal, approvalRefusal, approvesFrom } from "#domain/member.ts";
import {
  changesBetween,
  type FieldChange,
  isSame,
  isSensitivePath,
  reversed,
  valueAt,
  withChanges,
  withValue,
} from "#domain/site-changes.ts";
import { day, minute } from "#domain/time/durations.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import type { Audit } from "../audit/audit.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { Config } from "../config.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import { isBriefChange, unapprovedBriefNotices } from "./brief-notice.ts";
import { replaceSite } from "./live-site.ts";
import { missingTexts } from "./missing-texts.ts";
import { decidedAfter, figuresOf, unconfirmedIn } from "./figures.ts";
import { readableValues } from "./readable-values.ts";
import { errorsOf, shortened, type TextSurroundings, textProblems, withCleanLogos } from "./site-checks.ts";

export type SiteService = ReturnType<typeof createSiteService>;

type Actor = Pick<Member, "id" | "email"> | null;

interface SiteChange {
  number: number;
  at: number;
  by: Actor;
  approvedBy?: Actor;
  changes: FieldChange[];
  isSensitive: boolean;
  undoes?: number;
}

/** The site's part of the signed settings. */
interface SitePart {
  version: number;
  /** Null while the configuration file decides. */
  values: SiteFields | null;
  /** The figures that an owner has confirmed, edited or removed. */
  decidedFigures?: FigureName[];
  /** The last changes, oldest first. */
  history: SiteChange[];
  draft: { values: SiteFields; by: Actor; at: number } | null;
  proposal: {
    id: string;
    changes: FieldChange[];
    by: Actor;
    /** Whose draft it took a sensitive value from: they do not count as the second owner either. */
    draftBy?: Actor;
    at: number;
    publishAt: number | null;
    undoes?: number;
  } | null;
}

/** The result of a change by an owner. */
export type SiteOutcome =
  | { ok: true; isPending: boolean }
  | { ok: false; reason: "stale" | "fixed" | "alarm" | "waits already" | "missing" | "changed since" | "not allowed" }
  | ({ ok: false } & ApprovalRefusal)
  | { ok: false; reason: "wrong field"; errors: Record<string, ServerText> };

/** Min time for which a sensitive change stays in the history, however much follows. */
const recently = day;

const none: SitePart = { version: 0, values: null, history: [], draft: null, proposal: null };

/**
 * The site as owners edit it: names, texts, figures and legal particulars, stored with the signed settings. A sensitive
 * change waits for a second owner or a delay, by the rule for channels. `config.site` always shows what is in effect.
 */
export function createSiteService(deps: {
  settings: Pick<SettingsService, "part" | "replacePart">;
  config: Pick<Config, "site" | "siteFile" | "siteFileOfOldStore" | "siteIsFixed">;
  audit: Pick<Audit, "draft">;
  outbox: Pick<Outbox, "messagesForSiteChange" | "wake">;
  owners: Pick<Owners, "list" | "since" | "areOne">;
  /** Returns the rule that a channel's sensitive change waits for. */
  rule: () => Promise<PublishingRule>;
  /** Returns the test that tells our channels from others, which no text may name. */
  places: () => Promise<IsOurs>;
  /** The channels' descriptions, which stand among our texts. */
  descriptions: () => Promise<TextSurroundings["describedIn"]>;
  now: () => number;
}) {
  const { settings, config, now } = deps;
  const { siteIsFixed } = config;
  /** The configuration file's values for this store. */
  let siteFile = config.siteFileOfOldStore;

  async function readFile(): Promise<void> {
    const hasDefaultFigures = (await settings.part("hasDefaultFigures")) === true;
    siteFile = hasDefaultFigures ? config.siteFile : config.siteFileOfOldStore;
  }

  async function read(): Promise<SitePart> {
    await readFile();
    const part = partOf(await settings.part("site"));
    const { version, decidedFigures = [] } = part;
    return siteIsFixed ? { ...none, version, decidedFigures } : part;
  }

  /** Parses an owner's input: fields that it leaves out are as in a configuration file. */
  const parse = (input: unknown) =>
    siteFieldsSchema.safeParse(siteFile === config.siteFile ? input : withoutDefaultFigures(input));

  const fieldsOf = ({ values }: SitePart): SiteFields =>
    siteIsFixed ? fieldsOfFile(siteFile) : (values ?? fieldsOfFile(siteFile));

  const figureViews = (part: SitePart) =>
    figuresOf(fieldsOf(part), part.decidedFigures ?? [], siteFile === config.siteFileOfOldStore);

  let unconfirmed: FigureName[] = [];

  /** Puts the stored site in effect, and publishes a change whose delay is over. */
  async function poll(): Promise<void> {
    const part = await read();
    // Before what is due, which cannot be published during an alarm.
    replaceSite(config.site, siteOf(part));
    unconfirmed = unconfirmedIn(figureViews(part), fieldsOf(part));
    const { proposal } = part;
    if (proposal !== null && proposal.publishAt !== null) {
      // The approval rule publishes no proposal by time alone, even if the rule comes later.
      const needsApproval = (await deps.rule()).kind === "approval";
      if (needsApproval || proposal.publishAt <= now()) {
        await change(null, async (current) => {
          const due = current.proposal;
          if (due?.id !== proposal.id || due.publishAt === null) return { ok: false, reason: "missing" };
          if (needsApproval) return silently({ ...current, proposal: { ...due, publishAt: null } });
          const made = await published(current, due.changes, { by: due.by, undoes: due.undoes, isProposal: true });
          return made.ok ? made : withdrawn(current);
        });
      }
    }
  }

  const surroundings = async (): Promise<TextSurroundings> => ({
    isOurs: await deps.places(),
    describedIn: await deps.descriptions(),
    now: now(),
  });

  function siteOf(part: SitePart): Site {
    const { legal, ...fields } = fieldsOf(part);
    return { ...siteFile, ...fields, legal: { ...siteFile.legal, ...legal } };
  }

  /**
   * Outcome of a change: the part to store, or why it is refused. `notified` are the changes that owners are notified
   * of.
   */
  type Made =
    | {
        ok: true;
        isPending: boolean;
        part: SitePart;
        notified: FieldChange[];
        names: string[];
        isWithdrawn?: boolean;
        /** The value of a figure that an owner has confirmed. */
        confirmed?: string;
      }
    | Extract<SiteOutcome, { ok: false }>;

  async function change(
    member: Actor,
    make: (part: SitePart) => Made | Promise<Made>,
    expected?: number,
    { isForFixed = false } = {},
  ): Promise<SiteOutcome> {
    let outcome: SiteOutcome = { ok: false, reason: "alarm" };
    if (siteIsFixed && !isForFixed) return { ok: false, reason: "fixed" };
    await readFile();
    const isTaken = await settings.replacePart("site", async (stored, version) => {
      const part = partOf(stored);
      if (expected !== undefined && part.version !== expected) {
        outcome = { ok: false, reason: "stale" };
        return null;
      }
      const made = await make(part);
      outcome = made.ok ? { ok: true, isPending: made.isPending } : made;
      if (!made.ok) return null;
      const { names, isPending, notified, isWithdrawn = false, confirmed } = made;
      const actor = member === null ? null : { id: member.id, email: member.email };
      const entry =
        names.length === 0
          ? null
          : deps.audit.draft({
              kind: "site-changed",
              by: actor,
              about: {
                names,
                version,
                ...(isPending && { waits: true }),
                ...(isWithdrawn && { withdrawn: true }),
                ...(confirmed !== undefined && { confirmed }),
              },
            });
      const messages =
        notified.length === 0
          ? []
          : await deps.outbox.messagesForSiteChange({
              by: member?.email ?? null,
              waits: isPending,
              changes: readable(notified),
            });
      return { part: { ...made.part, version: part.version + 1 }, entry, messages };
    });
    if (!isTaken) return { ok: false, reason: "alarm" };
    deps.outbox.wake();
    await poll();
    return outcome;
  }

  /**
   * `changes` in effect, with their entry in the history, if they still fit and name nobody else. Any other proposal
   * still waits.
   */
  async function published(
    part: SitePart,
    changes: FieldChange[],
    about: { by: Actor; approvedBy?: Actor; undoes?: number | undefined; isProposal?: boolean; isRemoval?: boolean },
  ): Promise<Made> {
    const values = siteFieldsSchema.safeParse(withChanges(fieldsOf(part), changes));
    if (!values.success) return { ok: false, reason: "changed since" };
    const errors =
      about.isRemoval === true ? {} : textProblems(changes, fieldsOf(part), values.data, await surroundings());
    if (Object.keys(errors).length > 0) return { ok: false, reason: "wrong field", errors };
    const { by, approvedBy, undoes, isProposal = false } = about;
    const sensitive = changes.filter(({ path }) => isSensitivePath(path));
    const entry: SiteChange = {
      number: (part.history.at(-1)?.number ?? 0) + 1,
      at: now(),
      by,
      ...(approvedBy !== undefined && { approvedBy }),
      changes,
      isSensitive: sensitive.length > 0,
      ...(undoes !== undefined && { undoes }),
    };
    const history = shortened([...part.history, entry], now() - recently);
    const proposal = isProposal ? null : part.proposal;
    const decidedFigures = decidedAfter(part.decidedFigures ?? [], changes);
    const next = { ...part, values: values.data, decidedFigures, history, proposal };
    return { ok: true, isPending: false, part: next, notified: sensitive, names: changes.map(({ path }) => path) };
  }

  /** A change that is no news: without an entry in the audit log. */
  const silently = (part: SitePart): Extract<Made, { ok: true }> => ({
    ok: true,
    isPending: false,
    part,
    notified: [],
    names: [],
  });

  const withdrawn = (part: SitePart): Made => ({
    ok: true,
    isPending: false,
    part: { ...part, proposal: null },
    notified: [],
    isWithdrawn: true,
    names: (part.proposal?.changes ?? []).map(({ path }) => path),
  });

  /** Tells the numbers of the lists of channels, helplines and reporting places from others. */
  async function listedNumbers(part: SitePart): Promise<IsOurs> {
    const { helplines, reporting } = fieldsOf(part);
    const isChannel = await deps.places();
    const listed = new Set([...helplines, ...reporting].map(({ phone = "" }) => digitsOf(phone)));
    return (number) => listed.has(digitsOf(number)) || isChannel(number);
  }

  /** Returns whether some of these changes are sensitive, other than notices that may be published at once. */
  async function waits(part: SitePart, changes: readonly FieldChange[]): Promise<boolean> {
    const { notices } = fieldsOf(part);
    const isOurs = await listedNumbers(part);
    return changes.some(({ path, after }) => {
      if (path !== "notices") return isSensitivePath(path);
      return !isBriefChange(notices, (after ?? []) as SiteFields["notices"], { isOurs, now: now() });
    });
  }

  /** Publishes changes, or lets a sensitive one wait by the rule, also where it undoes another one. */
  async function publishOrPropose(
    part: SitePart,
    changes: FieldChange[],
    actor: Actor,
    undoes?: SiteChange,
  ): Promise<Made> {
    const rule = await deps.rule();
    if (rule.kind === "none" || !(await waits(part, changes)))
      return published(part, changes, { by: actor, undoes: undoes?.number });
    if (part.proposal !== null) return { ok: false, reason: "waits already" };
    const publishAt = rule.kind === "delay" ? now() + rule.minutes * minute : null;
    const undone = undoes === undefined ? {} : { undoes: undoes.number };
    const draftBy = draftAuthor(part.draft, changes, actor);
    const author = draftBy === null ? {} : { draftBy };
    const proposal = { id: randomUUID(), changes, by: actor, ...author, at: now(), publishAt, ...undone };
    const names = changes.map(({ path }) => path);
    return { ok: true, isPending: true, part: { ...part, proposal }, notified: changes, names };
  }

  async function view(member: Member): Promise<SiteView> {
    const part = await read();
    const fields = fieldsOf(part);
    const { draft, proposal, history } = part;
    const since = await deps.owners.since(member.id);
    return {
      version: part.version,
      isFixed: siteIsFixed,
      values: fields,
      figures: figureViews(part),
      missing: missingTexts(fields, now()),
      draft: draft && { values: draft.values, by: draft.by?.email ?? null, at: instant(draft.at) },
      proposal: proposal && {
        id: proposal.id,
        changes: proposal.changes,
        by: proposal.by?.email ?? null,
        at: instant(proposal.at),
        publishesAt: instantOrNull(proposal.publishAt),
        isStale: withChanges(fields, proposal.changes) === null,
        canApprove:
          !(await mayBeAuthor(proposal, member)) &&
          since !== undefined &&
          approvalRefusal(since, { proposedAt: proposal.at, now: now() }) === null,
        approvesFrom: instantOrNull(approvesFrom(since ?? null, now())),
      },
      history: history.toReversed().map(({ by, approvedBy, at, ...entry }) => ({
        ...entry,
        at: instant(at),
        by: by?.email ?? null,
        ...(approvedBy !== undefined && { approvedBy: approvedBy?.email ?? null }),
        canUndo: withChanges(fields, reversed(entry.changes)) !== null,
      })),
    };
  }

  /** Returns whether a member has made this proposal, or one of the two has reset the other's credentials. */
  async function mayBeAuthor(proposal: NonNullable<SitePart["proposal"]>, member: Member): Promise<boolean> {
    if (isAuthor(proposal, member)) return true;
    const authors = [proposal.by, proposal.draftBy ?? null].flatMap((author) => author?.id ?? []);
    for (const author of authors) if (await deps.owners.areOne(author, member.id)) return true;
    return false;
  }

  return {
    poll,
    view,

    /** Publishes `input`, whole; a sensitive change may wait. `version` is the one that the owner has seen. */
    async save(input: unknown, version: number, actor: Member): Promise<SiteOutcome> {
      await readFile();
      const parsed = parse(input);
      if (!parsed.success) return { ok: false, reason: "wrong field", errors: errorsOf(parsed.error.issues) };
      return change(
        actor,
        async (part) => {
          const before = fieldsOf(part);
          const errors: Record<string, ServerText> = {};
          const values = await withCleanLogos(parsed.data, before, errors);
          const changes = changesBetween(before, values);
          Object.assign(errors, textProblems(changes, before, values, await surroundings()));
          // Together with those of the logos, before anything waits.
          if (Object.keys(errors).length > 0) return { ok: false, reason: "wrong field", errors };
          const { draft } = part;
          const isTaken = draft === null || draft.by?.id === actor.id || isSame(draft.values, values);
          const left = isTaken ? null : draft;
          if (changes.length === 0)
            return { ok: true, isPending: false, part: { ...part, draft: left }, notified: [], names: [] };
          const made = await publishOrPropose(part, changes, actor);
          // An undo or an approval leaves it to its author; so does a form that held something else.
          return made.ok ? { ...made, part: { ...made.part, draft: left } } : made;
        },
        version,
      );
    },

    /**
     * Decides on a figure: its own value confirms it, another one replaces it, an empty one takes it off the site. The
     * draft stays.
     */
    async decideFigure(name: FigureName, value: string, version: number, actor: Member): Promise<SiteOutcome> {
      const path = `figures.${name}`;
      return change(
        actor,
        async (part) => {
          const before = fieldsOf(part);
          const parsed = siteFieldsSchema.safeParse(withValue(before, path, value));
          if (!parsed.success) return { ok: false, reason: "wrong field", errors: errorsOf(parsed.error.issues) };
          const changes = changesBetween(before, parsed.data);
          if (changes.length === 0) {
            const decidedFigures = decidedAfter(part.decidedFigures ?? [], [{ path, before: value, after: value }]);
            return { ...silently({ ...part, decidedFigures }), names: [path], confirmed: parsed.data.figures[name] };
          }
          if (siteIsFixed) return { ok: false, reason: "fixed" };
          const errors = textProblems(changes, before, parsed.data, await surroundings());
          if (Object.keys(errors).length > 0) return { ok: false, reason: "wrong field", errors };
          return publishOrPropose(part, changes, actor);
        },
        version,
        { isForFixed: true },
      );
    },

    /** Figures that visitors see and nobody has confirmed, as last read. */
    unconfirmedFigures: (): readonly FigureName[] => unconfirmed,

    /** Returns the undecided figures: those that visitors see, and those that could be shown. */
    async undecidedFigures(): Promise<{ shown: FigureName[]; offered: FigureName[] }> {
      const part = await read();
      const views = figureViews(part);
      const notYet = unconfirmedIn(views, fieldsOf(part));
      const open = views.filter(({ isDecided }) => !isDecided).map(({ name }) => name);
      return { shown: notYet, offered: open.filter((name) => !notYet.includes(name)) };
    },

    /** Stores a draft for all owners, or discards it. */
    async saveDraft(input: unknown, version: number, actor: Member): Promise<SiteOutcome> {
      await readFile();
      const parsed = input === null ? null : parse(input);
      if (parsed?.success === false) return { ok: false, reason: "wrong field", errors: errorsOf(parsed.error.issues) };
      const values = parsed?.data ?? null;
      const draft = values && { values, by: { id: actor.id, email: actor.email }, at: now() };
      const drafted = (part: SitePart): Made => ({
        ok: true,
        isPending: false,
        part: { ...part, draft },
        notified: [],
        names: [],
      });
      return change(actor, drafted, version);
    },

    /** Undoes a change of the history, if its values are still those that it set. */
    undo: (number: number, actor: Member): Promise<SiteOutcome> =>
      change(actor, (part) => {
        const found = part.history.find((entry) => entry.number === number);
        if (found === undefined) return { ok: false, reason: "missing" };
        return publishOrPropose(part, reversed(found.changes), actor, found);
      }),

    /** Takes the notices with this text down at once, also if another one names somebody else by now. */
    takeDown: (text: string, actor: Member): Promise<SiteOutcome> =>
      change(actor, async (part) => {
        const { notices } = fieldsOf(part);
        const after = notices.filter((notice) => notice.text !== text);
        if (after.length === notices.length) return { ok: false, reason: "missing" };
        return published(part, [{ path: "notices", before: notices, after }], { by: actor, isRemoval: true });
      }),

    /** Returns the notices that other owners have published without waiting, under a rule by which changes wait. */
    async briefNotices({ id }: Pick<Member, "id">): Promise<BriefNotice[]> {
      const part = await read();
      if ((await deps.rule()).kind === "none") return [];
      const options = { viewer: id, isOurs: await listedNumbers(part), now: now() };
      return unapprovedBriefNotices(fieldsOf(part).notices, part.history, options).map(({ at, ...notice }) => ({
        ...notice,
        at: instant(at),
      }));
    },

    /** Publishes what waits; never by its own author. `id` is that of the proposal which the owner has read. */
    async approve(id: string, actor: Member): Promise<SiteOutcome> {
      const since = await deps.owners.since(actor.id);
      return change(actor, async (part) => {
        const { proposal } = part;
        if (proposal === null) return { ok: false, reason: "missing" };
        if (proposal.id !== id) return { ok: false, reason: "stale" };
        if (since === undefined || (await mayBeAuthor(proposal, actor))) return { ok: false, reason: "not allowed" };
        const refused = approvalRefusal(since, { proposedAt: proposal.at, now: now() });
        if (refused !== null) return { ok: false, ...refused };
        const approvedBy = { id: actor.id, email: actor.email };
        const about = { by: proposal.by, approvedBy, undoes: proposal.undoes, isProposal: true };
        return published(part, proposal.changes, about);
      });
    },

    /** Withdraws what waits. */
    withdraw: (id: string, actor: Member): Promise<SiteOutcome> =>
      change(actor, (part) => {
        if (part.proposal === null) return { ok: false, reason: "missing" };
        return part.proposal.id === id ? withdrawn(part) : { ok: false, reason: "stale" };
      }),

    /** Withdraws what a member has proposed, as when they lose the right to propose. */
    async withdrawOf(memberId: string): Promise<void> {
      if ((await read()).proposal?.by?.id !== memberId) return;
      await change(null, (part) =>
        part.proposal?.by?.id === memberId ? withdrawn(part) : { ok: false, reason: "missing" },
      );
    },

    /** Returns the published site as a configuration file. */
    async file(): Promise<SiteFields> {
      return fieldsOf(await read());
    },
  };
}

/** The stored part; the empty one if there is none. Only `change` writes it, and its signature has been verified. */
function partOf(stored: unknown): SitePart {
  if (stored === undefined) return none;
  const part = stored as SitePart;
  const drafted = readableValues(part.draft?.values);
  return {
    ...part,
    values: readableValues(part.values),
    draft: drafted && part.draft && { ...part.draft, values: drafted },
  };
}

const digitsOf = (number: string) => number.replace(/\D/g, "");

/** Returns whether a member has made this proposal, or the draft that it took a sensitive value from. */
function isAuthor({ by, draftBy }: Pick<NonNullable<SitePart["proposal"]>, "by" | "draftBy">, { id }: Member): boolean {
  return by?.id === id || draftBy?.id === id;
}

/** The owner whose draft has one of the sensitive values of these changes; null if that is nobody else. */
function draftAuthor(draft: SitePart["draft"], changes: readonly FieldChange[], actor: Actor): Actor {
  if (draft === null || draft.by?.id === actor?.id) return null;
  const isTaken = changes.some(
    ({ path, after }) => isSensitivePath(path) && isSame(valueAt(draft.values, path), after),
  );
  return isTaken ? draft.by : null;
}

function fieldsOfFile({ picture: _picture, legal, ...site }: Site): SiteFields {
  const { retentionDays: _retention, backupDays: _backups, ...own } = legal;
  return { ...site, legal: own };
}

/** Returns changes as text for a notification: a list counts as one value. */
function readable(changes: readonly FieldChange[]) {
  const textOf = (path: string, value: unknown) => {
    if (value === undefined) return "";
    if (path.endsWith(".logo")) return "a picture";
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return changes.map(({ path, before, after }) => ({
    path,
    before: textOf(path, before),
    after: textOf(path, after),
  }));
}
