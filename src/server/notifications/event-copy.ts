import { paths } from "#contract/paths.ts";
import { teamDictionaries } from "#copy/team/dictionaries.ts";
import { englishNameOf } from "#domain/further-languages.ts";
import { isSensitivePath } from "#domain/site-changes.ts";
import { siteLabelIn, siteValueKind } from "#domain/site-fields.ts";
import type { InboxAction, SecurityEvent } from "#domain/delivery.ts";
import { comparedDays, formatDuration } from "#domain/time/first-answer.ts";
import { type EmailText, withFitting } from "./copy.ts";

/** Notifications to the team are in English. */
const texts = teamDictionaries.en;

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
  const time = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: where.timeZone,
  }).format(at);
  const security = `${where.origin}${paths.security}`;
  const what = `When: ${time}`;
  const withWhat = `With: ${device ?? "a browser that did not say what it is"}`;
  const ifNot = [
    "If it was not you:",
    `1. Open ${security} and end all of your sessions.`,
    "2. Set a new password: choose “Forgot your password?” where you sign in.",
    "3. Tell an owner of the front desk.",
  ];
  const ofOwner = (subject: string, said: string, wait = true): EmailText => ({
    subject,
    text: [
      said,
      "",
      `Who: ${about ?? "a member who is gone"}`,
      `By: ${by ?? "the member, by a link, or the operator of the server"}`,
      what,
      "",
      ...(wait ? ["For 24 hours from then on this member cannot approve anything.", ""] : []),
      "If you do not know of it, deactivate the member, and end the sessions of the member who did it:",
      `${where.origin}${paths.team}`,
    ].join("\n"),
  });
  switch (notice) {
    case "owner-proposed":
      return ofOwner(
        "A new owner waits for approval",
        "A member of the front desk was proposed as an owner. They become one once another owner approves it.",
        false,
      );
    case "owner-added":
      return ofOwner(
        "There is a new owner",
        "A member was made an owner of the front desk. Who is only invited becomes one by accepting.",
      );
    case "owner-link-made":
      return ofOwner(
        "A password link for an owner",
        "A one-time link was made with which an owner's password can be set. Anybody with the link can set it.",
        false,
      );
    case "owner-password-set":
      return ofOwner("An owner's password was set by a link", "The password of an owner was set with a one-time link.");
    case "owner-factor-reset":
      return ofOwner(
        "An owner's second factor was taken away",
        "The passkeys, one-time codes and recovery codes of an owner were taken away.",
      );
    case "api-token-made":
      return {
        subject: "An API token was made",
        text: [
          "A key was made with which a program can read or change inquiries, or read the reports, without signing in.",
          "",
          `By: ${by ?? "a member who is gone"}`,
          what,
          "",
          "If you do not know of it, revoke it, and end the sessions of the member who did it:",
          `${where.origin}${paths.settings}?section=api-tokens`,
          `${where.origin}${paths.team}`,
        ].join("\n"),
      };
    case "new-device":
      return {
        subject: "A sign-in from a new device",
        text: [
          "Your account at the front desk was signed in to from a browser that it has not been used in before.",
          "",
          what,
          withWhat,
          "",
          "If it was you, there is nothing to do.",
          "",
          ...ifNot,
        ].join("\n"),
      };
    case "recovery-code-used":
      return {
        subject: "A recovery code was used",
        text: [
          "Your account at the front desk was signed in to with one of its recovery codes. It does not work again.",
          "",
          what,
          withWhat,
          "",
          "If it was you and you have lost your phone, set up another one and make new recovery codes.",
          "",
          ...ifNot,
        ].join("\n"),
      };
    case "password-changed":
      return {
        subject: "Your password was changed",
        text: [
          "The password of your account at the front desk was changed by somebody who was signed in to it. All " +
            "other sessions have ended.",
          "",
          what,
          withWhat,
          "",
          "If it was you, there is nothing to do.",
          "",
          "If it was not you, choose “Forgot your password?” where you sign in, and tell an owner of the front desk.",
        ].join("\n"),
      };
    case "second-factor-reset":
      return {
        subject: "Your second factor was taken away",
        text: [
          "An owner, or the operator of the server, has taken away the passkeys, one-time codes and recovery codes " +
            "of your account at the front desk, and ended its sessions.",
          "",
          what,
          "",
          "If you have asked for it, sign in with your password and set up a second factor again.",
          "",
          "If you have not, tell an owner of the front desk.",
        ].join("\n"),
      };
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

const done: Record<InboxAction, { subject: string; what: string; advice: string }> = {
  exported: {
    subject: "Inquiries were exported",
    what: "has exported",
    advice:
      "The file holds personal data of visitors. If nobody agreed to this, end the member's sessions and " +
      "deactivate them:",
  },
  deleted: {
    subject: "Inquiries were deleted",
    what: "has deleted",
    advice: "They are in the bin. If this was a mistake, restore them there:",
  },
  erased: {
    subject: "Inquiries were erased for good",
    what: "erases for good",
    advice:
      "They cannot be restored from the bin. If nobody agreed to this, end the member's sessions and deactivate them:",
  },
};

/** Notifies owners of a member's action in the inbox: who, what, how many, when; contains no visitor data. */
export function inboxNotification(
  { notice, count, by, at, oneByOne = false }: InboxNotification,
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const { subject, what, advice } = done[notice];
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone }).format(at);
  const link = `${origin}${notice === "deleted" ? `${paths.inbox}?view=bin` : paths.team}`;
  const many = count === null ? "more than 1,000 inquiries" : count === 1 ? "1 inquiry" : `${count} inquiries`;
  const how = oneByOne ? ", one by one within an hour" : "";
  return {
    subject,
    text: [`${by} ${what} ${many}${how}.`, "", `When: ${time}`, "", advice, link].join("\n"),
    data: { count, by, link },
  };
}

