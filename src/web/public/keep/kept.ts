import { locked } from "../offline-queue/queue-store.ts";
import { checkList, type Kept } from "./list-check.ts";

/** The cache that holds the list and the pinned key. While it exists, the visitor wants the site kept. */
export const listCache = "front-desk-list";
/** The caches that hold documents and files, one for each version of them. */
export const filesCache = "front-desk-kept-";
/** The name of the list's only entry; nothing is served there. */
const entry = "/keep/list";

export async function readKept(): Promise<Kept | undefined> {
  const stored = await caches.match(entry, { cacheName: listCache });
  // The response was written below.
  return stored && ((await stored.json()) as Kept);
}

export async function writeKept(kept: Kept): Promise<void> {
  await (await caches.open(listCache)).put(entry, new Response(JSON.stringify(kept)));
}

/** Runs a change alone, and only while the site is kept: a worker that still runs must not store what was removed. */
export function whileKept(run: () => Promise<void>): Promise<void> {
  return locked(listCache, async () => {
    if (await caches.has(listCache)) await run();
  });
}

/** Stores the site's present list, whatever it is: one that cannot be verified ends the one before. */
export async function refreshList(origin: string): Promise<void> {
  const response = await fetch("/.well-known/official-channels.json", { cache: "no-store" });
  if (!response.ok) return;
  const text = await response.text();
  await whileKept(async () => {
    const kept = await readKept();
    if (kept === undefined) return;
    const now = Date.now();
    // The site just answered, so a time seen by a clock that was fast does not count any more.
    const checked = await checkList({ ...kept, text, seen: { ...kept.seen, at: now } }, origin, now);
    await writeKept({ ...kept, text, seen: checked.ok ? { version: checked.list.version, at: now } : kept.seen });
  });
}
