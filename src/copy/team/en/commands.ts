/** The palette of commands and keys. */
export const commands = {
  /** Headings above commands. */
  goTo: "Go to",
  help: "Help",
  inquiries: "Inquiries",
  jump: "Search or jump to…",
  title: "Search or jump to",
  keys: "Keys",
  allKeys: "All keys",
  singleKeys: "Single keys",
  /** What the arrow keys, and Enter, do. */
  choose: "choose",
  doIt: "do it",
  search: "Search commands",
  searchKeys: "Search the keys",
  list: "Commands",
  none: "Nothing found.",
  searchInquiries: (typed: string) => `Search inquiries for “${typed}”`,
};
