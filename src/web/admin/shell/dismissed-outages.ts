/** Something that fails, and since when. */
export interface Outage {
  name: string;
  since: string;
}

/** The names of what failed when a member dismissed the message, and when that was. */
export interface Dismissed {
  names: readonly string[];
  at: string;
}

/** Returns whether nothing fails but what was dismissed, and without a break since: what recovers changes nothing. */
export function isDismissed(outages: readonly Outage[], dismissed: Dismissed | undefined): boolean {
  if (dismissed === undefined) return false;
  return outages.every(({ name, since }) => dismissed.names.includes(name) && since <= dismissed.at);
}

/** Reads the value stored in the browser; undefined for anything else. */
export function readDismissed(stored: string | null): Dismissed | undefined {
  try {
    const value = JSON.parse(stored ?? "null") as Partial<Dismissed> | null;
    if (!Array.isArray(value?.names) || typeof value.at !== "string") return undefined;
    return { names: value.names.map(String), at: value.at };
  } catch {
    return undefined;
  }
}
