import { teamCopy } from "#copy/current.ts";
import type { AuditEntryView, AuditedChange } from "#contract/audit.ts";
import type { Contact } from "#contract/channels/contact.ts";
import type { AuditFact, AuditKind } from "#domain/audit.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { fileSize } from "#domain/file-size.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { senderKinds } from "#domain/inquiries/blocked-sender.ts";
import { channelName, ruleText } from "../channels/history/change-sentences.ts";
import { kindNames as sendersText } from "../inbox/blocked/sender-kinds.ts";
import { languageName } from "#copy/locale/language-name.ts";
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

type Facts = Readonly<Record<string, AuditFact>>;
/** The facts of an entry as texts, and for how many entries it stands. */
interface EntryFacts {
  /** A fact as text; empty if there is none. */
  text: (name: string) => string;
  /** The `problem` of the entry, in the reader's language; the fact of an entry that an earlier version wrote. */
  reason: (name: string) => string;
  person: (name: string) => string;
  when: (name: string) => string;
  count: number;
  isOpen: boolean;
}

/** An entry as a sentence. Other entries of one bulk action count into it. */
export function sentenceOf({ kind, about, problem }: AuditEntryView, context: SentenceContext): Sentence {
  const { emailOf, when, change, count = 1, isOpen = false } = context;
  if (change !== undefined && kind === "channels-changed") return changeSentence(change);
  const [what, ...details] = sentences[kind](about, {
    text: (name) => factText(about[name]),
    reason: (name) => problem ?? factText(about[name]),
    person: (name) => person(about[name], emailOf),
    when: (name) => (about[name] === undefined ? "" : when(factText(about[name]))),
    count,
    isOpen,
  });
  return { what, details: details.filter((detail) => detail !== "") };
}

