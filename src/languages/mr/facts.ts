import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "mr-IN",
  name: "मराठी",
  suggestion: "मराठीत वाचा",
};
