const name = "front-desk-unsent";

/** Whether this browser keeps a message for later: a mark of one letter, so that nothing else is opened to find out. */
export function isMarked(): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    // Some browsers forbid even the question.
    return false;
  }
}

/** Sets or removes the mark. */
export function mark(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(name, "1");
    else localStorage.removeItem(name);
  } catch {
    // Then the message is sent while a page is open, not at the next visit.
  }
}