const sentences: Record<AuditKind, (about: Facts, entry: EntryFacts) => [what: string, ...details: string[]]> = {
  "signed-in": ({ way }, { text }) => [teamCopy.audit.done.signedIn, wayText(way), text("device")],
  "sign-in-refused": ({ member, way, isClone }, { text, person: named, count, isOpen }) => [
    teamCopy.audit.done.notSignedIn(count, isOpen),
    member === null ? teamCopy.audit.done.unknownAddress : teamCopy.audit.done.asMember(named("member")),
    isClone === true ? teamCopy.audit.done.copiedPasskey : wayText(way),
    text("device"),
  ],
  "second-factor-asked": (_about, { text, person: named }) => [
    teamCopy.audit.done.gavePassword,
    teamCopy.audit.done.askedForFactor(named("member")),
    text("device"),
  ],
  "signed-out": () => [teamCopy.audit.done.signedOut],
  "sessions-ended": ({ count, member }, { person: named }) => [
    teamCopy.audit.done.endedSessions(numberOf(count)),
    member === undefined ? teamCopy.audit.done.ownSessions : teamCopy.audit.done.sessionsOf(named("member")),
  ],
  "new-device": (_about, { text }) => [teamCopy.audit.done.newDevice, text("device")],
  "proof-refused": ({ way }, { count, isOpen }) => [teamCopy.audit.done.notConfirmed(count, isOpen), wayText(way)],
  "password-link-made": ({ by }, { person: named }) => [
    teamCopy.audit.done.madeLink,
    teamCopy.audit.done.linkFor(named("member")),
    wordOf(teamCopy.audit.done.linkBy, by),
  ],
  "password-set": () => [teamCopy.audit.done.setPassword],
  "passkey-added": () => [teamCopy.audit.done.addedPasskey],
  "passkey-removed": () => [teamCopy.audit.done.removedPasskey],
  "codes-added": () => [teamCopy.audit.done.addedCodes],
  "codes-removed": () => [teamCopy.audit.done.removedCodes],
  "recovery-codes-made": () => [teamCopy.audit.done.madeRecoveryCodes],
  "second-factor-reset": (_about, { person: named }) => [
    teamCopy.audit.done.resetFactor,
    teamCopy.audit.done.factorOf(named("member")),
  ],
  "inquiries-exported": ({ expected, chosen }, { text }) => [
    typeof expected === "number" ? teamCopy.audit.done.exported(expected) : teamCopy.audit.done.exportedSome,
    chosen === true ? teamCopy.audit.done.chosen : filteredBy(text("filters")),
  ],
  "inquiries-imported": ({ added, savedReplies, refused }, { text }) => [
    teamCopy.audit.done.imported(numberOf(added)),
    numberOf(savedReplies) === 0 ? "" : teamCopy.audit.done.importedReplies(numberOf(savedReplies)),
    teamCopy.audit.done.importedFrom(text("source")),
    numberOf(refused) === 0 ? "" : teamCopy.audit.done.notImported(numberOf(refused)),
  ],
  "everything-exported": ({ inquiries }) => [teamCopy.audit.done.exportedAll, ofInquiries(inquiries)],
  "inquiry-erased": ({ reason }, entry) => [
    teamCopy.audit.done.erased(inquiriesText(entry)),
    wordOf(teamCopy.audit.done.erasedWhy, reason),
  ],
  "inquiry-replied": ({ way }, entry) => [
    isLogged(way)
      ? teamCopy.audit.done.loggedReply(inquiriesText(entry))
      : teamCopy.audit.done.replied(inquiriesText(entry)),
    wordOf(teamCopy.audit.done.repliedBy, way),
  ],
  "reply-taken-back": () => [teamCopy.audit.done.tookBack],
  "inquiry-snoozed": ({ until }, entry) => [
    teamCopy.audit.done.snoozed(inquiriesText(entry)),
    until === "answer" ? teamCopy.audit.done.untilAnswer : teamCopy.audit.done.untilTime(entry.when("until")),
  ],
  "inquiry-woken": (_about, entry) => [teamCopy.audit.done.woken(inquiriesText(entry))],
  "sender-blocked": ({ what }, { count, isOpen }) => [teamCopy.audit.done.blocked(count, isOpen), senderText(what)],
  "sender-unblocked": ({ what }, { count, isOpen }) => [teamCopy.audit.done.unblocked(count, isOpen), senderText(what)],
  "inquiries-merged": (_about, { count, isOpen }) => [teamCopy.audit.done.merged(count, isOpen)],
  "inquiries-unmerged": (_about, { count, isOpen }) => [teamCopy.audit.done.unmerged(count, isOpen)],
  "settings-changed": (_about, { text }) => [teamCopy.audit.done.changedSettings, text("names")],
  "trust-change": ({ what, state, approved, member }, { text, person: named }) => [
    approved === true ? teamCopy.trust.audit.approved : wordOf(teamCopy.trust.audit, state),
    wordOf(teamCopy.trust.kinds, what),
    member === undefined ? "" : named("member"),
    text("names"),
  ],
  "site-changed": ({ waits, withdrawn, confirmed, names }, { text }) => [
    waits === true
      ? teamCopy.audit.done.proposedSite
      : withdrawn === true
        ? teamCopy.audit.done.withdrewSite
        : confirmed === undefined
          ? teamCopy.audit.done.changedSite
          : teamCopy.audit.done.confirmedFigure(text("confirmed")),
    // The paths of fields.
    Array.isArray(names) ? names.map(siteLabel).join(", ") : "",
  ],
  "delivery-tested": ({ delivered, channel }, { text }) => [
    teamCopy.audit.done.testedDelivery(wordOf(teamCopy.audit.done.deliveryChannels, channel) || text("channel")),
    delivered === true ? teamCopy.audit.done.deliveryWorked : teamCopy.audit.done.deliveryFailed,
  ],
  "channels-changed": ({ what, opens, describes }) => [
    wordOf(teamCopy.audit.channels.kinds, what) || teamCopy.audit.done.changedChannels,
    opens === true ? teamCopy.audit.done.opens : "",
    describes === true ? teamCopy.audit.done.describes : "",
  ],
  "member-invited": ({ role }, { person: named }) => [teamCopy.audit.done.invited(named("member")), asRole(role)],
  "member-joined": ({ role }) => [teamCopy.audit.done.joined, asRole(role)],
  "member-changed": ({ role, state }, { text, person: named }) => [
    teamCopy.audit.done.changedMember(named("member")),
    wordOf(teamCopy.audit.done.nowRole, role),
    wordOf(teamCopy.audit.done.states, state) || text("state"),
  ],
  "turns-changed": ({ member, takesTurns }, { person: named }) => [
    takesTurns === true ? teamCopy.audit.done.turnsOn : teamCopy.audit.done.turnsOff,
    member === undefined ? teamCopy.audit.done.ownTurns : teamCopy.audit.done.turnsOf(named("member")),
  ],
  "profile-changed": ({ fields }) => [
    teamCopy.audit.done.changedProfile,
    ...(Array.isArray(fields) ? fields.map((field) => wordOf(teamCopy.audit.done.profileFields, field)) : []),
  ],
  "profile-reset": (_about, { person: named }) => [teamCopy.audit.done.resetProfile(named("member"))],
  "profile-picture-shown": (_about, { person: named }) => [teamCopy.audit.done.shownPicture(named("member"))],
  "command-run": (_about, { text }) => [teamCopy.audit.done.ranCommand, text("command")],
  "backup-made": ({ bytes, lost }) => [
    teamCopy.audit.done.madeBackup,
    typeof bytes === "number" ? fileSize(bytes) : "",
    numberOf(lost) > 0 ? teamCopy.audit.done.lostFiles(numberOf(lost)) : "",
  ],
  "backup-failed": (_about, { reason }) => [teamCopy.audit.done.backupFailed, reason("why")],
  "backup-copy-failed": (_about, { reason }) => [teamCopy.audit.done.copyFailed, reason("why")],
  restored: ({ erasedAgain, lost, leftOut, accepted }, { text }) => [
    teamCopy.audit.done.restored,
    text("madeAt") && teamCopy.audit.done.backupFrom(text("madeAt")),
    numberOf(erasedAgain) > 0 ? teamCopy.audit.done.erasedAgain(numberOf(erasedAgain)) : "",
    numberOf(lost) > 0 ? teamCopy.audit.done.lostFiles(numberOf(lost)) : "",
    numberOf(leftOut) > 0 ? teamCopy.audit.done.leftOutFiles(numberOf(leftOut)) : "",
    Array.isArray(accepted) ? teamCopy.audit.done.accepted(factText(accepted)) : "",
  ],
  "audit-log-accepted": (_about, { reason }) => [teamCopy.audit.done.acceptedLog, reason("found")],
  "settings-signed": ({ why }) => [teamCopy.audit.done.signedSettings, wordOf(teamCopy.audit.done.signedWhy, why)],
  "inquiries-reassigned": ({ count, to }, { person: named }) => [
    teamCopy.audit.done.reassigned(numberOf(count)),
    typeof to === "string"
      ? teamCopy.audit.done.fromTo(named("member"), named("to"))
      : teamCopy.audit.done.fromToNobody(named("member")),
  ],
  "inquiry-binned": (_about, entry) => [teamCopy.audit.done.binned(inquiriesText(entry))],
  "inquiry-restored": (_about, entry) => [teamCopy.audit.done.unbinned(inquiriesText(entry))],
  "members-signed": ({ what, names }) => [
    teamCopy.audit.done.signedMembers,
    what === "first time"
      ? teamCopy.audit.done.firstTime
      : Array.isArray(names)
        ? teamCopy.audit.done.ofThem(names.length)
        : "",
  ],
  "owner-proposed": (_about, { person: named }) => [teamCopy.audit.done.proposedOwner(named("member"))],
  "owner-approved": (_about, { person: named }) => [teamCopy.audit.done.approvedOwner(named("member"))],
  "owner-withdrawn": (_about, { person: named }) => [teamCopy.audit.done.withdrewOwner(named("member"))],
  "audit-log-exported": ({ format }, { text }) => [
    teamCopy.audit.done.exportedLog,
    format === "csv" ? teamCopy.audit.done.asCsv : teamCopy.audit.done.asJsonLines,
    filteredBy(text("filters")),
  ],
  "tag-added": (_about, { count, isOpen }) => [teamCopy.audit.done.addedTags(count, isOpen)],
  "tag-changed": (_about, { text }) => [teamCopy.audit.done.changedTag, text("what")],
  "tags-merged": ({ inquiries }) => [teamCopy.audit.done.mergedTag, ofInquiries(inquiries)],
  "tag-deleted": ({ inquiries }) => [teamCopy.audit.done.deletedTag, ofInquiries(inquiries)],
  "api-token-made": ({ scopes }, { text }) => [
    teamCopy.audit.done.madeToken(text("name")),
    Array.isArray(scopes) ? scopes.join(", ") : "",
    teamCopy.audit.done.tokenUntil(text("expires")),
  ],
  "api-token-revoked": (_about, { text }) => [teamCopy.audit.done.revokedToken(text("name"))],
  "inquiry-status-set": ({ status }, entry) => [
    teamCopy.audit.done.setStatus(inquiriesText(entry)),
    wordOf(teamCopy.inbox.statuses, status),
  ],
};

