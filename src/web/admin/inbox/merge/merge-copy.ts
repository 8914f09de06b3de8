/** The texts of merging inquiries. */
export const mergeCopy = {
  title: "Merge another inquiry into this one",
  lead:
    "Its message, replies and notes then show in this conversation. Its visitor still sees only their own, and what " +
    "they write there arrives here.",
  label: "Reference of the other inquiry",
  hint: "Such as K7P-4MX.",
  find: "Find",
  finding: "Looking...",
  merge: "Merge into this one",
  undo: "Undo merge",
  mergeOne: (reference: string) => `Merge ${reference} into this one`,
  undoOne: (reference: string) => `Undo merge of ${reference}`,
  /** The place of the status of a merged inquiry. */
  merged: "Merged",
  from: "merged from",
  mark: (reference: string) => `from ${reference}`,
  into: "Merged into",
  goesOn: "The conversation goes on there. What the visitor writes on their page or by email arrives there, too.",
  unsent: "Your answer was not sent. Copy it to go on with it there:",
  copy: "Copy the answer",
  copied: "Copied",
  errors: {
    format: "Enter a reference of six characters, such as K7P-4MX.",
    none: "No inquiry has this reference. Check it, and try again.",
    itself: "This is the open inquiry itself. Enter the reference of the other one.",
    binned: "This inquiry is in the bin. Restore it first.",
    merged: (into: string) => `This inquiry is merged into ${into} already. Undo that merge first.`,
  },
  cannot: {
    merged: "This inquiry is merged itself. Open the one that it is merged into, and merge into that.",
    suspected: "This inquiry is suspected spam, whose answers notify nobody. Mark it New first.",
    binned: "This inquiry is in the bin. Restore it first.",
  },
};
