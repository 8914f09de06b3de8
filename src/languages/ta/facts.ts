import type { LanguageFacts } from "../facts.ts";

export const facts: LanguageFacts = {
  tag: "ta-IN",
  name: "தமிழ்",
  suggestion: "தமிழில் படிக்க",
  mail: {
    wrote: "எழுதினார்|எழுதியது",
    originalMessage: "அசல் செய்தி",
    from: "அனுப்புநர்",
    outOfOffice: "தானியங்கி பதில்",
  },
  units: {
    second: "வினாடி|விநாடி|நொடி",
    minute: "நிமிட",
    hour: "மணி",
    day: "நாள்|நாட்",
    clock: "",
  },
};
