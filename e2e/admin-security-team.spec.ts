import type { Page } from "@playwright/test";
import {
  addresses,
  agentPassword,
  expect,
  expectAccessible,
  fillSignIn,
  makeAgent,
  open,
  test,
  signOut,
} from "./admin-test.ts";
import { addAuthenticator, authenticatorApp } from "./authenticator.ts";
import { type FrontDesk, startServer } from "./server.ts";

const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const signedIn = (page: Page, email: string) => page.getByText(`Signed in as ${email}`);
const requiring = (page: Page) => page.getByRole("region", { name: "Second factor" });

/** Gives the member signed in on this page one-time codes, without the user interface. */
async function giveCodes(page: Page, { origin }: FrontDesk): Promise<(stepsLater?: number) => string> {
  const { secret } = await (await page.request.post(`${origin}/api/second-factor/codes`)).json();
  const app = authenticatorApp(secret);
  const confirmed = await page.request.put(`${origin}/api/second-factor/codes`, { data: { code: app(-1) } });
  expect(confirmed.status()).toBe(200);
  return app;
}

test("a member ends one session, all others, and all with the one that is used @slow", async ({
  page,
  browser,
  server,
}) => {
  const { email } = await makeAgent(server, "three.sessions@example.com");
  const others = await Promise.all(
    ["Firefox/130.0", "curl/8"].map(async (agent) => {
      const userAgent = agent.startsWith("Firefox") ? `Mozilla/5.0 (X11; Linux x86_64; rv:130.0) ${agent}` : agent;
      const context = await browser.newContext({ baseURL: server.origin, userAgent });
      await context.request.post("/api/session", { data: { email, password: agentPassword } });
      return context;
    }),
  );
  const statuses = () =>
    Promise.all(others.map(async (context) => (await context.request.get("/api/session")).status()));
  await open(page, addresses.admin);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await open(page, "/ContactAdmin/security");
  await expect(row(page, "This device").getByRole("heading")).toContainText("Chrome on Linux");
  expect(await statuses()).toEqual([200, 200]);

  await row(page, "Firefox on Linux").getByRole("button", { name: "End: Firefox on Linux" }).click();
  await expect(row(page, "Firefox on Linux")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your sessions" })).toBeFocused();
  expect(await statuses()).toEqual([401, 200]);
  await expect(row(page, "Unknown device")).not.toHaveCount(0);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(row(page, "Unknown device")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "End all others" })).toHaveCount(0);
  expect(await statuses()).toEqual([401, 401]);

  await row(page, "This device").getByRole("button", { name: /^End/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await others[0]?.request.post("/api/session", { data: { email, password: agentPassword } });
  await fillSignIn(page, { email, password: agentPassword });
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await open(page, "/ContactAdmin/security");
  // What was typed about a visitor does not stay behind.
  const draft = "front-desk-draft/member/answer/inquiry";
  await page.evaluate((key) => localStorage.setItem(key, "{}"), draft);
  await page.getByRole("button", { name: "End all, including this one" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBeNull();
  expect(await statuses()).toEqual([401, 401]);
  for (const context of others) await context.close();
});

test("a member changes their own password, and is asked for the present one @slow", async ({ page, server }) => {
  const { email } = await makeAgent(server, "own.password@example.com");
  const next = "quite another long password";
  await open(page, addresses.admin);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(signedIn(page, email)).toBeVisible();
  await open(page, "/ContactAdmin/security");
  const own = page.getByRole("region", { name: "Your password" });
  await own.getByRole("button", { name: "Change the password" }).click();
  await own.getByLabel("New password", { exact: true }).fill(next);
  await own.getByLabel("Repeat the new password").fill(next);
  await expectAccessible(page);
  await own.getByRole("button", { name: "Change the password" }).click();
  const question = page.getByRole("dialog");
  await question.getByLabel("Password").fill(agentPassword);
  await question.getByLabel("Password").press("Enter");
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await signOut(page);
  await fillSignIn(page, { email, password: next });
  await expect(signedIn(page, email)).toBeVisible();
});

test("a session that is ended elsewhere asks to sign in again, with the second factor, and loses nothing @slow", async ({
  page,
  server,
}) => {
  const email = "ended.elsewhere@example.com";
  const { id } = await makeAgent(server, email);
  await open(page, addresses.admin);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(signedIn(page, email)).toBeVisible();
  const app = await giveCodes(page, server);
  await open(page, "/ContactAdmin/security");
  await page.getByLabel("Name of a new passkey").fill("My phone");
  await server.call("DELETE", `members/${id}/sessions`);
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  // A call in the background may notice first, and open it over the button.
  await expect(async () => {
    if (await dialog.isHidden()) await page.getByRole("button", { name: "Add a passkey" }).click({ timeout: 2000 });
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await fillSignIn(dialog, { email, password: agentPassword });
  await dialog.getByLabel("Code from your app").fill(app());
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name of a new passkey")).toHaveValue("My phone");
});

test("an owner sees who has a second factor, resets one, and ends a member's sessions @slow", async ({
  page,
  browser,
  server,
}) => {
  const email = "lost.phone@example.com";
  await makeAgent(server, email);
  const context = await browser.newContext({ baseURL: server.origin });
  const agents = await context.newPage();
  await agents.request.post("/api/session", { data: { email, password: agentPassword } });
  await page.request.post("/api/session", { data: server.owner });
  await open(page, "/ContactAdmin/team");
  const member = page.getByRole("row").filter({ hasText: email });
  const menu = page.getByLabel(`Actions: ${email}`);
  await expect(member.getByText("None yet")).toBeVisible();
  await menu.click();
  await expect(member.getByRole("button", { name: "Reset second factor" })).toHaveCount(0);
  await giveCodes(agents, server);
  await page.reload();
  await expect(member.getByRole("cell", { name: "On", exact: true })).toBeVisible();

  await menu.click();
  await member.getByRole("button", { name: "End sessions" }).click();
  const ending = page.getByRole("alertdialog", { name: "End all sessions of this member?" });
  await ending.getByRole("button", { name: "End them" }).click();
  await expect(ending).toBeHidden();
  await expect(menu).toBeFocused();
  expect((await agents.request.get("/api/session")).status()).toBe(401);

  await menu.click();
  await member.getByRole("button", { name: "Reset second factor" }).click();
  const resetting = page.getByRole("alertdialog", { name: "Reset this member's second factor?" });
  await resetting.getByRole("button", { name: "Reset it" }).click();
  await expect(resetting).toBeHidden();
  await expect(member.getByText("None yet")).toBeVisible();
  await expect(menu).toBeFocused();
  const again = await agents.request.post("/api/session", { data: { email, password: agentPassword } });
  expect(again.status()).toBe(200);
  await context.close();
});

test("a second factor is required of everybody: an owner first, who sees who lacks one, then the others @slow", async ({
  page,
  browser,
}) => {
  const server = await startServer();
  const at = (path: string) => server.origin + path;
  const email = "held.up@example.com";
  await makeAgent(server, email);
  const context = await browser.newContext();
  const agents = await context.newPage();
  await open(agents, at("/ContactAdmin/inquiries"));
  await fillSignIn(agents, { email, password: agentPassword });
  await expect(signedIn(agents, email)).toBeVisible();

  await page.request.post(at("/api/session"), { data: server.owner });
  await open(page, at("/ContactAdmin/settings?section=second-factor"));
  const require = requiring(page).getByRole("switch", { name: "Require for everyone on the team" });
  await expect(requiring(page).getByText("You need one yourself first.")).toBeVisible();
  await require.check();
  await requiring(page).getByRole("button", { name: "Save" }).click();
  await expect(requiring(page).getByText("Set up a second factor of your own first.")).toBeVisible();
  await expect(require).toBeFocused();
  await giveCodes(page, server);
  await page.reload();
  await require.check();
  await requiring(page).getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Require a second factor for everyone?" });
  await expect(question).toContainText("One member has none");
  await expect(question).toContainText(email);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByRole("status").getByText("Settings saved")).toBeVisible();

  // During work: over the page.
  await agents.getByRole("link", { name: "Saved replies" }).click();
  const held = agents.getByRole("dialog", { name: "Please set up a second factor" });
  await expect(held.getByRole("region", { name: "One-time codes" })).toBeVisible();
  await expectAccessible(agents);
  await agents.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(agents);
  await agents.keyboard.press("Escape");
  await expect(held).toBeHidden();
  await expect(agents.getByRole("button", { name: "Set one up" })).toBeVisible();
  // Closed and reopened, it continues where it was.
  await agents.getByRole("button", { name: "Set one up" }).click();
  await held.getByRole("button", { name: "Set up one-time codes" }).click();
  const secret = await held.getByRole("region", { name: "One-time codes" }).locator("code").textContent();
  await agents.keyboard.press("Escape");
  await expect(held).toBeHidden();
  await agents.getByRole("button", { name: "Set one up" }).click();
  await expect(held.getByRole("region", { name: "One-time codes" }).locator("code")).toHaveText(secret ?? "");

  // After a sign-in: in place of the page.
  await agents.goto(at(addresses.admin));
  await expect(agents.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  await expect(agents.getByRole("region", { name: "Passkeys" })).toBeVisible();
  await expect(agents.getByRole("navigation", { name: "Admin" })).toHaveCount(0);
  await expectAccessible(agents);
  await addAuthenticator(agents);
  await agents.getByLabel("Name of a new passkey").fill("My phone");
  await agents.getByRole("button", { name: "Add a passkey" }).click();
  await expect(agents.getByRole("region", { name: "Your recovery codes" })).toBeVisible();
  await agents.getByRole("button", { name: "I have saved them" }).click();
  await expect(agents.getByRole("heading", { name: /All Contacts|No contacts found/ })).toBeVisible();
  await expect(agents.getByRole("navigation", { name: "Areas" })).toBeVisible();
  await expect(agents.locator("#main")).toBeFocused();

  // The last factor stays.
  await open(agents, at("/ContactAdmin/security"));
  await agents.getByRole("button", { name: "Remove: My phone" }).click();
  await agents.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(agents.getByRole("alertdialog").getByRole("alert")).toHaveText(/require a second factor for everyone/);
  await context.close();
  await server.stop();
});

test("a step-up works with a passkey as well, and the call that needed it goes out @slow", async ({ page, server }) => {
  const email = "proof@example.com";
  await makeAgent(server, email);
  await addAuthenticator(page);
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(page, "/ContactAdmin/security");
  await page.getByLabel("Name of a new passkey").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  // Simulates a step-up that is too old.
  let asked = 0;
  await page.route("**/api/second-factor/codes", async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({ status: 403, json: { message: "Please confirm again that it is you.", needs: "proof" } });
  });
  await page.getByRole("button", { name: "Set up one-time codes" }).click();
  const stepUp = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await expectAccessible(page);
  await stepUp.getByRole("button", { name: "Use a passkey" }).click();
  await expect(stepUp).toBeHidden();
  await expect(page.getByRole("heading", { name: "1. Add the secret to your app" })).toBeVisible();
  expect(asked).toBe(2);
});
