/** What all forms, lists and dialogs share. */
export const forms = {
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  close: "Close",
  add: "Add",
  edit: "Edit",
  remove: "Remove",
  undo: "Undo",
  tryAgain: "Try again",
  /** `what` is a phrase such as "publish the site". */
  failedTo: (what: string) => `Failed to ${what}`,
};
