import { expect, type Locator, type Page } from "@playwright/test";
import { fillInquiry, oneOfEach, open, test as base } from "./public-test.ts";
import { type FrontDesk, startServer } from "./server.ts";
import { removeStore } from "./store.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";

/** A server that stops, and starts again at the same address with the same store. */
export interface MortalDesk {
  /** The running server, or the last one. */
  current(): FrontDesk;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Journeys on bad networks: each has a separate server, which it may kill. */
export const test = base.extend<{ desk: MortalDesk }>({
  desk: async ({ environment }, use) => {
    let current = await startServer(environment);
    const { dataDir, origin } = current;
    await current.setChannels(oneOfEach);
    await use({
      current: () => current,
      kill: () => current.kill(),
      async restart() {
        current = await startServer({ ...environment, DATA_DIR: dataDir, PORT: new URL(origin).port });
      },
    });
    await current.stop();
    await removeStore(dataDir);
  },
  baseURL: async ({ desk }, use) => use(desk.current().origin),
});

export const form = (page: Page): Locator => page.getByRole("dialog", { name: "Send Message" });
export const notice = (page: Page): Locator => page.getByRole("region", { name: "Messages to be sent later" });
export const later = (place: Page | Locator): Locator =>
  place.getByRole("button", { name: "Send when I'm back online" });

/** Opens the contact page and its form, and fills it in. */
export async function write(page: Page, inquiry: Inquiry): Promise<void> {
  await open(page, "/contact");
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await fillInquiry(form(page), inquiry);
  // The offline queue's script was loaded while there was a connection.
  await expect.poll(() => hasLoaded(page, "queue-notice")).toBe(true);
}

export async function send(page: Page): Promise<void> {
  await form(page)
    .getByRole("button", { name: /^Send(ing)? Message/ })
    .click();
}

/** All that the browser stores for the site. */
export function storage(page: Page) {
  return page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
}

export const nothingStored = { cookie: "", local: [], session: [], databases: [] };
/** Typed text that is neither sent nor queued stays with its tab. */
export const typedStored = { ...nothingStored, session: ["front-desk-draft-message"] };
export const oneStored = { ...nothingStored, local: ["front-desk-unsent"], databases: ["front-desk-unsent"] };

/** Whether a page has fetched a script of this name. */
export function hasLoaded(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (part) =>
      performance
        .getEntriesByType("resource")
        .some((entry) => entry.name.includes(`/${part}-`) && entry.name.endsWith(".js")),
    name,
  );
}

export { expect };
