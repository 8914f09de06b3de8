import { copy } from "#copy/current.ts";
import type { Verdict } from "#contract/channels/verify.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import type { Difference } from "#domain/lookalike/difference.ts";
import { brandCopy } from "../channels/brand-copy.ts";

/** The tone of each outcome; without one, it says neither good nor bad. */
export const tones: Record<Verdict["verdict"], "good" | "warn" | "bad" | undefined> = {
  official: "good",
  named: undefined,
  retired: "warn",
  impostor: "bad",
  hidden: "warn",
  unknown: "warn",
  unreadable: undefined,
};

/** `isOffline`: there was no response. */
export function checkFailed(isOffline: boolean): string {
  return isOffline ? copy.verify.offline : copy.verify.failed;
}

/** Says on which service a value is ours, and only there: a number may be ours on WhatsApp alone. */
export function placesText(types: readonly ChannelType[]): string {
  return copy.verify.places([...new Set(types)].map((type) => brandCopy(type).place));
}

const scripts = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
] as const;

/** The difference in words: not everybody sees the marks, and screen readers do not announce them. */
export function differenceText({ reason, asked, ours }: Difference): string {
  const [here, there] = [oddIn(asked), oddIn(ours)];
  const kind = /^\p{Nd}+$/u.test(here + there) ? "digit" : /^\p{L}+$/u.test(here + there) ? "letter" : "character";
  const noun = copy.verify.difference.kinds[kind];
  switch (reason) {
    case "site":
      return here === "" ? copy.verify.difference.otherSite : copy.verify.difference.otherSiteAt(here);
    case "alphabet": {
      const script = scripts.find(([, letters]) => letters.test(here))?.[0];
      return copy.verify.difference.alphabet(
        here.length === 1 ? copy.verify.difference.one(noun) : copy.verify.difference.some[kind],
        here,
        script === undefined ? "" : ` (${copy.verify.difference.scripts[script]})`,
        there,
      );
    }
    case "changed":
      return copy.verify.difference.changed(noun, here, there);
    case "swapped":
      return copy.verify.difference.swapped(noun, here, there);
    case "missing":
      return copy.verify.difference.missing(noun, there);
    case "added":
      return here.length === 1 ? copy.verify.difference.added(noun, here) : copy.verify.difference.someAdded(here);
    case "several":
      return here === "" ? copy.verify.difference.someMissing(there) : copy.verify.difference.someDiffer(here, there);
  }
}

function oddIn(pieces: Difference["asked"]): string {
  return pieces.flatMap(({ text, differs }) => (differs ? [text] : [])).join(", ");
}
