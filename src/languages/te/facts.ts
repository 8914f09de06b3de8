import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "te-IN",
  name: "తెలుగు",
  suggestion: "తెలుగులో చదవండి",
};
