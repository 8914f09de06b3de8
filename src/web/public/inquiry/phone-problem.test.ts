import { expect, it } from "vitest";
import { phoneProblem } from "./phone-problem.ts";

it.each([
  ["", undefined],
  ["+91 98765 43210", undefined],
  ["098765 43210", undefined],
  ["0091 98765 43210", undefined],
  ["+44 20 7946 0958", undefined],
  ["022 2345 6789", undefined],
  ["12345", "too short"],
  ["+91 98765 4321 0 1234 5678", "too long"],
  ["9999999999", "not a valid phone number"],
  ["+91 98765", "too short"],
  ["+91 98765 432", "10 digits after +91"],
])("%s", (text, problem) => {
  if (problem === undefined) expect(phoneProblem(text)).toBeUndefined();
  else expect(phoneProblem(text)).toContain(problem);
});
