import type { Page } from "@playwright/test";
import type { Team } from "#contract/auth/team.ts";
import {
  addresses,
  agentPassword as password,
  expect,
  expectAccessible,
  fillSignIn,
  makeAgent,
  open,
  signOut,
  smallTargets,
  test,
  three,
} from "./admin-test.ts";
import { copiedIn } from "./public-test.ts";
import type { FrontDesk } from "./server.ts";

const team = "/ContactAdmin/team";

const row = (page: Page, email: string) =>
  page.getByRole("row").filter({ has: page.getByText(email, { exact: true }) });

/** A member's row in the table of this state. */
const rowIn = (page: Page, state: "Members" | "Invitations" | "Deactivated", email: string) =>
  row(page, email).and(page.getByRole("table", { name: state }).getByRole("row"));

/** Chooses an action of a member's menu. */
async function choose(page: Page, email: string, action: string) {
  await page.getByLabel(`Actions: ${email}`).click();
  await row(page, email).getByRole("button", { name: action, exact: true }).click();
}

/** Opens the team page as the owner. */
async function openTeam(page: Page, server: FrontDesk) {
  await page.request.post("/api/session", { data: server.owner });
  await open(page, team);
  await expect(row(page, server.owner.email)).toBeVisible();
}

test("an invited agent sets a password by the link, sees no owner's controls, and is out once deactivated", async ({
  page,
  browser,
  server,
}) => {
  await server.setChannels(three);
  const email = "new.agent@example.com";
  await openTeam(page, server);
  const button = page.getByRole("button", { name: "Invite a member" });
  const address = page.getByLabel("Email");
  await button.click();
  await expect(address).toBeFocused();
  await address.fill(email);
  // Escape closes the form, which keeps what is typed.
  await page.keyboard.press("Escape");
  await expect(address).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(address).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const card = page.getByRole("region", { name: "Pass this link on to New Agent" });
  await expect(card.getByRole("heading")).toBeFocused();
  // It is not lost unasked.
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Inbox/ })
    .click();
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(leaving).toContainText("This page shows something only once");
  await leaving.getByRole("button", { name: "Cancel" }).click();
  const link = await card.getByLabel("One-time link").inputValue();
  expect(link.startsWith(`${server.origin}${addresses.password}#reset=`)).toBe(true);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await card.getByRole("button", { name: "Copy the link" }).click();
  await expect(card.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copiedIn(page)).toBe(link);
  await card.getByRole("button", { name: "Done" }).click();
  await expect(button).toBeFocused();
  await expect(rowIn(page, "Invitations", email).getByRole("button", { name: `New link: ${email}` })).toBeVisible();

  // The same email is rejected beside the form, which keeps it.
  await button.click();
  await address.fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("There is already a member with this address.");
  await expect(address).toHaveValue(email);

  const agents = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await open(agents, link);
  await agents.getByLabel("Password", { exact: true }).fill(password);
  await agents.getByLabel("Repeat the password").fill(password);
  await agents.getByRole("button", { name: "Set the password" }).click();
  await expect(agents.getByText(`Signed in as ${email}`)).toBeVisible();
  // Agents begin in the inbox; the area's first address shows the channels to everyone.
  await expect(agents).toHaveURL(`${server.origin}${addresses.admin}/inquiries`);
  await signOut(agents);
  await fillSignIn(agents, { email, password });
  await expect(agents).toHaveURL(`${server.origin}${addresses.admin}/inquiries`);
  await open(agents, addresses.admin);
  await expect(agents.getByRole("heading", { level: 1 })).toHaveText("Contact Management");
  await expect(agents.getByRole("heading", { name: "All Contacts (3)" })).toBeVisible();
  const main = agents.getByRole("main");
  await expect(main.getByRole("switch")).toHaveCount(0);
  await expect(main.getByRole("button", { name: /Add New Contact|Hide all|Undo/ })).toHaveCount(0);
  const admin = agents.getByRole("navigation", { name: "Admin" });
  await expect(admin.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await admin.getByRole("link", { name: "Team" }).click();
  await expect(rowIn(agents, "Members", email)).toContainText(/You.*Set up a second factor.*Agent/);
  await expect(rowIn(agents, "Members", server.owner.email)).toContainText("Owner");
  await expect(agents.getByRole("columnheader", { name: "Second factor" })).toHaveCount(0);
  await expect(main.getByRole("button", { name: /Invite|Actions|Undo/ })).toHaveCount(0);
  await expectAccessible(agents);

  await page.reload();
  await choose(page, email, "Deactivate");
  const question = page.getByRole("alertdialog", { name: "Deactivate this member?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel(`Actions: ${email}`)).toBeFocused();
  await choose(page, email, "Deactivate");
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(question).toBeHidden();
  await expect(rowIn(page, "Deactivated", email)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Members" })).toBeFocused();

  await agents.reload();
  await expect(agents.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await fillSignIn(agents, { email, password });
  await expect(agents.getByRole("alert")).toHaveText("The email address or the password is not right.");

  await choose(page, email, "Activate");
  await expect(rowIn(page, "Members", email)).toBeVisible();
  await fillSignIn(agents, { email, password });
  await expect(agents.getByText(`Signed in as ${email}`)).toBeVisible();
  await agents.context().close();
});

test("an agent who becomes an owner may do more at the next request, and the last owner stays one @slow", async ({
  page,
  browser,
  server,
}) => {
  await server.setChannels(three);
  // Earlier journeys may have left other owners.
  const { members } = await server.call<Team>("GET", "members");
  for (const { id, role, email } of members) {
    if (role === "owner" && email !== server.owner.email)
      await server.call("PATCH", `members/${id}`, { role: "agent" });
  }
  const { email } = await makeAgent(server, "second@example.com");
  const context = await browser.newContext({ baseURL: server.origin });
  const agents = await context.newPage();
  await agents.request.post("/api/session", { data: { email, password } });
  const add = () => agents.request.post("/api/members", { data: { email: "x", role: "agent" } });
  expect((await add()).status()).toBe(403);

  await openTeam(page, server);
  await choose(page, server.owner.email, "Deactivate");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText(/^The last owner must stay one/);
  await page.keyboard.press("Escape");
  await choose(page, server.owner.email, "Give up your role");
  await page.getByRole("alertdialog").getByRole("button", { name: "Give up the role" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText(/^The last owner must stay one/);
  await page.keyboard.press("Escape");

  await choose(page, email, "Make an owner");
  await expect(page.getByRole("status").getByText(`${email}: owner, active`)).toBeVisible();
  // Authorized: only the body is invalid.
  expect((await add()).status()).toBe(422);
  await choose(page, email, "Make an agent");
  await expect(page.getByRole("status").getByText(`${email}: agent, active`)).toBeVisible();
  expect((await add()).status()).toBe(403);
  await context.close();
});

test("a thousand members are shown in parts, found by name, and blocks on a phone @slow", async ({ page, server }) => {
  await page.request.post("/api/session", { data: server.owner });
  const { members } = await (await page.request.get("/api/members")).json();
  // Earlier journeys have left members of all kinds, which are in groups of their own.
  const owner = members.find(({ email }: { email: string }) => email === server.owner.email);
  const many = Array.from({ length: 999 }, (_, at) => {
    return { ...owner, id: `${at}`, email: `agent.${at}@example.com`, role: "agent", state: "active" };
  });
  await page.route("**/api/members", (route) => route.fulfill({ json: { members: [owner, ...many] } }));
  await open(page, team);
  await page.getByRole("button", { name: "Show more" }).click();
  const more = row(page, many[49]?.email);
  await expect(more).toBeFocused();
  await page.getByRole("searchbox", { name: "Search the team" }).fill("agent 998");
  await expect(row(page, "agent.998@example.com")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByRole("status").getByText("Nobody matches “nobody”")).toBeVisible();
});

test("what cannot be loaded is said, and loaded at a second try @slow", async ({ page, server }) => {
  await page.request.post("/api/session", { data: server.owner });
  await page.route("**/api/members", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await open(page, team);
  await expect(page.getByRole("alert")).toHaveText("The members could not be loaded. Not today.");
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, server.owner.email)).toBeVisible();
});
