import type { Difference } from "#domain/difference.ts";

/** What differs, in words: a mark is neither heard nor seen by everybody. */
export function differenceWords({ reason, asked, ours }: Difference): string {
  const [here, there] = [oddIn(asked), oddIn(ours)];
  const inPlace = `: “${here}” in place of “${there}”.`;
  const kind = /^\d+$/.test(here + there) ? "digit" : /^\p{L}+$/u.test(here + there) ? "letter" : "character";
  switch (reason) {
    case "site":
      return here === "" ? "The address is another site." : `The address is another site: ${here}`;
    case "alphabet": {
      const script = /\p{Script=Cyrillic}/u.test(here)
        ? " (Cyrillic)"
        : /\p{Script=Greek}/u.test(here)
          ? " (Greek)"
          : "";
      const which = here.length === 1 ? "One letter is" : "Letters are";
      return `${which} from another alphabet: “${here}”${script} in place of “${there}”.`;
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
