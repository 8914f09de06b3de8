import { pathIn, paths } from "#contract/paths.ts";
import { teamCopy } from "#copy/current.ts";
import { dateText } from "#copy/locale/intl.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { language } from "#copy/locale/language.ts";
import { isSensitivePath } from "#domain/site-changes.ts";
import { siteLabelIn, siteValueKind } from "#domain/site-fields.ts";
import type { InboxAction, SecurityEvent } from "#domain/delivery.ts";
import { comparedDays, formatDuration } from "#domain/time/first-answer.ts";
import { instant } from "#domain/time/instant.ts";
import { type EmailText, timeIn, withFitting } from "./copy.ts";

/** A security event of a member. `device` is for example `Chrome on Android`; null if the browser did not say. */
interface SecurityNotification {
  notice: SecurityEvent;
  at: number;
  device: string | null;
  /**
   * The address of another member, if it is about one; and the actor's address, null if done by email or on the server.
   */
  about?: string | null;
  by?: string | null;
}

/** Notifies a member of an event of their own sign-in: when, which device, what to do. Contains no sign-in link. */
export function securityNotification(
  { notice, at, device, about = null, by = null }: SecurityNotification,
  where: { origin: string; timeZone: string },
): EmailText {
  const { lines, security: words, unknown } = teamCopy.mails;
  const address = (path: string) => `${where.origin}${pathIn(language, path)}`;
  const what = lines.when(timeIn(where.timeZone)(at));
  const withWhat = lines.device(device ?? unknown.device);
  const ifNot = [
    words.ifNot,
    words.ifNotSteps.sessions(address(paths.security)),
    words.ifNotSteps.password,
    words.ifNotSteps.owner,
  ];
  const ofOwner = ({ subject, text }: EmailText, wait = true): EmailText => ({
    subject,
    text: [
      text,
      "",
      lines.who(about ?? unknown.member),
      lines.by(by ?? unknown.actor),
      what,
      "",
      ...(wait ? [words.ofOwner.noApproval, ""] : []),
      words.ofOwner.advice,
      address(paths.team),
    ].join("\n"),
  });
  switch (notice) {
    case "owner-proposed":
      return ofOwner(words.ownerProposed, false);
    case "owner-added":
      return ofOwner(words.ownerAdded);
    case "owner-link-made":
      return ofOwner(words.ownerLink, false);
    case "owner-password-set":
      return ofOwner(words.ownerPassword);
    case "owner-factor-reset":
      return ofOwner(words.ownerFactor);
    case "api-token-made": {
      const { subject, text, advice } = words.token;
      const links = [`${address(paths.settings)}?section=api-tokens`, address(paths.team)];
      return { subject, text: [text, "", lines.by(by ?? unknown.member), what, "", advice, ...links].join("\n") };
    }
    case "new-device": {
      const { subject, text } = words.newDevice;
      return { subject, text: [text, "", what, withWhat, "", words.ifYou, "", ...ifNot].join("\n") };
    }
    case "recovery-code-used": {
      const { subject, text, ifYou } = words.recoveryCode;
      return { subject, text: [text, "", what, withWhat, "", ifYou, "", ...ifNot].join("\n") };
    }
    case "password-changed": {
      const { subject, text, ifNot: otherwise } = words.passwordChanged;
      return { subject, text: [text, "", what, withWhat, "", words.ifYou, "", otherwise].join("\n") };
    }
    case "second-factor-reset": {
      const { subject, text, ifYou, ifNot: otherwise } = words.factorReset;
      return { subject, text: [text, "", what, "", ifYou, "", otherwise].join("\n") };
    }
  }
}

/** A member's action in the inbox. `count` is null if it exceeds what was counted. */
interface InboxNotification {
  notice: InboxAction;
  count: number | null;
  by: string;
  at: number;
  oneByOne?: boolean | undefined;
}

/** Notifies owners of a member's action in the inbox: who, what, how many, when; contains no visitor data. */
export function inboxNotification(
  { notice, count, by, at, oneByOne = false }: InboxNotification,
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const { done, lines } = teamCopy.mails;
  const { subject, text, oneByOne: oneByOneText, advice } = done[notice];
  const link = `${origin}${pathIn(language, notice === "deleted" ? paths.inbox : paths.team)}${notice === "deleted" ? "?view=bin" : ""}`;
  const inquiries = count === null ? done.many : done.inquiries(count);
  return {
    subject,
    text: [
      (oneByOne ? oneByOneText : text)(by, inquiries),
      "",
      lines.when(timeIn(timeZone)(at)),
      "",
      advice,
      link,
    ].join("\n"),
    data: { count, by, link },
  };
}

/** Notifies owners that visitors wait for the first answer longer than the site promises; `median` is in minutes. */
export function lateAnswersNotification(
  { promised, median, at }: { promised: string; median: number; at: number },
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const link = `${origin}${pathIn(language, paths.settings)}?section=retention`;
  const words = teamCopy.mails.late;
  const duration = formatDuration(median, teamCopy.reports.durations);
  return {
    subject: words.subject,
    text: [
      words.text(promised, comparedDays, dateText(instant(at), timeZone), duration),
      "",
      words.advice,
      link,
      "",
      words.weekly,
    ].join("\n"),
    data: { promised, medianMinutes: Math.round(median), days: comparedDays, link },
  };
}

/**
 * Notifies owners of a sensitive change of the site, published or waiting: who, what, when. If the text would exceed
 * `maxCharacters`, it shortens values and says by how much; then it omits some, sensitive ones last, and says how many.
 */
export function siteNotification(
  change: {
    by: string | null;
    waits: boolean;
    changes: ReadonlyArray<{ path: string; before: string; after: string }>;
    at: number;
  },
  options: { origin: string; timeZone: string; maxCharacters?: number | undefined },
): EmailText & { data: Record<string, unknown> } {
  const { origin, timeZone, maxCharacters = Infinity } = options;
  const { by, waits, changes, at } = change;
  const link = `${origin}${pathIn(language, paths.settings)}?section=site`;
  const { lines: shared, site: words } = teamCopy.mails;
  const isNotice = !waits && changes.some(({ path }) => path === "notices");
  const announcement = by === null ? words.published : waits ? words.proposed(by) : words.changed(by);
  const textWith = (lines: readonly string[]) =>
    [
      announcement,
      "",
      ...lines,
      "",
      shared.when(timeIn(timeZone)(at)),
      "",
      waits ? words.adviceWaits : words.advice,
      link,
      ...(isNotice ? [words.notice] : []),
    ].join("\n");
  // Addresses and the like first, texts after them, and what misleads nobody last.
  const rankOf = (path: string) =>
    ["particulars", "contact"].includes(siteValueKind(path) ?? "") ? 0 : isSensitivePath(path) ? 1 : 2;
  const sorted = changes.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  const linesWith = (longest: number) =>
    sorted.map(({ path, before, after }) => {
      const [from, to] = [shortened(before || "-", longest), shortened(after || "-", longest)];
      return words.value(siteLabelIn(teamCopy.site, languageName, path), from, to);
    });
  let longest = maxCharacters;
  while (longest > 100 && textWith(linesWith(longest)).length > maxCharacters) longest /= 2;
  return {
    subject: waits ? words.waitsSubject : words.subject,
    text: withFitting(linesWith(longest), maxCharacters, textWith),
    data: { by, waits, changes, link },
  };
}

function shortened(value: string, longest: number): string {
  if (value.length <= longest) return value;
  // Do not leave half of a surrogate pair.
  const kept = value.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
  return teamCopy.mails.site.cut(kept, value.length - kept.length);
}
