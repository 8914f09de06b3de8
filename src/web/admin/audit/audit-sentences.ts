import { teamCopy } from "#copy/current.ts";
import type { AuditEntryView, AuditedChange } from "#contract/audit.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { type AuditDeclarations, auditEvents, type AuditFact, type AuditKind, type FactKind } from "#domain/audit.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { fileSize } from "#domain/file-size.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { settingNames } from "#domain/settings.ts";
import { senderKinds } from "#domain/inquiries/blocked-sender.ts";
import { channelName, ruleText } from "../channels/history/change-sentences.ts";
import { kindNames as sendersText } from "../inbox/blocked/sender-kinds.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { settingTexts } from "../settings/setting-texts.ts";
import { siteLabel } from "../settings/site/site-label.ts";
import { personName } from "../shell/person.tsx";

/** One part of what an entry adds to its verb: a text, or a value before and after. */
export type Detail = string | { label: string; before: string; after: string };

/** An entry as a sentence, whose subject stands before it: `what` is the verb, then come the details. */
interface Sentence {
  what: string;
  details: Detail[];
}

/** Data that a sentence needs besides the entry. */
interface SentenceContext {
  /** A member's email by id; undefined for one that is not listed. */
  emailOf: (id: string) => string | undefined;
  /** An instant as text, in the site's time zone. */
  when: (instant: string) => string;
  /** The change of the channels that the entry names; undefined if their history no longer has it. */
  change?: AuditedChange | undefined;
  /** Number of entries that the sentence stands for; `isOpen` if there may be more of them. */
  count?: number;
  isOpen?: boolean;
}

/** An entry as a sentence. Other entries of one bulk action count into it. */
export function sentenceOf(entry: AuditEntryView, context: SentenceContext): Sentence {
  const { kind } = entry;
  if (context.change !== undefined && kind === "channels-changed") return changeSentence(context.change);
  const messages: Messages = teamCopy.audit.done;
  const message: string | ((values: never) => string) = messages[kind];
  // The type of all messages shows that each gets what it takes.
  const text = typeof message === "string" ? message : message(valuesOf(entry, context) as never);
  const [what = "", ...details] = text.split("\n");
  return { what, details: details.filter((detail) => detail !== "") };
}

/** A message for each event, which takes no more than the facts that the event declares. */
type Messages = { [Kind in AuditKind]: string | ((values: Values<AuditDeclarations[Kind]>) => string) };
type Values<Event> = (Event extends { says: infer Says } ? { [Name in keyof Says]: Value<Says[Name]> } : unknown) &
  (Event extends { groupedWithin: number } ? { entries: number; hasMore: boolean } : unknown);
type Value<Shown> = Shown extends `${infer Kind}?` ? Value<Kind> | null : Shown extends FactKind ? Texts[Shown] : never;

/** The values of an entry's message: its facts, and for how many entries it stands. */
function valuesOf({ kind, about, problem }: AuditEntryView, context: SentenceContext) {
  const { count = 1, isOpen = false } = context;
  const facts = Object.entries(auditEvents[kind].says ?? {}).map(([name, shown]) => {
    const fact = shown.startsWith("reason") ? (problem ?? about[name]) : about[name];
    const text = factTexts[shown.replace("?", "") as FactKind](fact, context);
    return [name, shown.endsWith("?") && ((fact ?? null) === null || text === "") ? null : text];
  });
  return { entries: count, hasMore: isOpen, ...Object.fromEntries(facts) };
}

/** The value that a message gets for a fact, by its kind. */
type Texts = { [Kind in FactKind]: ReturnType<(typeof factTexts)[Kind]> };

/** Returns the value that a message gets for a fact of each kind; empty, 0 or false if there is none. */
const factTexts = {
  text: factText,
  number: (fact) => (typeof fact === "number" ? fact : 0),
  flag: (fact) => fact === true,
  person,
  time: (fact, { when }) => (Number.isNaN(Date.parse(factText(fact))) ? factText(fact) : when(factText(fact))),
  size: (fact) => (typeof fact === "number" ? fileSize(fact) : ""),
  length: (fact) => (Array.isArray(fact) ? fact.length : 0),
  list: (fact) => namesIn(fact).join(", "),
  filters: (fact) => factText(fact).toLowerCase(),
  reason: factText,
  senderKinds: (fact) => sendersText(senderKinds.filter((kind) => namesIn(fact).includes(kind))),
  siteFields: (fact) => namesIn(fact).map(siteLabel).join(", "),
  profileFields: (fact) =>
    namesIn(fact)
      .map((field) => wordOf(teamCopy.audit.profileFields, field))
      .join("\n"),
  status: (fact) => wordOf(teamCopy.inbox.statuses, fact),
  channelChange: (fact) => wordOf(teamCopy.audit.channels.kinds, fact),
  trustChange: (fact) => wordOf(teamCopy.trust.kinds, fact),
} satisfies Record<FactKind, (fact: AuditFact | undefined, context: SentenceContext) => string | number | boolean>;

