import { keepPath, keptFormPath, languageOfAddress, offlinePath, pathIn, pathInEach, paths } from "#contract/paths.ts";
import { filesCache, listCache, refreshList, whileKept } from "./kept.ts";

/** The service worker of a kept site. The server puts `keptVersion`, which changes with any document, before it. */
declare const self: WorkerScope;

interface WorkerScope {
  keptVersion: string;
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", run: (event: Lasting) => void): void;
  addEventListener(name: "fetch", run: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const teamPage = new RegExp(`^(${pathInEach(paths.channels).join("|")})`);
const own = filesCache + self.keptVersion;
/** The message form has a document of its own here: without the key of a form, and without any channel. */
const messageForms = pathInEach(keptFormPath);
const documents = [...pathInEach(keepPath), ...pathInEach(offlinePath), ...messageForms];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // The team's pages are no part of it.
  if ([request.url, request.referrer].some((address) => teamPage.test(address.replace(origin, "")))) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlineDocument(pathname, search)));
  else if (pathname.startsWith("/assets/")) event.respondWith(fetch(request).catch(() => kept(pathname)));
  else if (!pathname.startsWith("/api/")) return;
  // Refreshed, so that a change, or hidden channels, are known after any successful request.
  if (!pathname.startsWith("/assets/")) event.waitUntil(refreshList(origin).catch(() => undefined));
});

/** Takes the place of an older version at once. Fails, and is tried again later, unless all is there. */
async function install(): Promise<void> {
  const responses = new Map(await Promise.all(documents.map(load)));
  const forms = await Promise.all(messageForms.map(async (path) => responses.get(path)?.clone().text()));
  const files = new Map(await Promise.all(namedIn(forms.join(), /\/assets\/[\w.-]+/g).map(load)));
  // A script names the styles that it imports later; those of the team are not needed.
  const texts = await Promise.all([...files.values()].map((file) => file.clone().text()));
  const styles = namedIn(texts.join(), /assets\/(?!admin|team)[\w-]+\.css/g).map((name) => `/${name}`);
  const loaded = await Promise.all(styles.filter((name) => !files.has(name)).map(load));
  await whileKept(async () => {
    const cache = await caches.open(own);
    await Promise.all([...responses, ...files, ...loaded].map(([path, response]) => cache.put(path, response)));
  });
  await self.skipWaiting();
}

const namedIn = (text: string, pattern: RegExp) => [...new Set(text.match(pattern))];

async function load(path: string): Promise<[path: string, response: Response]> {
  const response = await fetch(path, { cache: path.startsWith("/assets/") ? "default" : "reload" });
  if (!response.ok || response.redirected) throw new Error(`${path} could not be loaded`);
  return [path, response];
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(filesCache) && name !== own) await caches.delete(name);
  await self.clients.claim();
}

/** Never a document that was rendered with channels: those are shown from the verified list alone. */
function offlineDocument(pathname: string, search: string): Promise<Response> {
  if (documents.includes(pathname)) return kept(pathname);
  const language = languageOfAddress(pathname);
  const isForm = pathname === pathIn(language, paths.message) && search === "";
  return kept(pathIn(language, isForm ? keptFormPath : offlinePath));
}

async function kept(path: string): Promise<Response> {
  const isWanted = await caches.has(listCache);
  return (isWanted && (await caches.match(path, { cacheName: own, ignoreVary: true }))) || Response.error();
}
