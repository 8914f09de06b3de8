import type { Page } from "@playwright/test";
import {
  addresses,
  agentPassword as password,
  expect,
  expectAccessible,
  fillSignIn,
  makeAgent,
  open,
  test,
  three,
} from "./admin-test.ts";
import { copiedIn } from "./public-test.ts";
import type { FrontDesk } from "./server.ts";

const team = "/ContactAdmin/team";

const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Opens the team page as the owner. */
async function openTeam(page: Page, server: FrontDesk) {
  await page.request.post("/api/session", { data: server.owner });
  await open(page, team);
  await expect(row(page, server.owner.email)).toBeVisible();
}

test(
  "an invited agent sets a password by the link, sees no owner's controls, and is out once deactivated",
  { tag: "@postgresql" },
  async ({ page, browser, server }) => {
    await server.setContacts(three);
    const email = "new.agent@example.com";
    await openTeam(page, server);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Pass this link on" });
    const link = await dialog.getByLabel("One-time link").inputValue();
    expect(link.startsWith(`${server.origin}${addresses.password}#reset=`)).toBe(true);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy the link" }).click();
    await expect(dialog.getByText("The link is copied")).toBeVisible();
    expect(await copiedIn(page)).toBe(link);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Invite", exact: true })).toBeFocused();
    await expect(row(page, email).getByText("Invited")).toBeVisible();

    // The same email is rejected beside the form, which keeps it.
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("There is a member with this address already.");
    await expect(page.getByLabel("Email")).toHaveValue(email);

    const agents = await (await browser.newContext({ baseURL: server.origin })).newPage();
    await open(agents, link);
    await agents.getByLabel("Password", { exact: true }).fill(password);
    await agents.getByLabel("Repeat the password").fill(password);
    await agents.getByRole("button", { name: "Set the password" }).click();
    await expect(agents.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(agents.getByRole("heading", { name: "All Contacts (3)" })).toBeVisible();
    const main = agents.getByRole("main");
    await expect(main.getByRole("switch")).toHaveCount(0);
    await expect(main.getByRole("button")).toHaveText(["Sign out", "Undo", "Preview", "Export"]);
    const admin = agents.getByRole("navigation", { name: "Admin" });
    await expect(admin.getByRole("link", { name: "Settings" })).toHaveCount(0);
    await admin.getByRole("link", { name: "Team" }).click();
    await expect(row(agents, email).getByText("You.")).toBeVisible();
    await expect(row(agents, email).getByText("Password alone")).toBeVisible();
    await expect(row(agents, server.owner.email).getByText("Owner.")).toBeVisible();
    await expect(row(agents, server.owner.email).getByText("Password alone")).toHaveCount(0);
    await expect(main.getByRole("button")).toHaveText(["Sign out", "Undo"]);
    await expectAccessible(agents);

    await page.reload();
    await row(page, email).getByRole("button", { name: "Deactivate" }).click();
    const question = page.getByRole("alertdialog", { name: "Deactivate this member?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, email).getByText("Active", { exact: true })).toBeVisible();
    await row(page, email).getByRole("button", { name: "Deactivate" }).click();
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(question).toBeHidden();
    await expect(row(page, email).getByText("Deactivated")).toBeVisible();

    await agents.reload();
    await expect(agents.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await fillSignIn(agents, { email, password });
    await expect(agents.getByRole("alert")).toHaveText("The e-mail address or the password is not right.");

    await row(page, email).getByRole("button", { name: "Activate" }).click();
    await expect(row(page, email).getByText("Active", { exact: true })).toBeVisible();
    await fillSignIn(agents, { email, password });
    await expect(agents.getByText(`Signed in as ${email}`)).toBeVisible();
    await agents.context().close();
  },
);

test("an agent who becomes an owner may do more at the next request, and the last owner stays one", async ({
  page,
  browser,
  server,
}) => {
  await server.setContacts(three);
  const { email } = await makeAgent(server, "second@example.com");
  const context = await browser.newContext({ baseURL: server.origin });
  const agents = await context.newPage();
  await agents.request.post("/api/session", { data: { email, password } });
  const add = () => agents.request.post("/api/members", { data: { email: "x", role: "agent" } });
  expect((await add()).status()).toBe(403);

  await openTeam(page, server);
  const own = row(page, server.owner.email);
  await own.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText(/^The last owner must stay one/);
  await page.keyboard.press("Escape");
  await own.getByRole("combobox", { name: `Role of ${server.owner.email}` }).selectOption("Agent");
  await page.getByRole("alertdialog").getByRole("button", { name: "Give up the role" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText(/^The last owner must stay one/);
  await page.keyboard.press("Escape");
  await expect(own.getByRole("combobox")).toHaveValue("owner");

  await row(page, email).getByRole("combobox").selectOption("Owner");
  await expect(page.getByRole("status").getByText(`${email}: owner, active`)).toBeVisible();
  // Authorized: only the body is invalid.
  expect((await add()).status()).toBe(422);
  await row(page, email).getByRole("combobox").selectOption("Agent");
  await expect(page.getByRole("status").getByText(`${email}: agent, active`)).toBeVisible();
  expect((await add()).status()).toBe(403);
  await context.close();
});

test("what cannot be loaded is said, and loaded at a second try", async ({ page, server }) => {
  await page.request.post("/api/session", { data: server.owner });
  await page.route("**/api/members", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await open(page, team);
  await expect(page.getByRole("alert")).toHaveText("The members could not be loaded. Not today.");
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, server.owner.email)).toBeVisible();
});
