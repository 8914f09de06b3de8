/** The labels of the buttons of `/keep`, which the privacy page names. */
export const keepNames = {
  en: { keep: "Keep on this phone", remove: "Remove from this phone" },
  hi: { keep: "इस फ़ोन में रखें", remove: "इस फ़ोन से हटाएँ" },
};
