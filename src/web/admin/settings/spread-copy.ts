/** The texts of Settings → Spread. */
export const spreadCopy = {
  title: "Spread",
  lead: "Bring people to the genuine channels before an impostor does.",
  posters: {
    title: "Posters",
    text: "An A4 page with this site's address as a QR code and the safety rules, to print or to save as a PDF.",
    open: (name: string, language: string) => `${name}, ${language}`,
  },
  badge: {
    title: "Badge for other sites",
    text:
      "Partners put this into their pages. It has no script, and leads to the page on which visitors check " +
      "a number or a link.",
    warning: "Anybody can copy a badge, so it proves nothing. Only the page that it leads to does.",
    code: "HTML of the badge",
    copy: "Copy HTML",
    copied: "Copied",
    alt: (name: string) => `Official channels of ${name}: check a number or a link`,
  },
  files: {
    title: "Files",
    text: "They hold the active channels and follow each change. Copies that somebody has saved do not.",
    card: "Contact card (vCard)",
    structured: "Channels for search engines (JSON-LD)",
    list: "Signed list for apps",
    none: "Without an active channel, or while all are hidden, the card and the JSON-LD do not exist.",
  },
};
