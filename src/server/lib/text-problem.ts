import { say, type ServerText } from "#copy/server/say.ts";
import type { ProfileProblem } from "#domain/lookalike/profile-check.ts";
import { profileLimits } from "#domain/profile.ts";

/** Returns why a public text is not allowed, for its author; `named` overrides the problem's own name for the text. */
export function textProblem(problem: ProfileProblem, named?: ServerText): ServerText {
  if (problem.reason === "wrong name") return say("profile.wrong-name");
  if (problem.reason === "too many lines")
    return say("profile.signature-lines", { lines: profileLimits.signatureLines });
  const what = named ?? say(`word.${problem.what}`);
  if (problem.reason === "hidden marks") return say("public-text.hidden-marks", { what });
  const { names, count } = problem;
  return problem.reason === "names others"
    ? say("public-text.names-others", { what, names, count })
    : say("public-text.names-others-together", { what, names, count });
}

/** Returns what is wrong with the fields of a form, by field. */
export function textProblems(problems: Readonly<Record<string, ProfileProblem>>): Record<string, ServerText> {
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, textProblem(problem)]));
}
