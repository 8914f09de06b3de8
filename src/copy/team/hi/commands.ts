import type { TeamDictionary } from "../dictionaries.ts";

export const commands: TeamDictionary["commands"] = {
  goTo: "यहाँ जाएँ",
  help: "मदद",
  inquiries: "संदेश",
  tags: "टैग",
  jump: "खोजें या सीधे जाएँ…",
  title: "खोजें या सीधे जाएँ",
  menus: { keys: "कीबोर्ड शॉर्टकट", assign: "किसे सौंपें…" },
  nextView: "अगला व्यू",
  previousView: "पिछला व्यू",
  enterCloses: "Ctrl + Enter से बंद भी करें",
  notTyped: (typed) => `यह नहीं लिखा गया: “${typed}”`,
  notSent: "भेजा नहीं गया: लिखने की जगह अभी खुल रही है। अपना टेक्स्ट उसमें दिखने पर फिर से दबाएँ।",
  allKeys: "सभी कीबोर्ड शॉर्टकट",
  singleKeys: "एक बटन वाले शॉर्टकट",
  choose: "चुनें",
  doIt: "करें",
  search: "कमांड खोजें",
  searchKeys: "शॉर्टकट खोजें",
  list: "कमांड",
  none: "कुछ नहीं मिला।",
  foundInquiries: (count: number, isMore: boolean) =>
    count === 0 ? "कोई संदेश नहीं मिला" : `${count} संदेश मिले${isMore ? ", और भी हैं" : ""}`,
  searchInquiries: (typed: string) => `संदेशों में “${typed}” खोजें`,
};
