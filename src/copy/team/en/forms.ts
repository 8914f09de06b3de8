/** What all forms, lists and dialogs share. */
export const forms = {
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  edit: "Edit",
  remove: "Remove",
  removing: "Removing...",
  undo: "Undo",
  tryAgain: "Try again",
  loading: "Loading...",
  /** `what` is a phrase such as "publish the site". */
  failedTo: (what: string) => `Failed to ${what}`,
  /** `what` is a name such as "The history". */
  notLoaded: (what: string) => `${what} could not be loaded.`,
  noAnswer: "The server did not answer. Please check the connection and try again.",
  wentWrong: "Something went wrong. Please try again.",
  signedOut: "You were signed out before this was done. Once you are signed in again, please do it once more.",
  unsaved: {
    title: "Leave without saving?",
    leave: "Leave without saving",
    about: "You have unsaved changes on this page.",
    shownOnce: "This page shows something only once, and you may not have kept it yet.",
  },
  discard: {
    title: "Discard your changes?",
    action: "Discard",
    about: "What you typed is not saved. Cancel to go on where you were.",
  },
};
