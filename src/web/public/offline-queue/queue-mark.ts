/** The name of the queue: of its mark, its database and its messages between tabs. */
export const queueName = "front-desk-unsent";

/** Returns whether this browser has queued submissions: a one-letter flag, so that checking opens no database. */
export function isMarked(): boolean {
  try {
    return localStorage.getItem(queueName) !== null;
  } catch {
    // Some browsers throw on any access.
    return false;
  }
}

export function mark(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(queueName, "1");
    else localStorage.removeItem(queueName);
  } catch {
    // If the flag is missing, it is sent while a page is open, not at the next visit.
  }
}
