import { languageCodes } from "../languages.ts";
import { profileLimits, type ProfileTexts, textFor } from "../profile.ts";
import { type DescriptionProblem, descriptionProblem, splitProblem } from "./description-check.ts";
import type { IsOurs } from "./named-places.ts";

/** Letters of any script, and what stands between them in names of people: no digit, no sign of an address. */
const nameShape = /^\p{L}(?:[\p{L}\p{M} .'’()-]|\u200c|\u200d)*$/u;
const wrongName = { reason: "wrong name" } as const;

/** Reason for which a text of a member is not allowed. */
export type ProfileProblem = DescriptionProblem | typeof wrongName | { reason: "too many lines" };

/** A name names a person: not even our own channels. */
const nothing = () => false;

/** Returns why a display name is not allowed; undefined if it is, or is empty. */
function nameProblem(name: string): ProfileProblem | undefined {
  if (name === "") return undefined;
  if (!nameShape.test(name)) return wrongName;
  return descriptionProblem(name, nothing, "text") === undefined ? undefined : wrongName;
}

function signatureProblem(signature: string, isOurs: IsOurs): ProfileProblem | undefined {
  if (signature.split("\n").length > profileLimits.signatureLines) return { reason: "too many lines" };
  return descriptionProblem(signature, isOurs, "text");
}

/** Returns the problems of a member's texts, by field; a name stands above a reply, a signature below it. */
export function profileProblems(
  { names, signatures }: { names: ProfileTexts; signatures: ProfileTexts },
  isOurs: IsOurs,
): Record<string, ProfileProblem> {
  const problems: Record<string, ProfileProblem> = {};
  for (const language of languageCodes) {
    const name = nameProblem(names[language] ?? "");
    if (name !== undefined) problems[`names.${language}`] = name;
    const signature = signatureProblem(signatures[language] ?? "", isOurs);
    if (signature !== undefined) problems[`signatures.${language}`] = signature;
  }
  if (Object.keys(problems).length > 0) return problems;
  for (const language of languageCodes) {
    const shown = [textFor(names, language), textFor(signatures, language)];
    const together = splitProblem(shown, isOurs);
    if (together !== undefined) problems[`signatures.${language}`] = together;
  }
  return problems;
}
