import { storedObject } from "../lib/stored-rows.ts";

/** The author of a reply as visitors see them; `picture` is the hash of one. */
export interface ShownAuthor {
  name: string;
  picture: string | null;
}

/** What a reply has stored of it; null as the site alone. */
export function shownAuthor(stored: string | null): ShownAuthor | null {
  const { name, picture } = storedObject(stored);
  return typeof name === "string" ? { name, picture: typeof picture === "string" ? picture : null } : null;
}
