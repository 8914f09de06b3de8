import { readFile } from "node:fs/promises";
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
import { copiedIn } from "./public-test.ts";
import type { FrontDesk } from "./server.ts";

const security = "/ContactAdmin/security";
const codes = (page: Page) => page.getByRole("region", { name: "One-time codes" });
const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const fresh = (page: Page) => page.getByRole("region", { name: "Your recovery codes" });

/** Signs a new agent in at their security page. */
async function openSecurity(page: Page, server: FrontDesk, email: string) {
  const member = await makeAgent(server, email);
  await signIn(page, email);
  await open(page, security);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your security");
  return member;
}

async function signIn(page: Page, email: string) {
  const response = await page.request.post("/api/session", { data: { email, password: agentPassword } });
  expect(response.status()).toBe(200);
}

/**
 * Sets up one-time codes; returns the authenticator app and its recovery codes. Sign in with `app(1)` afterwards: the
 * present code may have been used up here, and the next one is taken for more than a minute.
 */
async function setUpCodes(page: Page) {
  await codes(page).getByRole("button", { name: "Set up one-time codes" }).click();
  const secret = (await codes(page).locator("code").textContent()) ?? "";
  const app = authenticatorApp(secret.replaceAll(" ", ""));
  await codes(page).getByLabel("Code from your app").fill(app());
  await codes(page).getByRole("button", { name: "Switch on" }).click();
  await expect(fresh(page)).toBeVisible();
  const recovery = await fresh(page).getByRole("listitem").allTextContents();
  return { app, recovery };
}

async function addPasskey(page: Page, name: string) {
  await passkeys(page).getByLabel("Name of a new passkey").fill(name);
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click();
}

const signedIn = (page: Page, email: string) => page.getByText(`Signed in as ${email}`);

