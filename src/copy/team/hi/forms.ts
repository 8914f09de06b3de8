import type { TeamDictionary } from "../dictionaries.ts";

export const forms: TeamDictionary["forms"] = {
  save: "सेव करें",
  saving: "सेव हो रहा है...",
  cancel: "रद्द करें",
  close: "बंद करें",
  add: "जोड़ें",
  edit: "बदलें",
  remove: "हटाएँ",
  undo: "वापस लें",
  tryAgain: "फिर कोशिश करें",
  failedTo: (what: string) => `${what} में दिक्कत हुई`,
};