/** The text of a fixed name; empty for one that the table does not have. */
function wordOf(table: Readonly<Record<string, string>>, name: AuditFact | undefined): string {
  return table[String(name)] ?? "";
}

const wayText = (way: AuditFact | undefined) => wordOf(teamCopy.audit.done.ways, way);
const asRole = (role: AuditFact | undefined) => wordOf(teamCopy.audit.done.asRole, role);
const isLogged = (way: AuditFact | undefined) => way === "whatsapp" || way === "phone";
const inquiriesText = ({ count, isOpen }: EntryFacts) => teamCopy.audit.done.inquiries(count, isOpen);

const senderText = (what: AuditFact | undefined) =>
  Array.isArray(what)
    ? teamCopy.audit.done.blockedBy(sendersText(senderKinds.filter((kind) => what.includes(kind))))
    : "";

const ofInquiries = (count: AuditFact | undefined) =>
  typeof count === "number" ? teamCopy.audit.done.ofInquiries(count) : "";

const filteredBy = (filters: string) =>
  filters === "" ? teamCopy.audit.done.notFiltered : teamCopy.audit.done.filteredBy(filters.toLowerCase());

const numberOf = (fact: AuditFact | undefined) => (typeof fact === "number" ? fact : 0);

/** A member by name. */
function person(fact: AuditFact | undefined, emailOf: SentenceContext["emailOf"]): string {
  if (typeof fact !== "string") return teamCopy.audit.nobody;
  const email = emailOf(fact);
  return email === undefined ? teamCopy.audit.notListed : personName(email);
}

/** A fact's value as text; empty if there is none. */
function factText(fact: AuditFact | undefined): string {
  if (fact === null || fact === undefined) return "";
  return typeof fact === "object" ? fact.map(factName).join(", ") : String(fact);
}

function factName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  const names: Readonly<Record<string, string | undefined>> = teamCopy.audit.facts;
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** The number of channels in a sentence; the history has the others. */
const maxListed = 3;

function changeSentence({ kind, before, after, rule, approvedBy }: AuditedChange): Sentence {
  const now = new Map(after.map((contact) => [contact._id, contact]));
  const old = new Set(before.map(({ _id }) => _id));
  const listed = [
    ...before.flatMap((contact) => differences(contact, now.get(contact._id))),
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
function differences(before: Contact, after: Contact | undefined): Detail[] {
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
