import { addresses, chooseInRow, expect, fillSignIn, open, pressSignOut, signOut, test, three } from "./admin-test.ts";
import { holdCalls } from "./held-calls.ts";

test("a stranger sees a sign-in form and nothing of the channels", async ({ page, server }) => {
  await server.setChannels(three);
  await open(page, addresses.admin);
  await expect(page).toHaveTitle("Contact Management");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "current-password");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  expect(await page.content()).not.toContain("1800 000 0000");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
});

test("a wrong password is said beside the form, which keeps the address; a right one opens the area", async ({
  page,
  server,
}) => {
  await server.setChannels([]);
  await open(page, addresses.admin);
  await fillSignIn(page, { ...server.owner, password: "not the password" });
  await expect(page.getByRole("alert")).toHaveText("The email address or the password is not right.");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "The email address or the password is not right.",
  );
  await expect(page.getByLabel("Email")).toHaveValue(server.owner.email);
  await expect(page.getByLabel("Password")).toBeFocused();

  await page.keyboard.type(server.owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Management");
  await expect(page.getByText(`Signed in as ${server.owner.email}`)).toBeVisible();
  expect(page.url()).not.toContain("?");
});

test("what the server says of a try stands on the page @slow", async ({ page, server }) => {
  await open(page, addresses.admin);
  const wait = "Too many tries. Please wait 4 seconds and try again.";
  await page.route("**/api/session", (route) => route.fulfill({ status: 429, json: { message: wait } }));
  await fillSignIn(page, server.owner);
  await expect(page.getByRole("alert")).toHaveText(wait);

  await page.unrouteAll();
  await page.route("**/api/session", (route) => route.abort());
  await fillSignIn(page, server.owner);
  await expect(page.getByRole("alert")).toHaveText(/^The server did not answer/);

  await page.unrouteAll();
  await page.getByLabel("Email").fill("   ");
  // Bypasses the browser's validation, which would block the submission.
  await page.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Email is required.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("while the answer is awaited the button says so, and sends nothing more @slow", async ({ page, server }) => {
  await open(page, addresses.admin);
  const calls = await holdCalls(page, "**/api/session");
  await fillSignIn(page, server.owner);
  const busy = page.getByRole("button", { name: "Signing in..." });
  await expect(busy).toBeDisabled();
  await page.getByLabel("Password").press("Enter");
  const call = await calls.next();
  await call.continue();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Management");
  expect(calls.count()).toBe(0);
});

test("signing in keeps the place within the page that was asked for @slow", async ({ page, server }) => {
  await server.setChannels([]);
  await open(page, `${addresses.admin}#add=email:help@example.com`);
  await fillSignIn(page, server.owner);
  await expect(page.getByLabel("Value")).toHaveValue("help@example.com");
  await expect(page).toHaveURL(`${addresses.admin}#add=email:help@example.com`);
});

test("a slow sign-in takes nobody back from the page that they have gone on to @slow", async ({ page, server }) => {
  await open(page, addresses.admin);
  const calls = await holdCalls(page, "**/api/session");
  await fillSignIn(page, server.owner);
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/contact");
  const answered = page.waitForResponse("**/api/session");
  await (await calls.next()).continue();
  await (await answered).finished();
  // Long enough for the page to be replaced.
  await page.waitForTimeout(500);
  await expect(page).toHaveURL("/contact");
});

test("signing out ends the session and shows the sign-in form", async ({ page, admin }) => {
  await admin.openWith(three);
  const cookies = await page.context().cookies();
  await signOut(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  // The browser stays known to its member, which signs nobody in.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["device"]);
  // The session is over also for a client that still has the cookie.
  await page.context().addCookies(cookies);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
});

test("a sign-out that fails is said, and the member is still signed in @slow", async ({ page, admin }) => {
  await admin.openWith([]);
  await page.route("**/api/session", (route) => route.abort());
  await pressSignOut(page);
  await expect(admin.toast("Failed to sign out")).toBeVisible();
  await expect(page.getByText("You are still signed in.")).toBeVisible();
});

test.describe("signed out in the meantime", () => {
  test("what was typed stays, and goes out after signing in again", async ({ page, server, admin }) => {
    await admin.openWith([]);
    await page.getByRole("button", { name: "Add New Contact" }).click();
    await page.getByLabel("Type").selectOption("email");
    await page.getByLabel("Value").fill("help@example.com");
    await page.getByLabel("Description").fill("Day and night");
    await admin.endSession();
    await page.getByRole("button", { name: "Add Contact" }).click();

    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    // Simulates a return to the tab: its calls are repeated.
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await (await refused).finished();
    await expect(page.getByText("You are signed out. What you typed is still here.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Add Contact" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(server.owner.email);
    await fillSignIn(dialog, { ...server.owner, password: "not the password" });
    await expect(dialog.getByRole("alert")).toHaveText("The email address or the password is not right.");
    await fillSignIn(dialog, server.owner);
    await expect(dialog).toBeHidden();

    const form = page.getByRole("form", { name: "New contact" });
    await expect(form.getByText("You were signed out before this was done.")).toBeVisible();
    await expect(page.getByLabel("Value")).toHaveValue("help@example.com");
    await expect(page.getByLabel("Description")).toHaveValue("Day and night");
    await expect(page.getByRole("button", { name: "Add Contact" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(admin.toast("Contact added successfully")).toBeVisible();
    await expect(admin.row("help@example.com")).toBeVisible();
  });

  test("the question before a deletion stays open below @slow", async ({ page, server, admin }) => {
    await admin.openWith(three);
    await chooseInRow(page, "Delete", "1800 000 0000");
    await admin.endSession();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await fillSignIn(page.getByRole("dialog", { name: "Please sign in again" }), server.owner);
    await expect(question.getByText("You were signed out before this was done.")).toBeVisible();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "All Contacts (2)" })).toBeVisible();
  });

  test("the list is there as soon as the member is back @slow", async ({ page, server, admin }) => {
    await admin.openWith(three);
    await page.route("**/api/contacts", (route) =>
      route.fulfill({ status: 401, json: { message: "Please sign in." } }),
    );
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await expect(dialog).toBeVisible();
    await page.unrouteAll();
    await fillSignIn(dialog, server.owner);
    await expect(page.getByRole("heading", { name: "All Contacts (3)" })).toBeVisible();
  });

  test("a closed dialog can be opened again from the page @slow", async ({ page, server, admin }) => {
    await admin.openWith(three);
    await admin.endSession();
    await page.getByRole("switch", { name: "Active 1800 000 0000" }).click();
    const dialog = page.getByRole("dialog", { name: "Please sign in again" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Sign in again" }).click();
    await fillSignIn(dialog, server.owner);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Sign in again" })).toBeHidden();
  });
});

test("a step back from a public page's own document finds the area as it was left @slow", async ({ page, admin }) => {
  await admin.openWith(three);
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/contact");
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All Contacts (3)" })).toBeVisible();
});
