import { storedObject } from "../lib/stored-rows.ts";

/** The author of a reply as visitors see them; `picture` is the hash of one. */
export interface ShownAuthor {
  name: string;
  picture: string | null;
}

/** Returns the author stored with a reply; null for the site itself. */
export function shownAuthor(stored: string | null): ShownAuthor | null {
  const { name, picture } = storedObject(stored);
  return typeof name === "string" ? { name, picture: typeof picture === "string" ? picture : null } : null;
}
