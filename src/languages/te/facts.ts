import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "te-IN",
  name: "తెలుగు",
  suggestion: "తెలుగులో చదవండి",
  mail: {
    wrote: "రాశారు|వ్రాశారు",
    originalMessage: "అసలు సందేశం",
    from: "పంపినవారు",
    outOfOffice: "స్వయంచాలక ప్రత్యుత్తరం",
  },
  units: {
    second: "సెక",
    minute: "నిమిష",
    hour: "గంట",
    day: "రోజ",
    clock: "",
  },
};
