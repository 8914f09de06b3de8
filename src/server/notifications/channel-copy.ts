import type { Actor, Channel, NotifiedChange, PublishingRule } from "#domain/channels/channel-list.ts";
import { brandOf } from "#domain/brands/brands.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { isKnownType } from "#domain/channels/known-channels.ts";
import { defaultLanguage, isLanguage } from "#domain/languages.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { copy, teamCopy } from "#copy/current.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { language } from "#copy/locale/language.ts";
import { type EmailText, timeIn, withFitting } from "./copy.ts";
import { pathIn, paths } from "#contract/paths.ts";

/**
 * Notifies owners that visitors are (or will be) sent elsewhere or read other text, or that the publishing rule
 * changes: who, when, before, after, and how to stop it. If the text would exceed `maxCharacters`, it omits channels
 * and says how many.
 */
export function changeNotification(
  change: NotifiedChange,
  options: { origin: string; timeZone: string; maxCharacters?: number | undefined },
): EmailText & { data: Record<string, unknown> } {
  const { origin, timeZone, maxCharacters = Infinity } = options;
  const { kind, at, by, approvedBy, before, after, waits, rule, schedule } = change;
  const link = `${origin}${pathIn(language, paths.channels)}`;
  const time = timeIn(timeZone);
  const { channels: words, lines: shared } = teamCopy.mails;
  const textWith = (lines: readonly string[]) =>
    [
      words.what(words.kinds[kind]),
      shared.who(nameOf(by)),
      ...(approvedBy === undefined ? [] : [words.approvedBy(nameOf(approvedBy))]),
      shared.when(time(at)),
      ...(lines.length === 0 ? [] : ["", ...lines]),
      "",
      standing(change, time),
      "",
      words.review(link),
      words.advice,
    ].join("\n");

  const lines = [
    ...(rule === undefined ? [] : [words.rule(ruleText(rule.before), ruleText(rule.after))]),
    ...linesOf(before, after),
  ];
  return {
    subject: subjectOf(change),
    text: withFitting(lines, maxCharacters, textWith),
    data: {
      kind,
      changedAt: instant(at),
      by: by?.email ?? null,
      ...(approvedBy === undefined ? {} : { approvedBy: approvedBy?.email ?? null }),
      waits: waits === undefined ? null : { publishesAt: instantOrNull(waits.publishAt) },
      before: before.map(toData),
      after: after.map(toData),
      ...(rule === undefined ? {} : { rule }),
      ...(schedule === undefined
        ? {}
        : {
            schedule: {
              from: instant(schedule.from),
              until: instantOrNull(schedule.until),
            },
          }),
      link,
    },
  };
}

/** Says only that a change was made, for changes that are no longer in the history. */
export function changeWithoutDetails(origin: string): EmailText & { data: Record<string, unknown> } {
  const link = `${origin}${pathIn(language, paths.channels)}`;
  const { subject, text, review } = teamCopy.mails.channels.withoutDetails;
  return { subject, text: [text, "", review(link)].join("\n"), data: { kind: null, link } };
}

function subjectOf({ waits, rule, schedule }: NotifiedChange): string {
  const { subjects } = teamCopy.mails.channels;
  if (waits !== undefined) return rule === undefined ? subjects.channelsWait : subjects.ruleWaits;
  if (schedule !== undefined) return subjects.channelsScheduled;
  return rule === undefined ? subjects.channelsChanged : subjects.ruleChanged;
}

/** Returns a sentence on whether the change is in effect, and if not, what it waits for. */
function standing({ waits, rule, schedule }: NotifiedChange, time: (at: number) => string): string {
  const words = teamCopy.mails.channels;
  const isRule = rule !== undefined;
  const [from, until] = schedule === undefined ? [] : [time(schedule.from), schedule.until && time(schedule.until)];
  if (waits === undefined) {
    if (isRule) return words.ruleInEffect;
    if (from === undefined) return words.seen;
    return until ? words.seenFromUntil(from, until) : words.seenFrom(from);
  }
  const { publishAt } = waits;
  const waiting =
    publishAt === null
      ? isRule
        ? words.ruleNeedsOwner
        : words.needsOwner
      : (isRule ? words.ruleTakesEffect : from === undefined ? words.published : words.accepted)(time(publishAt));
  if (from === undefined) return waiting;
  return `${waiting} ${until ? words.thenFromUntil(from, until) : words.thenFrom(from)}`;
}

function ruleText(rule: PublishingRule): string {
  const { rules } = teamCopy.mails.channels;
  return rule.kind === "delay" ? rules.delay(rule.minutes) : rules[rule.kind];
}

/** One line per changed channel. */
function linesOf(before: readonly Channel[], after: readonly Channel[]): string[] {
  const gone = before.filter(({ id }) => after.every((channel) => channel.id !== id));
  const words = teamCopy.mails.channels;
  return [
    ...after.map((channel) => {
      const earlier = before.find(({ id }) => id === channel.id);
      const spoken = (one: Channel) => descriptionsOf(one).map(([code]) => code);
      if (earlier === undefined) return words.added(described(channel, spoken(channel)));
      const changed = [...new Set([earlier, channel].flatMap(spoken))].filter(
        (code) => ownDescription(earlier, code) !== ownDescription(channel, code),
      );
      return words.changed(described(earlier, changed), described(channel, changed));
    }),
    ...gone.map((channel) => words.removed(channelText(channel))),
  ];
}

function channelText({ type, value, isActive }: Channel): string {
  const label = isKnownType(type) ? (copy.brands[type]?.label ?? brandOf(type).label) : type;
  const text = `${label} ${value.replaceAll(/\s+/g, " ")}`;
  return isActive ? text : teamCopy.mails.channels.off(text);
}

/** A channel with the descriptions that visitors read beside it, in these languages. */
function described(channel: Channel, inLanguages: readonly string[]): string {
  const words = teamCopy.mails.channels;
  return inLanguages.reduce((text, code) => {
    const description = ownDescription(channel, code).replaceAll(/\s+/g, " ");
    if (code === defaultLanguage)
      return description === "" ? words.notDescribed(text) : words.described(text, description);
    const name = isLanguage(code) ? languageName(code) : code;
    return description === "" ? words.notDescribedIn(text, name) : words.describedIn(text, name, description);
  }, channelText(channel));
}

const ownDescription = (channel: Channel, inLanguage: string) =>
  descriptionsOf(channel).find(([code]) => code === inLanguage)?.[1] ?? "";

function toData({ id, type, value, isActive, proof, translations }: Channel) {
  return { id, type, value, isActive, description: proof, ...(translations && { translations }) };
}

function nameOf(actor: Actor): string {
  return actor?.email ?? teamCopy.mails.unknown.scheduled;
}
