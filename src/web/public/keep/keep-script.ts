import { languageCodes, languages } from "#domain/languages.ts";
import { preferredLanguage } from "#web/page/preferred-language.ts";
import { isMarked, mark, queueName } from "../offline-queue/queue-mark.ts";
import { filesCache, listCache, readKept, writeKept } from "./kept.ts";
import { checkList, type Kept, type Pin } from "./list-check.ts";
import { showOnly } from "./show-only.ts";

/** The buttons of `/keep`. Stores nothing before `keep` is pressed. */

/** Chromium's offer to install the site as an app. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

declare const trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(text: string): string } };

const worker = "/keep-worker.js";
let isBusy = false;
let offer: InstallPrompt | undefined;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as InstallPrompt;
  showInstall();
});

const button = (name: string) => document.querySelector<HTMLButtonElement>(`[data-do=${name}]`);

function showInstall(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-install]"))
    element.hidden = (element.dataset["install"] === "offer") === (offer === undefined);
}

/** `said` is what changed: its text takes the focus. */
async function show(said?: string): Promise<void> {
  const kept = await readKept();
  const isKept = kept !== undefined || (await navigator.serviceWorker.getRegistration("/")) !== undefined;
  const notes = said === undefined ? [] : [said];
  if (kept !== undefined) {
    const checked = await checkList(kept, location.origin, Date.now());
    if (!checked.ok && (checked.doubt === "newKey" || checked.doubt === "unable")) notes.push(checked.doubt);
  }
  showOnly([isKept ? "on" : "off", ...notes]);
  showInstall();
  if (said !== undefined) document.querySelector<HTMLElement>(`[data-shown=${said}]`)?.focus();
}

async function keep(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  showOnly(["off", "busy"]);
  button("keep")?.setAttribute("aria-disabled", "true");
  try {
    const kept = await presentList();
    if (kept === undefined) return await show("listFailed");
    await writeKept(kept);
    await register();
    await show("on");
  } catch (error) {
    console.error("The site could not be kept.", error);
    await forget().catch(() => undefined);
    await show("keepFailed");
  } finally {
    isBusy = false;
    button("keep")?.removeAttribute("aria-disabled");
  }
}

/** The site's present list with the key that signed it; undefined if this browser can verify it, and it is wrong. */
async function presentList(): Promise<Kept | undefined> {
  const [text, keys] = await Promise.all([get("official-channels.json"), get("jwks.json")]);
  const [{ kid, x }] = (JSON.parse(keys) as { keys: [Pin] }).keys;
  const now = Date.now();
  const kept = { pin: { kid, x }, text, seen: { version: 0, at: now } };
  const checked = await checkList(kept, location.origin, now);
  if (checked.ok) return { ...kept, seen: { version: checked.list.version, at: now } };
  return checked.doubt === "unable" ? kept : undefined;
}

async function get(name: string): Promise<string> {
  const response = await fetch(`/.well-known/${name}`, { cache: "no-store" });
  if (!response.ok) throw new Error(`${name} could not be loaded`);
  return response.text();
}

/** Resolves once the worker has stored its files. */
async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(workerUrl(), { scope: "/", updateViaCache: "none" });
  const installing = registration.installing ?? registration.waiting;
  if (installing === null) return;
  await new Promise<void>((resolve, reject) => {
    const refresh = () => {
      if (installing.state === "activated") resolve();
      if (installing.state === "redundant") reject(new Error("the worker could not store its files"));
    };
    installing.addEventListener("statechange", refresh);
    refresh();
  });
}

/** Made by the only policy that the site allows, which here makes this URL alone. */
let allowed: string | undefined;
function workerUrl(): string {
  allowed ??=
    "trustedTypes" in self
      ? trustedTypes.createPolicy("loader", { createScriptURL: () => worker }).createScriptURL("")
      : worker;
  return allowed;
}

/** Removes all that the site stores in this browser for visitors. */
async function forget(): Promise<void> {
  // First what the worker asks for before it stores anything.
  await caches.delete(listCache);
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(filesCache)) await caches.delete(name);
}

async function remove(): Promise<void> {
  try {
    await forget();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(queueName);
      request.addEventListener("success", () => resolve());
      for (const name of ["error", "blocked"]) request.addEventListener(name, () => reject(new Error(name)));
    });
    mark(false);
    await show("removed");
  } catch (error) {
    console.error("The site could not be removed.", error);
    await show("removeFailed");
  }
}

/**
 * Shows a link for a browser that prefers another language, before the menu of languages, as on the pages of the app.
 */
function offerLanguage(): void {
  const code = preferredLanguage(languageCodes);
  if (code === undefined) return;
  for (const menu of document.querySelectorAll(".languages")) {
    // The page's own language has none.
    const link = menu.querySelector(`a[lang="${code}"]`)?.cloneNode();
    if (!(link instanceof HTMLAnchorElement)) return;
    const { suggestion } = languages[code];
    // The menu in the header stays beside the link, with an icon of its own.
    const icon = menu.closest(".language-row") && menu.querySelector("summary .icon");
    if (icon) {
      const text = document.createElement("strong");
      text.textContent = suggestion;
      link.append(icon.cloneNode(true), text);
    } else link.textContent = suggestion;
    menu.before(link);
  }
}

offerLanguage();
if ("serviceWorker" in navigator && "caches" in self) {
  button("keep")?.addEventListener("click", () => void keep());
  button("remove")?.addEventListener("click", () => void (isMarked() ? show("queuedFirst") : remove()));
  button("removeAll")?.addEventListener("click", () => void remove());
  button("cancel")?.addEventListener("click", () => {
    void show().then(() => button("remove")?.focus());
  });
  button("install")?.addEventListener("click", () => {
    void offer?.prompt();
    offer = undefined;
    showInstall();
  });
  show().catch(() => showOnly(["unsupported"]));
} else showOnly(["unsupported"]);
