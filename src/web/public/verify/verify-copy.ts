import type { Verdict } from "#contract/verify.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";

type Outcome = Verdict["verdict"];

/** The colour, icon, heading and advice of each outcome. */
export const outcomeWords: Record<
  Outcome,
  { tone: "good" | "wary" | "bad" | "plain"; heading: string; advice: string }
> = {
  official: {
    tone: "good",
    heading: "Yes, this is ours",
    advice: "To be sure that it is us you talk to, open it with this link.",
  },
  retired: {
    tone: "wary",
    heading: "This was ours, and is not any more",
    advice: "We do not use it any more, so do not rely on it.",
  },
  impostor: {
    tone: "bad",
    heading: "This is not ours: likely an impostor",
    advice: "Pay nothing there, and give away no password, PIN or OTP.",
  },
  hidden: {
    tone: "wary",
    heading: "We have hidden all our channels for now",
    advice: "Something may be wrong with them, so please use none at present. Look again here later.",
  },
  unknown: {
    tone: "wary",
    heading: "This is not on our list",
    advice: "It is not a channel of ours. Pay nothing there, and give away no password, PIN or OTP.",
  },
  unreadable: {
    tone: "plain",
    heading: "We cannot read this",
    advice: "Put in one number, name, link or e-mail address and nothing else, such as @example or +91 90000 00000.",
  },
};

/** `isOffline`: there was no response. */
export function checkFailed(isOffline: boolean): string {
  return isOffline
    ? "There is no connection, so it could not be checked. Please try again once you are online."
    : "It could not be checked. Please try again.";
}

/** Says on which service a value is ours, and only there: a number may be ours on WhatsApp alone. */
export function placesWords(types: readonly ChannelType[]): string {
  return `It is ours ${[...new Set(types)].map((type) => brandOf(type).place).join(" and ")}, and nowhere else.`;
}

/** The date of an ISO 8601 time in the site's time zone; in UTC if the engine does not know that zone. */
export function dayWords(time: string, timeZone: string): string {
  const inZone = (zone: string) =>
    new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "long", year: "numeric", timeZone: zone });
  try {
    return inZone(timeZone).format(new Date(time));
  } catch {
    return inZone("UTC").format(new Date(time));
  }
}
