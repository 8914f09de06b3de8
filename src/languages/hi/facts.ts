import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "hi-IN",
  name: "हिन्दी",
  suggestion: "हिन्दी में पढ़ें",
  mail: {
    wrote: "ने लिखा|लिखा",
    originalMessage: "मूल संदेश",
    from: "प्रेषक",
    outOfOffice: "स्वतः उत्तर|स्वत: उत्तर|स्वचालित उत्तर|स्वचालित जवाब",
  },
  units: {
    second: "सेकं|सेकें|सेकण|सेकन",
    minute: "मिन",
    hour: "घंट|घण्ट|घन्ट",
    day: "दिन",
    clock: "बजे",
  },
};