test("one-time codes: set up with an app, asked for at the next sign-in, and removed", async ({ page, server }) => {
  const email = "codes@example.com";
  await openSecurity(page, server, email);
  await expect(codes(page).getByText("Off")).toBeVisible();
  await codes(page).getByRole("button", { name: "Set up one-time codes" }).click();
  await expect(codes(page).getByRole("heading", { name: "1. Add the secret to your app" })).toBeFocused();
  await expect(codes(page).getByRole("img", { name: "QR code of the secret" })).toBeVisible();
  await expect(codes(page).getByRole("link", { name: "Open it in an app" })).toHaveAttribute("href", /^otpauth:\/\//);
  const field = codes(page).getByLabel("Code from your app");
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveAttribute("inputmode", "numeric");
  await field.fill("000000");
  await codes(page).getByRole("button", { name: "Switch on" }).click();
  await expect(field).toHaveAccessibleDescription(/^This code is not right/);
  await expect(field).toBeFocused();
  await codes(page).getByRole("button", { name: "Cancel" }).click();
  await expect(codes(page).getByRole("heading", { name: "One-time codes" })).toBeFocused();

  const { app, recovery } = await setUpCodes(page);
  expect(new Set(recovery).size).toBe(10);
  await expect(fresh(page).getByRole("heading")).toBeFocused();
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await fresh(page).getByRole("button", { name: "Copy" }).click();
  expect(await copiedIn(page)).toBe(recovery.join("\n"));
  const downloading = page.waitForEvent("download");
  await fresh(page).getByRole("button", { name: "Download as a text file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("recovery-codes.txt");
  expect((await readFile(await download.path(), "utf8")).split("\r\n")).toEqual(expect.arrayContaining(recovery));
  await page.emulateMedia({ media: "print" });
  await expect(fresh(page).getByText(recovery[9] ?? "")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await expect(codes(page).getByText("On", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Recovery codes" }).getByText("10 left")).toBeVisible();
  expect(await page.content()).not.toContain(recovery[0]);

  await signOut(page);
  await fillSignIn(page, { email, password: agentPassword });
  const code = page.getByLabel("Code from your app");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);
  await code.fill("123 456");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/^This code is not right|This code is not right/);
  await expect(code).toBeFocused();
  // Written as many apps copy it.
  await code.fill(app(1).replace(/^(...)/, " $1 "));
  await page.keyboard.press("Enter");
  await expect(signedIn(page, email)).toBeVisible();

  await open(page, security);
  await codes(page).getByRole("button", { name: "Remove the one-time codes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(codes(page).getByText("Off")).toBeVisible();
  await expect(codes(page).getByRole("heading", { name: "One-time codes" })).toBeFocused();
  await signOut(page);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(signedIn(page, email)).toBeVisible();
});

test("a recovery code signs in once, and new ones take the place of the old @slow", async ({ page, server }) => {
  const email = "recovery@example.com";
  await openSecurity(page, server, email);
  const { recovery } = await setUpCodes(page);
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);

  const useCode = async (code: string) => {
    await fillSignIn(page, { email, password: agentPassword });
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(page.getByLabel("Recovery code")).toBeFocused();
    await page.getByLabel("Recovery code").fill(code);
    await page.keyboard.press("Enter");
  };
  await useCode((recovery[3] ?? "").toLowerCase());
  await expect(signedIn(page, email)).toBeVisible();
  await open(page, security);
  await expect(page.getByRole("region", { name: "Recovery codes" }).getByText("9 left")).toBeVisible();
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  // Closing the dialog does not cancel the request: its codes are still shown.
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/second-factor/recovery-codes", async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await page.getByRole("alertdialog").getByRole("button", { name: "Make new ones" }).click();
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Making..." })).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  letGo.resolve();
  await expect(fresh(page).getByRole("heading")).toBeFocused();
  const [renewed = ""] = await fresh(page).getByRole("listitem").allTextContents();
  expect(recovery).not.toContain(renewed);
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);

  await useCode(recovery[3] ?? "");
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/it was used before/);
  await page.getByLabel("Recovery code").fill(recovery[4] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/it was used before/);
  await page.getByRole("button", { name: "Use a code from the app" }).click();
  await expect(page.getByLabel("Code from your app")).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveValue(agentPassword);
  await useCode(renewed);
  await expect(signedIn(page, email)).toBeVisible();
});

test("the recovery codes are shown although the page learns first, from another answer, that the codes are on @slow", async ({
  page,
  server,
}) => {
  await openSecurity(page, server, "overtaken@example.com");
  await page.route("**/api/second-factor/codes", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    const response = await route.fetch();
    // Simulates a return from the authenticator app on the same phone.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect(codes(page).getByText("On", { exact: true })).toBeVisible();
    await route.fulfill({ response });
  });
  const { recovery } = await setUpCodes(page);
  expect(recovery).toHaveLength(10);
});

test("a passkey: added, signs in without a password and as the second step, and is removed", async ({
  page,
  server,
}) => {
  const email = "passkey@example.com";
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, server, email);
  await addPasskey(page, "My phone");
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await expect(passkeys(page).getByRole("listitem").filter({ hasText: "My phone" })).toContainText("not used yet");
  await expect(passkeys(page).getByText("On", { exact: true })).toBeVisible();
  expect(await authenticator.count()).toBe(1);
  // The same device already has one.
  await addPasskey(page, "The same phone");
  await expect(passkeys(page).getByRole("alert")).toHaveText(
    "This device has a passkey of yours for this site already.",
  );
  await expect(passkeys(page).getByLabel("Name of a new passkey")).toHaveValue("The same phone");
  await signOut(page);

  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(signedIn(page, email)).toBeVisible();
  await signOut(page);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(signedIn(page, email)).toBeVisible();

  await open(page, security);
  const row = passkeys(page).getByRole("listitem").filter({ hasText: "My phone" });
  await expect(row).toContainText("last used");
  await row.getByRole("button", { name: "Remove: My phone" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(passkeys(page).getByRole("heading", { name: "Passkeys" })).toBeFocused();
  await signOut(page);

  // The device keeps the passkey; here it is worthless.
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^This passkey was not accepted/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(signedIn(page, email)).toBeVisible();
});

test("a second passkey is added by keyboard, and the focus is not lost @slow", async ({ page, server }) => {
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, server, "two.passkeys@example.com");
  await addPasskey(page, "My phone");
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  // The rest is on another device.
  await authenticator.forget();
  await passkeys(page).getByLabel("Name of a new passkey").fill("My key");
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).focus();
  await page.keyboard.press("Enter");
  await expect(passkeys(page).getByRole("listitem")).toHaveCount(2);
  await expect(passkeys(page).getByLabel("Name of a new passkey")).toHaveValue("");
  await expect(passkeys(page).getByRole("button", { name: "Add a passkey" })).toBeFocused();
});

test("a passkey that the browser offers where the address is typed signs in without a press @slow", async ({
  page,
  server,
}) => {
  const email = "offered@example.com";
  await addAuthenticator(page, { isOffered: true });
  const asked: unknown[] = [];
  await page.exposeFunction("tellAsked", (mediation: unknown) => asked.push(mediation));
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      Reflect.get(window, "tellAsked")(options?.mediation);
      return get(options);
    };
  });
  await openSecurity(page, server, email);
  await addPasskey(page, "My phone");
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);
  await expect(signedIn(page, email)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
  // The passkey is only offered: an automatic prompt would disturb a member who types a password.
  expect(asked).toEqual(["conditional"]);
});