/** The text of a fixed name; empty for one that the table does not have. */
function wordOf(table: Readonly<Record<string, string>>, name: AuditFact | undefined): string {
  return table[String(name)] ?? "";
}

const namesIn = (fact: AuditFact | undefined): readonly string[] => (Array.isArray(fact) ? fact : []);

/** A member by name. */
function person(fact: AuditFact | undefined, { emailOf }: SentenceContext): string {
  if (typeof fact !== "string") return teamCopy.audit.nobody;
  const email = emailOf(fact);
  return email === undefined ? teamCopy.audit.notListed : personName(email);
}

/** A fact's value as text; empty if there is none. */
function factText(fact: AuditFact | undefined): string {
  if (fact === null || fact === undefined) return "";
  // A line of a sentence is a detail of it.
  return typeof fact === "object" ? fact.map(factName).join(", ") : String(fact).replaceAll(/\s*\n\s*/g, " ");
}

function factName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  const names: Readonly<Record<string, string | undefined>> = teamCopy.audit.facts;
  const setting = settingNames.find((known) => known === name);
  return (
    (setting && settingTexts(setting).inLog) ??
    names[name] ??
    words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
  );
}

/** The number of channels in a sentence; the history has the others. */
const maxListed = 3;

function changeSentence({ kind, before, after, rule, approvedBy }: AuditedChange): Sentence {
  const now = new Map(after.map((channel) => [channel._id, channel]));
  const old = new Set(before.map(({ _id }) => _id));
  const listed = [
    ...before.flatMap((channel) => differences(channel, now.get(channel._id))),
    ...after.filter(({ _id }) => !old.has(_id)).map(channelName),
  ];
  return {
    what: teamCopy.audit.channels.kinds[kind],
    details: [
      ...(rule === undefined ? [] : [{ label: "", before: ruleText(rule.before), after: ruleText(rule.after) }]),
      ...listed.slice(0, maxListed),
      ...(listed.length > maxListed ? [teamCopy.audit.channels.more(listed.length - maxListed)] : []),
      ...(typeof approvedBy !== "string" ? [] : [teamCopy.audit.channels.approvedBy(personName(approvedBy))]),
    ],
  };
}

/** Returns the changes of a channel; its name if there is nothing else to say. */
function differences(before: TeamChannel, after: TeamChannel | undefined): Detail[] {
  if (after === undefined) return [channelName(before)];
  const { label } = brandCopy(before.type);
  const isMoved = before.type !== after.type || before.value !== after.value;
  const details: Detail[] = [];
  if (before.type !== after.type) details.push({ label: "", before: channelName(before), after: channelName(after) });
  else if (isMoved) details.push({ label, before: before.value, after: after.value });
  const name = isMoved ? label : channelName(before);
  const shown = (isActive: boolean) => (isActive ? teamCopy.audit.channels.shown : teamCopy.audit.channels.hidden);
  if (before.isActive !== after.isActive)
    details.push({ label: name, before: shown(before.isActive), after: shown(after.isActive) });
  const { descriptionOf, noDescription } = teamCopy.audit.channels;
  const described = (which: string, was = "", is = "") => {
    if (was !== is) details.push({ label: which, before: was || noDescription, after: is || noDescription });
  };
  described(descriptionOf(name), before.proof, after.proof);
  for (const language of furtherLanguages) {
    const inLanguage = teamCopy.site.translated(descriptionOf(name), languageName(language));
    described(inLanguage, before.translations?.[language], after.translations?.[language]);
  }
  if (JSON.stringify(before.hours) !== JSON.stringify(after.hours)) details.push(teamCopy.audit.channels.hoursOf(name));
  return details.length === 0 ? [name] : details;
}
