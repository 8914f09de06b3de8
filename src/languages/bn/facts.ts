import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "bn-IN",
  name: "বাংলা",
  suggestion: "বাংলায় পড়ুন",
};
