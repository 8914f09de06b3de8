import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "en-IN",
  name: "English",
  suggestion: "Read in English",
};
