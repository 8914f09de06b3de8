import { expect, type Locator, type Page, type Request } from "@playwright/test";
import type { Settings } from "#contract/settings.ts";
import type { Invited } from "#contract/auth/team.ts";
import type { Role } from "#domain/member.ts";
import { placeholderFaults } from "./fields.ts";
import { forcedColorFaults } from "./forced-colors.ts";
import { axeFindings, open, test as base } from "./public-test.ts";
import type { FrontDesk, GivenChannel } from "./server.ts";

export { expect, open };

export const addresses = { admin: "/ContactAdmin", password: "/ContactAdmin/password" } as const;

/** Three channels: one with a note, one whose link has a warning, one hidden from visitors. */
export const three: readonly GivenChannel[] = [
  { type: "whatsapp", value: "+91 90000 00001", proof: "हिंदी और अंग्रेज़ी" },
  { type: "youtube", value: "https://www.youtube.com/c/saffronexample" },
  { type: "phone", value: "1800 000 0000", isActive: false },
];

/** The admin area in a browser. */
export interface Admin {
  /** Replaces the whole list, signs the owner in and opens the area. */
  openWith(channels: readonly GivenChannel[]): Promise<void>;
  signIn(): Promise<void>;
  /** Waits for the calls that are on the way: a strip that they bring moves what is below it, also under a click. */
  settled(): Promise<void>;
  /** Ends the session, as a sign-out in another tab or an expiry does. */
  endSession(): Promise<void>;
  row(value: string): Locator;
  /** The values in list order. */
  values(): Promise<string[]>;
  /** A visible toast; those in closed dialogs do not count. */
  toast(text: string): Locator;
}

/** Chromium logs failed statuses that a test provokes to the console. */
export const test = base.extend<{ admin: Admin }>({
  expectedErrors: /status of 4\d\d|status of 500|net::ERR_/,
  admin: async ({ page, server }, use) => use(adminOn(page, server)),
});

function adminOn(page: Page, server: FrontDesk): Admin {
  const calls = new Set<Request>();
  let calledAt = Date.now();
  page.on("request", (request) => {
    if (request.resourceType() !== "fetch") return;
    calls.add(request);
    calledAt = Date.now();
  });
  page.on("requestfinished", (request) => calls.delete(request));
  page.on("requestfailed", (request) => calls.delete(request));

  const admin: Admin = {
    async openWith(channels) {
      await server.setChannels(channels);
      await admin.signIn();
      await open(page, addresses.admin);
      await expect(page.getByRole("heading", { name: /All Contacts|No contacts found/ })).toBeVisible();
      await admin.settled();
    },
    settled: () => expect.poll(() => calls.size).toBe(0),
    async signIn() {
      const response = await page.request.post("/api/session", { data: server.owner });
      expect(response.status()).toBe(200);
    },
    async endSession() {
      // A later call would notice, and open the sign-in over the next step. Some wait until the page is idle.
      await expect.poll(() => calls.size === 0 && Date.now() - calledAt > 800).toBe(true);
      const response = await page.request.delete("/api/session");
      expect(response.status()).toBe(200);
    },
    row: (value) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: value, exact: true }) }),
    values: () => page.getByRole("listitem").getByRole("heading").allTextContents(),
    toast: (text) => page.getByRole("status").getByText(text, { exact: true }),
  };
  return admin;
}

/** Signs out by the account's menu, which on phones is part of the navigation menu. */
export async function signOut(page: Page): Promise<void> {
  await pressSignOut(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
}

export async function pressSignOut(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 860;
  const account = page.locator("summary", { hasText: "Signed in as" });
  await (isPhone ? page.getByRole("button", { name: "Menu", exact: true }) : account).click();
  await page.getByRole("button", { name: "Sign out" }).click();
}

/** Chooses an action in the menu of a channel's row; its label is followed by the value. */
export async function chooseInRow(page: Page, action: string, value: string): Promise<void> {
  await page.getByLabel(`More: ${value}`, { exact: true }).click();
  await page.getByRole("button", { name: `${action}: ${value}`, exact: true }).click();
}

/** Chooses an action of the list as a whole. */
export async function chooseInHead(page: Page, action: "Import" | "Export"): Promise<void> {
  await page.getByLabel("More actions").click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

/** The form in the row of the channel that has this value. */
export function editForm(page: Page, value: string): Locator {
  return page.getByRole("form", { name: `Edit contact: ${value}` });
}

/** The password of every agent that `makeAgent` creates. */
export const agentPassword = "another made-up password";

/** Creates a member who can sign in, an agent unless another role is given, without the user interface. */
export async function makeAgent(server: FrontDesk, email: string, role: Role = "agent") {
  const { member, link } = await server.call<Invited>("POST", "members", { email, role });
  const body = JSON.stringify({ token: link.split("=")[1], password: agentPassword });
  const headers = { "content-type": "application/json" };
  const set = await fetch(`${server.origin}/api/password`, { method: "POST", headers, body });
  expect(set.status).toBe(200);
  return member;
}

/** Fills in and submits the visible sign-in form. */
export async function fillSignIn(form: Page | Locator, { email, password }: FrontDesk["owner"]): Promise<void> {
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

export const none = {
  retentionDays: 180,
  acknowledge: false,
  says: "reference",
  mail: null,
  webhook: null,
  telegram: null,
  incoming: null,
};

/** Chooses a section of the settings by its link in the sidebar, or in the menu above the page on phones. */
export async function chooseSection(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Settings" });
  const named = { name: new RegExp(`^${name}`) };
  await expect(menu).toBeVisible();
  const select = menu.getByRole("combobox", { name: "Settings" });
  if (!(await select.isVisible())) await menu.getByRole("link", named).click();
  else await select.selectOption(await select.getByRole("option", named).getAttribute("value"));
}

/** Sets a test's initial settings, as another owner would. */
export async function setSettings(page: Page, change: object): Promise<void> {
  const known = await page.request.get("/api/settings");
  const { version }: Settings = await known.json();
  const response = await page.request.put("/api/settings", {
    data: { ...none, ...change },
    headers: { "if-match": `"${version}"` },
  });
  expect(response.status()).toBe(200);
}

/** Switches off what an earlier journey has left on: its failures would raise an alarm. */
export async function switchOffDeliveries(page: Page): Promise<void> {
  const { mail, webhook, telegram }: Settings = await (await page.request.get("/api/settings")).json();
  if (mail !== null || webhook !== null || telegram !== null) await setSettings(page, {});
}

/** Checks that axe finds nothing, that nothing is wider than the screen, and that forced colours take nothing away. */
export async function expectAccessible(page: Page): Promise<void> {
  // Fast alone, but parallel tests may leave it little CPU.
  test.slow();
  const findings = [...(await axeFindings(page)), ...(await placeholderFaults(page))];
  expect([...findings, ...(await forcedColorFaults(page))]).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Targets smaller than 44 px in either direction on phones, or 24 px elsewhere, except links within a line of text. */
export async function smallTargets(page: Page): Promise<string[]> {
  const least = (page.viewportSize()?.width ?? 0) < 860 ? 44 : 24;
  return page.getByRole("main").evaluate(
    (main, size) =>
      [
        ...main.querySelectorAll(
          "button, select, textarea, label:is(.switch, .choice), input:not([type=checkbox], [type=radio])",
        ),
      ]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < size - 0.5 || box.width < size - 0.5)
        .map(({ element, box }) => `${element.textContent}: ${box.width} × ${box.height}`),
    least,
  );
}
