/** Returns whether somebody types or chooses something: what comes meanwhile leaves the focus where it is. */
export function isBusyTyping(): boolean {
  return document.activeElement?.matches(":is(input, textarea, select, dialog, dialog *)") === true;
}
