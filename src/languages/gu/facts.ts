import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "gu-IN",
  name: "ગુજરાતી",
  suggestion: "ગુજરાતીમાં વાંચો",
  mail: { wrote: "એ લખ્યું|લખ્યું", originalMessage: "મૂળ સંદેશ", from: "પ્રેષક", outOfOffice: "સ્વચાલિત જવાબ" },
  units: { second: "સેકન્ડ|સેકંડ", minute: "મિનિટ", hour: "કલાક", day: "દિવસ", clock: "વાગ" },
};
