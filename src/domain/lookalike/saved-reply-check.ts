import { type DescriptionProblem, descriptionProblem } from "./description-check.ts";
import type { IsOurs } from "./named-places.ts";

/** Returns the problems of a saved reply's texts, by field. */
export function savedReplyProblems(
  { text, variants = {} }: { text: string; variants?: Readonly<Partial<Record<string, string>>> | undefined },
  isOurs: IsOurs,
): Record<string, DescriptionProblem> {
  const texts = [
    ["text", text] as const,
    ...Object.entries(variants).map(([language, one]) => [`variants.${language}`, one] as const),
  ];
  const problems = texts.flatMap(([path, one]) => {
    const problem = descriptionProblem(one ?? "", isOurs, "text");
    return problem === undefined ? [] : [[path, problem] as const];
  });
  return Object.fromEntries(problems);
}
