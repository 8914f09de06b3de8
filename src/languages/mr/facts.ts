import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "mr-IN",
  name: "मराठी",
  suggestion: "मराठीत वाचा",
  mail: {
    wrote: "लिहिले",
    originalMessage: "मूळ संदेश",
    from: "पाठवणारा",
    outOfOffice: "स्वयंचलित उत्तर",
  },
  units: {
    second: "सेकं|सेकें|सेकन",
    minute: "मिन",
    hour: "तास",
    day: "दिव",
    clock: "वाज",
  },
};
