import type { Verdict } from "#contract/verify.ts";
import { brandOf, type ChannelType } from "#domain/brands/brands.ts";
import type { Difference } from "#domain/lookalike/difference.ts";

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
    advice: "Enter one number, name, link or e-mail address and nothing else, such as @example or +91 90000 00000.",
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

const scripts: ReadonlyArray<[name: string, letters: RegExp]> = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
];

/** The difference in words: not everybody sees the marks, and screen readers do not announce them. */
export function differenceWords({ reason, asked, ours }: Difference): string {
  const [here, there] = [oddIn(asked), oddIn(ours)];
  const inPlace = `: “${here}” in place of “${there}”.`;
  const kind = /^\p{Nd}+$/u.test(here + there) ? "digit" : /^\p{L}+$/u.test(here + there) ? "letter" : "character";
  switch (reason) {
    case "site":
      return here === "" ? "The address is another site." : `The address is another site: ${here}`;
    case "alphabet": {
      const script = scripts.find(([, letters]) => letters.test(here))?.[0];
      const which = here.length === 1 ? `One ${kind} is` : `${kind === "digit" ? "Digit" : "Letter"}s are`;
      return (
        `${which} from another alphabet: “${here}”${script === undefined ? "" : ` (${script})`} in place of ` +
        `“${there}”.`
      );
    }
    case "changed":
      return `One ${kind} is different${inPlace}`;
    case "swapped":
      return `Two ${kind}s are swapped${inPlace}`;
    case "missing":
      return `One ${kind} is missing: “${there}”.`;
    case "added":
      return here.length === 1 ? `One ${kind} is added: “${here}”.` : `Something is added: “${here}”.`;
    case "several":
      return here === "" ? `Something is missing: “${there}”.` : `Something is different${inPlace}`;
  }
}

function oddIn(pieces: Difference["asked"]): string {
  return pieces.flatMap(({ text, differs }) => (differs ? [text] : [])).join(", ");
}
