import { plural } from "../../locale/intl.ts";

/** The saved replies, and their form. */
export const replies = {
  title: "Saved replies",
  add: "Add saved reply",
  new: "New saved reply",
  /** Before "could not be loaded". */
  what: "The saved replies",
  loading: "Loading replies...",
  none: "Nobody has saved a reply yet",
  addFirst: "Write the first reply",
  noneHint: "Save what you reply often, and insert it with / while you write a reply.",
  all: (count: number) => `All replies (${count})`,
  searchLabel: "Search saved replies",
  searchPlaceholder: "Search titles and texts",
  notFound: "No reply has these words.",
  found: (count: number) => `${count} found`,
  showMore: (count: number) => `Show ${count} more`,
  alsoIn: (languages: string) => `Also in ${languages}`,
  notFilledIn: (placeholders: string) => `Not filled in: ${placeholders}`,
  actionsFor: (title: string) => `Actions for ${title}`,
  delete: "Delete",
  deleting: "Deleting...",
  deleteTitle: "Delete this reply?",
  /** After the title of the reply. */
  deletedForAll: "is deleted for the whole team.",
  saved: "Reply saved",
  toSave: "save reply",
  deleted: "Reply deleted",
  toDelete: "delete reply",
  form: {
    stale:
      "A colleague has changed this reply in the meantime, to what follows. What you typed is still here: " +
      "save again to replace theirs.",
    edit: (title: string) => `Edit ${title}`,
    title: "Title",
    text: "Text",
    textHint:
      "{name}, {reference}, {agent} and {brand} are filled in: the visitor's name, the inquiry's reference, your " +
      "name and the site's.",
    textIn: (language: string) => `Text in ${language} (optional)`,
    textInHint: (language: string) =>
      `Inserted for visitors who read ${language}. Without it, the text above is inserted.`,
    /** `placeholders` are those in the text that are not known. */
    unknown: (count: number, placeholders: string) =>
      plural(count, {
        one: `${placeholders} cannot be filled in: please take it out.`,
        other: `${placeholders} cannot be filled in: please take them out.`,
      }),
  },
};
