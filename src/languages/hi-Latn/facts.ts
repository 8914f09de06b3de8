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
  sound: {
    same: [
      { ph: "f", ck: "k", w: "v", q: "k", z: "j" },
      { ee: "i", oo: "u" },
      { ai: "e", ay: "e", ei: "e" },
      { y: "i" },
    ],
    // A nasal vowel: `nahin`.
    silent: "(?<=[aeiou])n$",
    written: {
      a: "a|aa",
      e: "e|ai|ay|ei|aee",
      i: "i|ee|y",
      u: "u|oo",
      v: "v|w",
      j: "j|z",
      f: "f|ph",
      k: "k|q|ck",
    },
  },
};
