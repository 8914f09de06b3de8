import type { Actor, ChangeKind, Channel, NotifiedChange, PublishingRule } from "#domain/channels/channel-list.ts";
import { brandOf } from "#domain/brands/brands.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { isKnownType } from "#domain/channels/known-channels.ts";
import { englishNameOf } from "#domain/further-languages.ts";
import { defaultLanguage, isLanguage } from "#domain/languages.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { type EmailText, withFitting } from "./copy.ts";
import { paths } from "#contract/paths.ts";

const kindText: Record<ChangeKind, string> = {
  added: "A channel was added",
  edited: "A channel was changed",
  switched: "A channel was switched on or off",
  removed: "A channel was deleted",
  moved: "The order was changed",
  scheduled: "A change was scheduled",
  unscheduled: "A scheduled change was taken back",
  began: "A scheduled change has begun",
  ended: "A scheduled change is over",
  imported: "A list of channels was imported",
  undone: "An earlier change was undone",
  rule: "What a change has to wait for was changed",
  proposed: "A change was proposed",
  withdrawn: "A proposal was withdrawn",
  hidden: "All channels were hidden",
  shown: "The channels were shown again",
  restored: "The last good list was put back",
};

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
  const link = `${origin}${paths.channels}`;
  const time = timeIn(timeZone);
  const textWith = (lines: readonly string[]) =>
    [
      `What: ${kindText[kind]}`,
      `Who: ${nameOf(by)}`,
      ...(approvedBy === undefined ? [] : [`Approved by: ${nameOf(approvedBy)}`]),
      `When: ${time(at)}`,
      ...(lines.length === 0 ? [] : ["", ...lines]),
      "",
      standing(change, time),
      "",
      `Look at it: ${link}`,
      "If you did not expect this, sign in at once, undo it there or press `Hide all channels now`, and set a new " +
        "password.",
    ].join("\n");

  const lines = [
    ...(rule === undefined ? [] : [`Rule: ${ruleText(rule.before)} → ${ruleText(rule.after)}`]),
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
  const link = `${origin}${paths.channels}`;
  return {
    subject: "The support channels were changed",
    text: [
      "The support channels were changed. The history that said how has been restarted since, so that no more can be " +
        "told here.",
      "",
      `Look at the channels and at the history: ${link}`,
    ].join("\n"),
    data: { kind: null, link },
  };
}

function subjectOf({ waits, rule, schedule }: NotifiedChange): string {
  const what = rule === undefined ? "the support channels" : "the rule for publishing channels";
  if (waits !== undefined) return `A change of ${what} is waiting`;
  if (schedule !== undefined) return `A change of ${what} is scheduled`;
  return rule === undefined ? "The support channels have changed" : "The rule for publishing channels has changed";
}

/** Whether the change is in effect, and if not, what it waits for. */
function standing({ waits, rule, schedule }: NotifiedChange, time: (at: number) => string): string {
  const begins = schedule === undefined ? "" : `from ${time(schedule.from)} ${endOf(schedule, time)}`;
  if (waits === undefined) {
    if (rule !== undefined) return "It is in effect from now on.";
    return begins === "" ? "Visitors see it now." : `Visitors see it ${begins}, unless somebody cancels it.`;
  }
  const notYet = rule === undefined ? "Visitors do not see it yet" : "It is not in effect yet";
  const then = begins === "" ? "" : ` Then visitors see it ${begins}.`;
  if (waits.publishAt === null) return `${notYet}: it waits until a second owner approves it.${then}`;
  const passes = rule !== undefined ? "takes effect" : begins === "" ? "is published" : "is accepted";
  return `${notYet}: it ${passes} automatically on ${time(waits.publishAt)}, unless somebody withdraws it.${then}`;
}

function endOf({ until }: { until: number | null }, time: (at: number) => string): string {
  return until === null ? "on" : `until ${time(until)}`;
}

function ruleText(rule: PublishingRule): string {
  switch (rule.kind) {
    case "none":
      return "changes are public at once";
    case "approval":
      return "changes wait for a second owner's approval";
    case "delay":
      return `changes wait ${rule.minutes} ${rule.minutes === 1 ? "minute" : "minutes"}`;
  }
}

/** One line per changed channel. */
function linesOf(before: readonly Channel[], after: readonly Channel[]): string[] {
  const gone = before.filter(({ id }) => after.every((channel) => channel.id !== id));
  return [
    ...after.map((channel) => {
      const earlier = before.find(({ id }) => id === channel.id);
      const spoken = (one: Channel) => descriptionsOf(one).map(([language]) => language);
      if (earlier === undefined) return `New: ${channelText(channel)}${described(channel, spoken(channel))}`;
      const changed = [...new Set([earlier, channel].flatMap(spoken))].filter(
        (language) => ownDescription(earlier, language) !== ownDescription(channel, language),
      );
      const line = (one: Channel) => `${channelText(one)}${described(one, changed)}`;
      return `${line(earlier)} → ${line(channel)}`;
    }),
    ...gone.map((channel) => `Gone: ${channelText(channel)}`),
  ];
}

function channelText({ type, value, isActive }: Channel): string {
  const label = isKnownType(type) ? brandOf(type).label : type;
  return `${label} ${value.replaceAll(/\s+/g, " ")}${isActive ? "" : " (off)"}`;
}

/** The descriptions that visitors read beside the channel, in these languages. */
function described(channel: Channel, inLanguages: readonly string[]): string {
  const parts = inLanguages.map((language) => {
    const text = ownDescription(channel, language);
    const where =
      language === defaultLanguage ? "" : ` in ${isLanguage(language) ? englishNameOf(language) : language}`;
    return text === "" ? `, without description${where}` : `, described${where} as "${text.replaceAll(/\s+/g, " ")}"`;
  });
  return parts.join("");
}

const ownDescription = (channel: Channel, language: string) =>
  descriptionsOf(channel).find(([code]) => code === language)?.[1] ?? "";

function toData({ id, type, value, isActive, proof, translations }: Channel) {
  return { id, type, value, isActive, description: proof, ...(translations && { translations }) };
}

function nameOf(actor: Actor): string {
  return actor?.email ?? "the front desk, as it was scheduled or approved earlier";
}

function timeIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return (at) => format.format(at);
}
