import type { Browser, Page } from "@playwright/test";
import { owner } from "../../chaos/lib/server.ts";

export const inboxPath = "/ContactAdmin/inquiries";

/** Opens a desk in a new browser profile. */
export async function openDesk(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  return page;
}

/** Opens a team page, which asks to sign in. */
export async function openSignIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await signInButton(page).and(page.locator(":enabled")).waitFor();
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
}

export function signInButton(page: Page) {
  return page.getByRole("button", { name: "Sign in", exact: true });
}

/** Signs in and opens the inbox: what waits or, by its query, another view. */
export async function openInbox(page: Page, query = ""): Promise<void> {
  await openSignIn(page, inboxPath + query);
  await signInButton(page).click();
  await page.locator(".inquiry-row").first().waitFor();
}
