import { plural } from "../../locale/intl.ts";
import type { TeamDictionary } from "../dictionaries.ts";

export const replies: TeamDictionary["replies"] = {
  title: "सेव किए जवाब",
  add: "सेव किया जवाब जोड़ें",
  new: "नया सेव किया जवाब",
  what: "सेव किए जवाब",
  loading: "जवाब लोड हो रहे हैं...",
  none: "अभी तक किसी ने कोई जवाब सेव नहीं किया है",
  addFirst: "पहला जवाब लिखें",
  noneHint: "जो जवाब आप अक्सर देते हैं, उसे सेव करें, और जवाब लिखते समय / से डालें।",
  all: (count: number) => `सभी जवाब (${count})`,
  searchLabel: "सेव किए जवाब खोजें",
  searchPlaceholder: "शीर्षकों और टेक्स्ट में खोजें",
  notFound: "किसी जवाब में ये शब्द नहीं हैं।",
  found: (count: number) => plural(count, { one: `${count} मिला`, other: `${count} मिले` }),
  showMore: (count: number) => `${count} और दिखाएँ`,
  alsoIn: (languages: string) => `${languages} में भी`,
  notFilledIn: (placeholders: string) => `ये नहीं भरे जाते: ${placeholders}`,
  actionsFor: (title: string) => `${title} के विकल्प`,
  delete: "हटाएँ",
  deleting: "हटाया जा रहा है...",
  deleteTitle: "यह जवाब हटाएँ?",
  deletedForAll: "पूरी टीम के लिए हटा दिया जाएगा।",
  saved: "जवाब सेव हो गया",
  toSave: "जवाब सेव करने",
  deleted: "जवाब हटा दिया गया",
  toDelete: "जवाब हटाने",
  form: {
    stale:
      "इस बीच किसी साथी ने यह जवाब बदल दिया है, वह नीचे दिया है। आपने जो लिखा है, वह अब भी यहाँ है: " +
      "उनके जवाब की जगह अपना रखने के लिए फिर सेव करें।",
    edit: (title: string) => `${title} बदलें`,
    title: "शीर्षक",
    text: "टेक्स्ट",
    textHint:
      "{name}, {reference}, {agent} और {brand} अपने आप भर जाते हैं: विज़िटर का नाम, " +
      "संदेश का रेफ़रेंस नंबर, आपका नाम और साइट का नाम।",
    textIn: (language: string) => `${language} में टेक्स्ट (ज़रूरी नहीं)`,
    textInHint: (language: string) =>
      `${language} पढ़ने वाले विज़िटरों के लिए डाला जाता है। इसके बिना ऊपर का टेक्स्ट डाला जाता है।`,
    unknown: (count: number, placeholders: string) =>
      plural(count, {
        one: `${placeholders} नहीं भरा जा सकता: कृपया इसे निकाल दें।`,
        other: `${placeholders} नहीं भरे जा सकते: कृपया इन्हें निकाल दें।`,
      }),
  },
};
