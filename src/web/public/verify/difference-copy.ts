import type { Difference } from "#domain/lookalike/difference.ts";

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
