import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "ta-IN",
  name: "தமிழ்",
  suggestion: "தமிழில் படிக்க",
};
