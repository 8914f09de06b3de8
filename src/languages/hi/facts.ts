import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "hi-IN",
  name: "हिन्दी",
  suggestion: "हिन्दी में पढ़ें",
};