test("what goes wrong with a passkey is said in words, and nothing typed is lost @slow", async ({ page, server }) => {
  const email = "cancelled@example.com";
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, server, email);
  await authenticator.confirms(false);
  await addPasskey(page, "My phone");
  await expect(passkeys(page).getByRole("alert")).toHaveText(
    "No passkey was added: it was cancelled, or took too long.",
  );
  await expect(passkeys(page).getByLabel("Name of a new passkey")).toHaveValue("My phone");
  await authenticator.confirms(true);
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click();
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);

  await authenticator.confirms(false);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(agentPassword);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^No passkey was used/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue(agentPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^No passkey was used/);
  await authenticator.confirms(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(signedIn(page, email)).toBeVisible();
});

test("a browser without passkeys offers none, and says so where one would be of use @slow", async ({
  page,
  server,
  browser,
}) => {
  const email = "old.browser@example.com";
  await addAuthenticator(page);
  await openSecurity(page, server, email);
  await addPasskey(page, "My phone");
  await expect(fresh(page)).toBeVisible();
  const recovery = await fresh(page).getByRole("listitem").allTextContents();

  const old = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await old.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await open(old, addresses.admin);
  await expect(old.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(old.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await fillSignIn(old, { email, password: agentPassword });
  await expect(old.getByText("This browser cannot use passkeys.")).toBeVisible();
  await old.getByLabel("Recovery code").fill(recovery[0] ?? "");
  await old.keyboard.press("Enter");
  await expect(signedIn(old, email)).toBeVisible();
  await open(old, security);
  await expect(passkeys(old).getByText("This browser cannot use passkeys.")).toBeVisible();
  await expect(passkeys(old).getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await old.context().close();
});

test("a sign-in whose second step comes too late starts again, and keeps what was typed @slow", async ({
  page,
  server,
}) => {
  const email = "too.late@example.com";
  await openSecurity(page, server, email);
  const { app } = await setUpCodes(page);
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);
  // A ticket that the server did not issue is expired for it, too.
  await page.route("**/api/session", async (route) => {
    const response = await route.fetch();
    const problem = await response.json();
    await route.fulfill({ response, json: { ...problem, ticket: "x".repeat(60) } });
  });
  await fillSignIn(page, { email, password: agentPassword });
  await page.getByLabel("Code from your app").fill(app(1));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(/^This sign-in took too long/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue(agentPassword);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code from your app").fill(app(1));
  await page.keyboard.press("Enter");
  await expect(signedIn(page, email)).toBeVisible();
});

test("a new password by a link does not pass the second factor by @slow", async ({ page, server }) => {
  const email = "new.password@example.com";
  const { id } = await openSecurity(page, server, email);
  const { app } = await setUpCodes(page);
  await fresh(page).getByRole("button", { name: "I have saved them" }).click();
  await signOut(page);
  const { link } = await server.call<{ link: string }>("POST", `members/${id}/link`);
  await open(page, link);
  await page.getByLabel("Password", { exact: true }).fill("password1234");
  await page.getByLabel("Repeat the password").fill("password1234");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password", { exact: true }).fill("yet another made-up password");
  await page.getByLabel("Repeat the password").fill("yet another made-up password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await page.getByLabel("Code from your app").fill(app(1));
  await page.keyboard.press("Enter");
  await expect(signedIn(page, email)).toBeVisible();
});
