/**
 * The languages of the site by code, in the order of its menu, with their names in English: the first at the plain
 * addresses (`/contact`), the others below their code (`/hi/contact`). All else about one is in the folder of its code.
 */
export const list = {
  en: "English",
  hi: "Hindi",
  "hi-Latn": "Hinglish",
  bn: "Bengali",
  mr: "Marathi",
  gu: "Gujarati",
  te: "Telugu",
  ta: "Tamil",
};
