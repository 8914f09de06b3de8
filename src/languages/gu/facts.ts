import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "gu-IN",
  name: "ગુજરાતી",
  suggestion: "ગુજરાતીમાં વાંચો",
  mail: {
    wrote: "એ લખ્યું|લખ્યું|લખ્યું છે",
    originalMessage: "મૂળ સંદેશ|મૂળ સંદેશો|અસલ સંદેશ",
    from: "પ્રેષક|તરફથી|મોકલનાર",
    outOfOffice: "સ્વચાલિત જવાબ|આપોઆપ જવાબ|ઓટોમેટિક જવાબ|ઓફિસની બહાર|ઑફિસની બહાર|ઓફિસમાં નથી",
  },
  units: { second: "સેકન્ડ|સેકંડ", minute: "મિનિટ", hour: "કલાક", day: "દિવસ", clock: "વાગ" },
};
