import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "hi-Latn-IN",
  name: "Hinglish",
  suggestion: "Hinglish mein padhein",
  legal: "hi",
  mail: { wrote: "ne likha", originalMessage: "", from: "", outOfOffice: "" },
  units: {
    second: "second|seconds|sec",
    minute: "minute|minutes|minat|min",
    hour: "ghante|ghanta|ghanton|hour|hours",
    day: "din|dino|dinon|day|days",
    clock: "baje|bajkar",
  },
};
