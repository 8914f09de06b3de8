import type { TeamDictionary } from "../dictionaries.ts";

export const forms: TeamDictionary["forms"] = {
  save: "सेव करें",
  saving: "सेव हो रहा है...",
  cancel: "रद्द करें",
  edit: "बदलें",
  remove: "हटाएँ",
  removing: "हटाया जा रहा है...",
  undo: "वापस लें",
  tryAgain: "फिर कोशिश करें",
  loading: "लोड हो रहा है...",
  failedTo: (what: string) => `${what} में दिक्कत हुई`,
  notLoaded: (what: string) => `${what} लोड करने में दिक्कत हुई।`,
  noAnswer: "सर्वर से जवाब नहीं मिला। कनेक्शन जाँचें और फिर कोशिश करें।",
  wentWrong: "कुछ गड़बड़ हो गई। फिर कोशिश करें।",
  signedOut: "यह पूरा होने से पहले आप साइन आउट हो गए थे। फिर साइन इन करने के बाद इसे एक बार और करें।",
  unsaved: {
    title: "सेव किए बिना जाएँ?",
    leave: "सेव किए बिना जाएँ",
    about: "इस पेज पर ऐसे बदलाव हैं जो सेव नहीं हुए हैं।",
  },
  discard: {
    title: "अपने बदलाव छोड़ दें?",
    action: "छोड़ दें",
    about: "आपने जो लिखा है, वह सेव नहीं हुआ है। जहाँ थे, वहीं से आगे बढ़ने के लिए “रद्द करें” दबाएँ।",
  },
};
