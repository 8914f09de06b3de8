import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "bn-IN",
  name: "বাংলা",
  suggestion: "বাংলায় পড়ুন",
  mail: {
    wrote: "লিখেছেন",
    originalMessage: "মূল বার্তা",
    from: "প্রেরক",
    outOfOffice: "স্বয়ংক্রিয় উত্তর",
  },
  units: {
    second: "সেকেন",
    minute: "মিনি",
    hour: "ঘণ্ট|ঘন্ট",
    day: "দিন",
    clock: "টা",
  },
};
