import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "en-IN",
  name: "English",
  suggestion: "Read in English",
  mail: {
    wrote: "",
    originalMessage: "Original Message|Forwarded message",
    from: "From",
    outOfOffice:
      "out of office|out of the office|on leave|on annual leave|away from my mail|away from my office|away from mail|away from office",
  },
  units: {
    second: "seconds|second|secs|sec|s",
    minute: "minutes|minute|mins|min|m",
    hour: "hours|hour|hrs|hr|h",
    day: "days|day|d",
    clock: "am|pm|a.m.|p.m.|a.m|p.m|o'clock|o’clock",
  },
};
