import {
  addresses,
  agentPassword,
  chooseInHead,
  chooseInRow,
  chooseSection,
  expect,
  expectAccessible,
  fillSignIn,
  makeAgent,
  open,
  setSettings,
  smallTargets,
  test,
  three,
  signOut,
} from "./admin-test.ts";
import { addAuthenticator } from "./authenticator.ts";
import { asha } from "./public-test.ts";

const long = {
  type: "website",
  value: `https://example.com/${"without-a-break".repeat(20)}`,
  proof: "क".repeat(300),
} as const;

test("signing in, refused and not", async ({ page, server }) => {
  await open(page, addresses.admin);
  await expectAccessible(page);
  await fillSignIn(page, { ...server.owner, password: "not the password" });
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("the list, empty, failed and full", async ({ page, server, admin }) => {
  await admin.openWith([]);
  await expectAccessible(page);
  await page.route("**/api/contacts", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await page.reload();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await server.setChannels([...three, long]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "All Contacts (4)" })).toBeVisible();
  await page.getByRole("button", { name: "Add New Contact" }).click();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("the dialogs", async ({ page, admin }) => {
  await admin.openWith([...three, long]);
  // The middle of the row is its value, the button's label.
  await page.getByRole("button", { name: `Edit: ${long.value}` }).click({ position: { x: 4, y: 4 } });
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await chooseInRow(page, "Delete", long.value);
  await expectAccessible(page);
  await admin.endSession();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  await expectAccessible(page);
});

test("the channels as a whole: hours, a schedule, an import and the history", async ({ page, server, admin }) => {
  await admin.openWith([...three, long]);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  const form = page.locator("#add-channel");
  await form.getByLabel("Value").fill("+91 90000 00003");
  await form.getByText("Weekly hours").click();
  await form.getByRole("button", { name: "Add hours: Monday" }).click();
  await form.getByRole("button", { name: "Add a holiday" }).click();
  await form.getByRole("button", { name: "Preview" }).click();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  await chooseInRow(page, "Schedule a change", long.value);
  const dialog = page.getByRole("dialog", { name: "Schedule a change" });
  for (const field of ["The value", "The description", "The hours"]) await dialog.getByLabel(field).check();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await dialog.getByLabel("The value").uncheck();
  await dialog.getByLabel("From").fill("2030-12-24T18:00");
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("list", { name: `Scheduled: ${long.value}` })).toBeVisible();
  await chooseInHead(page, "Import");
  const file = { format: "front-desk-channels", version: 1, channels: [{ ...long, proof: "क".repeat(200) }] };
  await page
    .getByLabel("File")
    .setInputFiles({ name: "channels.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
  await page.getByLabel("Delete the 3 channels that the file does not name").check();
  await expect(page.getByRole("region", { name: "Deleted" })).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  await server.call("PUT", "contacts/hidden", { hidden: true });
  await open(page, "/ContactAdmin/history");
  await expect(page.locator(".history-entry").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Show them again" })).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await server.call("PUT", "contacts/hidden", { hidden: false });
});

test("setting a password, without a link, with one, and refused", async ({ page }) => {
  await open(page, addresses.password);
  await expectAccessible(page);
  await page.evaluate(() => (location.hash = "#new=a-made-up-token"));
  await page.getByLabel("Email").fill("owner@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long made-up password");
  await page.getByLabel("Repeat the password").fill("a long made-up password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("the team, with its dialogs", async ({ page, admin }) => {
  await admin.signIn();
  await open(page, "/ContactAdmin/team");
  await expect(page.getByText("You", { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Invite a member" }).click();
  await page.getByLabel("Email").fill("an.agent@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("region", { name: "Pass this link on to An Agent" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Actions: an.agent@example.com").click();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("the settings, with a channel that fails, a refused field and a dialog", async ({ page, admin, server }) => {
  await admin.signIn();
  const mail = { host: "127.0.0.1", port: 9, security: "none", user: "", from: "desk@example.com" };
  await setSettings(page, { mail: { ...mail, to: ["team@example.com"] } });
  await server.call("POST", "contact-inquiries", asha);
  await expect
    .poll(async () => (await (await page.request.get("/api/deliveries/health")).json()).failing.length)
    .toBeGreaterThan(0);
  await open(page, "/ContactAdmin/settings?section=deliveries");
  await expect(page.getByText("Notifications are not getting through.")).toBeVisible();
  await expect(page.getByText("The mail server refused the connection.")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await chooseSection(page, "Email");
  const mailSection = page.getByRole("region", { name: "Email", exact: true });
  await mailSection.getByLabel("Server").fill("");
  await mailSection.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Server is required.")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expectAccessible(page);
});

test("one's own security, from none to a passkey and codes, with its dialogs", async ({ page, server }) => {
  const email = "own.security@example.com";
  await addAuthenticator(page);
  await makeAgent(server, email);
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(page, "/ContactAdmin/security");
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByLabel("Name of a new passkey").fill("A-name-without-a-break-that-is-as-long-as-sixty-signs-can-be");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("region", { name: "Your recovery codes" })).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: "Set up one-time codes" }).click();
  await expect(page.getByRole("img", { name: "QR code of the secret" })).toBeVisible();
  await page.getByLabel("Code from your app").fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await signOut(page);
  await fillSignIn(page, { email, password: agentPassword });
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("no such code");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/This code is not right/);
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("the audit log, full and empty", async ({ page, admin, server }) => {
  await makeAgent(server, `${"an.agent.with.a.long.name.".repeat(2)}x@${"department.".repeat(8)}example.com`);
  await admin.signIn();
  await open(page, "/ContactAdmin/reports");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expectAccessible(page);
  await open(page, "/ContactAdmin/audit-log");
  await expect(page.locator(".audit-entry").first()).toBeVisible();
  await expectAccessible(page);
  if (test.info().project.name === "phone") await page.getByRole("button", { name: /^Filter/ }).click();
  await page.getByLabel("Kind", { exact: true }).selectOption("Restored from a backup");
  await expect(page.getByText("The log has no such entries.")).toBeVisible();
  await expectAccessible(page);
});

test("works by keyboard alone", async ({ page, admin }) => {
  await admin.openWith([]);
  await page.getByRole("button", { name: "Add New Contact" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Type").focus();
  await page.keyboard.type("Tele");
  await page.keyboard.press("Tab");
  await page.keyboard.type("@saffron_example");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "https://t.me/saffron_example" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Tab");
  // The descriptions in other languages stay folded.
  await expect(page.locator("#add-channel summary:focus")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Always available" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(page.locator("#add-channel").getByRole("button", { name: "Preview" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const row = admin.row("@saffron_example");
  await expect(row.getByText("By keyboard")).toBeVisible();
  await expect(row).toContainText("Hidden");

  await row.getByRole("switch").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Edit: @saffron_example" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete: @saffron_example" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No contacts found" })).toBeFocused();
});
