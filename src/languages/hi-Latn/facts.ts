import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "hi-Latn-IN",
  name: "Hinglish",
  suggestion: "Hinglish mein padhein",
  legal: "hi",
  mail: { wrote: "ne likha", originalMessage: "", from: "", outOfOffice: "" },
  units: {
    second: "second|seconds",
    minute: "minute|minutes|min",
    hour: "ghante|ghanta|ghanton",
    day: "din|dino|dinon",
    clock: "baje",
  },
};