/** Notifies owners that visitors wait for the first answer longer than the site promises; `median` is in minutes. */
export function lateAnswersNotification(
  { promised, median, at }: { promised: string; median: number; at: number },
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const link = `${origin}${paths.settings}?section=retention`;
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(at);
  return {
    subject: "Visitors wait longer than the site says",
    text: [
      `The site promises a response in ${promised}. In the ${comparedDays} days up to ${date} half of the visitors ` +
        `waited for more than ${formatDuration(median, texts.reports.durations)}.`,
      "",
      "Let the site show the measured time, or change figures.messageResponse in the configuration:",
      link,
      "",
      "You get this at most once a week, while it stays so.",
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
  const link = `${origin}${paths.settings}?section=site`;
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone }).format(at);
  const isNotice = !waits && changes.some(({ path }) => path === "notices");
  const what = waits ? "has proposed a change of what the site says" : "has changed what the site says";
  const textWith = (lines: readonly string[]) =>
    [
      by === null ? "A change of what the site says was published, since its delay is over." : `${by} ${what}.`,
      "",
      ...lines,
      "",
      `When: ${time}`,
      "",
      waits
        ? "Approve it or withdraw it, if nobody agreed to it:"
        : "If nobody agreed to this, undo it, and end the member's sessions:",
      link,
      ...(isNotice ? ["Any owner takes a notice down at once: “Take it down” at the top of each page, or there."] : []),
    ].join("\n");
  // Addresses and the like first, texts after them, and what misleads nobody last.
  const rankOf = (path: string) =>
    ["particulars", "contact"].includes(siteValueKind(path) ?? "") ? 0 : isSensitivePath(path) ? 1 : 2;
  const sorted = changes.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  const linesWith = (longest: number) =>
    sorted.map(({ path, before, after }) => {
      const [from, to] = [shortened(before || "-", longest), shortened(after || "-", longest)];
      return `${siteLabelIn(texts.site, englishNameOf, path)}: ${from} → ${to}`;
    });
  let longest = maxCharacters;
  while (longest > 100 && textWith(linesWith(longest)).length > maxCharacters) longest /= 2;
  return {
    subject: waits ? "A change of the site waits" : "The site was changed",
    text: withFitting(linesWith(longest), maxCharacters, textWith),
    data: { by, waits, changes, link },
  };
}

function shortened(value: string, longest: number): string {
  if (value.length <= longest) return value;
  // Do not leave half of a surrogate pair.
  const kept = value.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${value.length - kept.length} more characters)`;
}
