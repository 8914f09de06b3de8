/** What a notification says, by the kind of event: nothing of the visitor, since it may be on a locked screen. */
export const alertTitles = {
  added: "New inquiry",
  answered: "New answer",
  mentioned: "You were mentioned in a note",
} as const;

export const testTitle = "This is a test";

export function severalTitle(count: number): string {
  return `${count} new in the inbox`;
}

/** Why notifications cannot be shown, and what to do, by the browser's permission. */
export const permissionHints = {
  default: "The browser will ask whether it may show them.",
  granted: "They say only what happened, such as “New inquiry”, while you are in another tab or program.",
  denied:
    "This browser blocks notifications from this site. To allow them, press the icon before the address, open the " +
    "site’s permissions, and set Notifications to Allow.",
  missing: "This browser cannot show notifications of a page. The sound works.",
} as const;

export const soundHint = "Two short tones, from one tab only. After a reload, the browser waits for your first press.";

export const quietHint = (zone: string) => `No notification and no sound between these times (${zone}).`;

export const testDone = "Done. If nothing came, see whether this device is muted or in a do-not-disturb mode.";
