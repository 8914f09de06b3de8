import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "gu-IN",
  name: "ગુજરાતી",
  suggestion: "ગુજરાતીમાં વાંચો",
};
