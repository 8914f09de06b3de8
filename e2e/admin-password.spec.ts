import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { addresses, expect, expectAccessible, fillSignIn, open, test, signOut } from "./admin-test.ts";
import { startMailServer } from "./receivers.ts";
import { startServer } from "./server.ts";

async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the password").fill(repeated);
  await page.getByRole("button", { name: "Set the password" }).click();
}

test("the first owner sets an address and a password with the printed link, once", async ({ page }) => {
  const server = await startServer({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  await expect.poll(() => server.output()).toContain("#new=");
  const link = /http\S+#new=\S+/.exec(server.output())?.[0] ?? "";
  const owner = { email: "new.owner@example.com", password: "four made-up words" };

  await open(page, link);
  await expect(page).toHaveURL(server.origin + addresses.password);
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("minlength", "12");
  await page.getByLabel("Email").fill(owner.email);
  await setPassword(page, owner.password, "four made-up word");
  await expect(page.getByLabel("Repeat the password")).toBeFocused();
  await expect(page.getByLabel("Repeat the password")).toHaveAccessibleDescription(
    "The two passwords are not the same.",
  );
  await setPassword(page, owner.password);
  await expect(page.getByText(`Signed in as ${owner.email}`)).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}${addresses.admin}/setup`);

  await signOut(page);
  await fillSignIn(page, owner);
  await expect(page.getByText(`Signed in as ${owner.email}`)).toBeVisible();

  await open(page, link);
  await page.getByLabel("Email").fill("thief@example.com");
  await setPassword(page, "another made-up password");
  await expect(page.getByRole("alert")).toHaveText(/^This link was already used or has expired/);
  await server.stop();
});

test("a member sets a new password with a link from the server's shell @slow", async ({ page }) => {
  const server = await startServer();
  const admin = spawn(process.execPath, ["dist/server/admin-cli.js", "reset-password"], {
    env: { NODE_ENV: "production", ...server.storeEnv, PUBLIC_URL: server.origin },
  });
  admin.stdin.end(`${server.owner.email}\n`);
  const [output] = await Promise.all([text(admin.stdout), once(admin, "close")]);
  const link = /http\S+#reset=\S+/.exec(output)?.[0] ?? "";

  await open(page, link);
  await expect(page).toHaveURL(server.origin + addresses.password);
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await page.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await setPassword(page, "too short");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/at least 12 characters/);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await setPassword(page, "a new made-up password");
  await expect(page.getByText(`Signed in as ${server.owner.email}`)).toBeVisible();

  await signOut(page);
  await fillSignIn(page, server.owner);
  await expect(page.getByRole("alert")).toBeVisible();
  await server.stop();
});

test("without a link the page says how to get one, and takes one that is pasted in", async ({ page }) => {
  await open(page, addresses.password);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set a password");
  await expect(page.getByText("npm run admin -- reset-password")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await page.evaluate(() => (location.hash = "#reset=a-made-up-token"));
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(addresses.password);
  await page.reload();
  await page.getByRole("link", { name: "Go to sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
});

test("a forgotten password is reset by a link that comes by mail, once the site sends mail @slow", async ({ page }) => {
  const server = await startServer();
  const mailServer = await startMailServer("a made-up password");
  await open(page, server.origin + addresses.admin);
  await expect(page.getByText("the operator of the server, can make you a link")).toBeVisible();
  const { mails, port } = mailServer;
  const { request } = page.context();
  await request.post(`${server.origin}/api/session`, { data: server.owner });
  const sender = { user: "desk", password: "a made-up password", from: "desk@example.com" };
  const mail = { host: "127.0.0.1", port, security: "none", ...sender, to: [] };
  const data = { retentionDays: 180, acknowledge: false, says: "reference", mail, webhook: null, telegram: null };
  const settings = await request.get(`${server.origin}/api/settings`);
  const headers = { "if-match": String(settings.headers()["etag"]) };
  expect((await request.put(`${server.origin}/api/settings`, { data, headers })).status()).toBe(200);
  await request.delete(`${server.origin}/api/session`);

  await page.reload();
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expectAccessible(page);
  const said = "If this is the address of a member, a link to set a new password is on its way.";
  for (const email of ["nobody@example.com", server.owner.email]) {
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByRole("status").getByText(said)).toBeVisible();
  }
  await expect.poll(() => mails.map(({ to }) => to)).toEqual([[server.owner.email]]);
  // Quoted-printable, as in emails.
  const letter = (mails[0]?.raw ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  await open(page, /http\S+#reset=\S+/.exec(letter)?.[0] ?? "");
  await setPassword(page, "a password after the mail");
  await expect(page.getByText(`Signed in as ${server.owner.email}`)).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Back to sign in" }).click();
  await fillSignIn(page, server.owner);
  await expect(page.getByRole("alert")).toBeVisible();
  await server.stop();
  await mailServer.close();
});
