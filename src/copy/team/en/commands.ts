import { plural } from "../../locale/intl.ts";

/** The palette of commands and keys. */
export const commands = {
  /** Headings above commands. */
  goTo: "Go to",
  help: "Help",
  inquiries: "Inquiries",
  tags: "Tags",
  jump: "Search or jump to…",
  title: "Search or jump to",
  /** The titles of the list of keys and of the menus that a key opens. */
  menus: { keys: "Keys", assign: "Assign to…" },
  nextView: "Next view",
  previousView: "Previous view",
  enterCloses: "Ctrl + Enter also closes",
  /** What was typed on the way to a field that did not come. */
  notTyped: (typed: string) => `Not entered: “${typed}”`,
  /** Ctrl + Enter on the way to a field. */
  notSent: "Not sent: the field is still opening. Press the keys again once your text is in it.",
  allKeys: "All keys",
  singleKeys: "Single keys",
  /** What the arrow keys, and Enter, do. */
  choose: "choose",
  doIt: "do it",
  search: "Search commands",
  searchKeys: "Search the keys",
  list: "Commands",
  none: "Nothing found.",
  foundInquiries: (count: number, isMore: boolean) =>
    count === 0
      ? "No inquiry found"
      : plural(count, { one: "1 inquiry found", other: `${count} inquiries found${isMore ? ", and more" : ""}` }),
  searchInquiries: (typed: string) => `Search inquiries for “${typed}”`,
};
