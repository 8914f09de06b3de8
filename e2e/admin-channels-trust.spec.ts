import { execFileSync } from "node:child_process";
import type { Browser, Page } from "@playwright/test";
import type { ActiveChannelList, TeamChannelList } from "#contract/channels/channel.ts";
import type { Invited } from "#contract/auth/team.ts";
import type { Role } from "#domain/member.ts";
import {
  addresses,
  editForm,
  expect,
  expectAccessible,
  fillSignIn,
  open,
  smallTargets,
  test,
  three,
} from "./admin-test.ts";
import { holdCalls } from "./held-calls.ts";
import type { FrontDesk } from "./server.ts";

// A separate server: a second owner's changes affect the whole site.
test.use({ environment: { LIMIT_PROOF_MINUTES: "10" } });

const settings = "/ContactAdmin/settings?section=publishing";
const [first] = ["+91 90000 00001"] as const;
const password = "another made-up password";

const values = async (server: FrontDesk) =>
  (await server.call<TeamChannelList>("GET", "contacts")).contacts.map(({ value }) => value);
const shown = async (server: FrontDesk) => (await server.call<ActiveChannelList>("GET", "contacts/active")).contacts;

/** Opens the channels page as another member in a separate browser. */
async function join(server: FrontDesk, browser: Browser, email: string, role: Role): Promise<Page> {
  const { link } = await server.call<Invited>("POST", "members", { email, role });
  const context = await browser.newContext({ baseURL: server.origin });
  const set = await context.request.post("/api/password", { data: { token: link.split("=")[1], password } });
  expect(set.status()).toBe(200);
  const page = await context.newPage();
  await open(page, addresses.admin);
  return page;
}

async function editValue(page: Page, from: string, to: string) {
  // Uses a key: a notice that comes above the list moves it away under the pointer.
  await page.getByRole("button", { name: `Edit: ${from}` }).press("Enter");
  const form = editForm(page, from);
  await form.getByLabel("Value").fill(to);
  await form.getByRole("button", { name: "Save" }).click();
  return form;
}

test("a channel's destination is changed only after step-up authentication, and nothing typed is lost @slow", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith(three);
  await server.askStore("update session set proved_at = proved_at - 660000");
  const form = await editValue(page, first, "+91 90000 00002");
  const stepUp = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await expect(stepUp.getByLabel("Password")).toBeVisible();
  await expectAccessible(page);
  await stepUp.getByRole("button", { name: "Cancel" }).click();
  await expect(stepUp).toBeHidden();
  await expect(form.getByLabel("Value")).toHaveValue("+91 90000 00002");
  await expect(form.getByText("Please confirm again that it is you")).toBeVisible();
  expect(await values(server)).toContain(first);

  await form.getByRole("button", { name: "Save" }).click();
  await stepUp.getByLabel("Password").fill("not the password");
  await stepUp.getByRole("button", { name: "Continue" }).click();
  await expect(stepUp.getByLabel("Password")).toHaveAccessibleDescription("The password is not right.");
  await expect(stepUp.getByLabel("Password")).toBeFocused();
  expect(await values(server)).toContain(first);
  await stepUp.getByLabel("Password").fill(server.owner.password);
  await page.keyboard.press("Enter");
  // The same call is sent again automatically.
  await expect(stepUp).toBeHidden();
  await expect(form).toBeHidden();
  await expect.poll(() => admin.values()).toContain("+91 90000 00002");

  // Undo requires step-up too, in place; harmless changes do not.
  await server.askStore("update session set proved_at = proved_at - 660000");
  await admin.row("+91 90000 00002").getByRole("switch").click();
  await expect(admin.row("+91 90000 00002").getByText("Hidden", { exact: true })).toBeVisible();
  await expect(stepUp).toBeHidden();
  await admin.row("+91 90000 00002").getByRole("switch").click();
  await expect(stepUp).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(admin.row("+91 90000 00002").getByRole("switch")).not.toBeChecked();
  await expect(admin.row("+91 90000 00002").getByText("Please confirm again that it is you")).toBeVisible();

  // After a sign-out meanwhile, signing in counts as step-up, and the same call is sent again.
  const active = admin.row("+91 90000 00002").getByRole("switch");
  const activeOnServer = async () => (await shown(server)).map(({ value }) => value);
  await active.click();
  await expect(stepUp).toBeVisible();
  await admin.endSession();
  await stepUp.getByLabel("Password").fill(server.owner.password);
  await stepUp.getByRole("button", { name: "Continue" }).click();
  await fillSignIn(page.getByRole("dialog", { name: "Please sign in again" }), server.owner);
  await expect(stepUp).toBeHidden();
  await expect(active).toBeChecked();
  await expect.poll(activeOnServer).toContain("+91 90000 00002");

  // Closing the dialog while the password is being sent does not cancel the step-up.
  const askAgain = async () => {
    await active.click();
    await expect.poll(activeOnServer).not.toContain("+91 90000 00002");
    await server.askStore("update session set proved_at = proved_at - 660000");
    await active.click();
    await expect(stepUp).toBeVisible();
  };
  await askAgain();
  const calls = await holdCalls(page, "**/api/session/proof");
  await stepUp.getByLabel("Password").fill(server.owner.password);
  await page.keyboard.press("Enter");
  const call = await calls.next();
  await page.keyboard.press("Escape");
  await call.continue();
  await expect.poll(activeOnServer).toContain("+91 90000 00002");
  await expect(active).toBeChecked();
  await page.unrouteAll();

  // Too many tries are throttled.
  await askAgain();
  for (let tries = 0; tries < 12; tries += 1) {
    await stepUp.getByLabel("Password").fill(`wrong ${tries}`);
    await stepUp.getByRole("button", { name: "Continue" }).click();
    await expect(stepUp.getByRole("button", { name: "Continue" })).toBeVisible();
    if (await stepUp.getByRole("alert").isVisible()) break;
  }
  await expect(stepUp.getByRole("alert")).toContainText("Too many tries. Please wait");
});

test("an invitation and a change of delivery need step-up authentication as well", async ({ page, server, admin }) => {
  await admin.signIn();
  await open(page, "/ContactAdmin/team");
  const stepUp = page.getByRole("dialog", { name: "Please confirm that it is you" });
  const confirm = async () => {
    await stepUp.getByLabel("Password").fill(server.owner.password);
    await stepUp.getByRole("button", { name: "Continue" }).click();
    await expect(stepUp).toBeHidden();
  };
  await page.getByRole("button", { name: "Invite a member" }).click();
  await page.getByLabel("Email").fill("proved@example.com");
  await server.askStore("update session set proved_at = proved_at - 660000");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(stepUp).toContainText("You are about to invite");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert")).toContainText("Please confirm again that it is you");
  await expect(page.getByLabel("Email")).toHaveValue("proved@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await confirm();
  const link = page.getByRole("region", { name: "Pass this link on to Proved" });
  await expect(link.getByLabel("One-time link")).toHaveValue(/#reset=/);
  await link.getByRole("button", { name: "Done" }).click();

  // The step-up opens on top of another dialog, which is already answered.
  await server.askStore("update session set proved_at = proved_at - 660000");
  await page.getByLabel("Actions: proved@example.com").click();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Deactivate this member?" });
  await question.getByRole("button", { name: "Deactivate" }).click();
  await confirm();
  await expect(question).toBeHidden();
  await expect(page.getByRole("table", { name: /^Deactivated/ })).toContainText("proved@example.com");

  await open(page, "/ContactAdmin/settings?section=retention");
  const days = page.getByLabel("Erase a closed inquiry after");
  await days.fill("200");
  // A step-up time in the future does not count either.
  await server.askStore("update session set proved_at = 9e15");
  await page.getByRole("region", { name: "Inquiries" }).getByRole("button", { name: "Save" }).click();
  await confirm();
  await expect(admin.toast("Settings saved")).toBeVisible();
});

test("all channels are hidden with one press and shown again with one; an agent sees it @slow", async ({
  page,
  server,
  admin,
  browser,
}) => {
  await admin.openWith(three);
  const agent = await join(server, browser, "hiding.agent@example.com", "agent");
  const hide = page.getByRole("button", { name: "Hide all channels now" });
  const back = page.getByRole("button", { name: "Show them again" });
  const notToday = { status: 500, json: { message: "Not today." } };

  // A failed press does not take the focus once somebody else has hidden them.
  await page.route("**/api/contacts/hidden", (route) => route.fulfill(notToday));
  await hide.click();
  await expect(page.getByRole("alert")).toHaveText("Not today.");
  await page.unrouteAll();
  await server.call("PUT", "contacts/hidden", { hidden: true });
  await expect(async () => {
    // Ignored while the reload after the failed press is still on its way.
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(back).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(back).not.toBeFocused();
  await back.click();
  await expect(hide).toBeVisible();

  // Hiding all works although the state cannot be loaded.
  await page.route("**/api/contacts/state", (route) => route.fulfill(notToday));
  await page.reload();
  await expect(page.getByText("The state of the channels could not be loaded. Not today.")).toBeVisible();
  await hide.click();
  await expect.poll(() => shown(server)).toEqual([]);
  await page.unrouteAll();
  await page.reload();
  await back.click();
  await expect(hide).toBeVisible();

  await hide.click();
  await expect(back).toBeFocused();
  await expect.poll(() => shown(server)).toEqual([]);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByText("All channels are hidden: visitors see none of them.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await agent.reload();
  await expect(agent.getByText("All channels are hidden", { exact: true })).toBeVisible();
  await expect(agent.getByRole("button", { name: "Show them again" })).toHaveCount(0);
  await back.click();
  await expect(back).toBeHidden();
  await expect.poll(() => shown(server)).toHaveLength(2);
  // An agent reads of it everywhere; what an owner did, an owner undoes.
  await agent.reload();
  const strip = agent.getByRole("region", { name: "Changes in the last 24 hours" });
  await expect(strip.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await strip.getByRole("link", { name: "Review" }).click();
  await expect(agent.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(agent.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await agent.context().close();
});

test("a second owner approves what the first one changes, and one owner alone cannot ask for it @slow", async ({
  page,
  server,
  admin,
  browser,
}) => {
  await admin.openWith(three);
  await open(page, settings);
  const section = page.getByRole("region", { name: "Channel approval" });
  await section.getByLabel("After a while").check();
  await section.getByLabel("Publish a change after").fill("0");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByLabel("Publish a change after")).toHaveAccessibleDescription(/from 1 to 10080/);
  await section.getByLabel("Once a second owner approves it").check();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("There is only one owner.")).toBeFocused();
  await expectAccessible(page);
  const second = await join(server, browser, "co.signer@example.com", "owner");
  // A new owner cannot approve for 24 hours, unless the operator allows it.
  execFileSync(process.execPath, ["dist/server/admin-cli.js", "approve-owner"], {
    env: { ...process.env, ...server.storeEnv },
    input: "co.signer@example.com\n",
  });
  await section.getByRole("button", { name: "Save" }).click();
  await expect(admin.toast("The rule is saved.")).toBeVisible();

  await open(page, addresses.admin);
  const form = await editValue(page, first, "+91 90000 00002");
  await expect(form).toBeHidden();
  await expect(admin.toast("Saved. It waits for the approval of another owner.")).toBeVisible();
  const waiting = page.getByRole("region", { name: "Changes that wait" });
  await expect(waiting).toContainText("1 change waits for another owner's approval.");
  await expect(waiting.locator("ins")).toContainText("+91 90000 00002");
  await expect(admin.row(first).getByText("1 change waits")).toBeVisible();
  await expect(waiting.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  expect(await values(server)).toContain(first);

  await waiting.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText("It is published once another owner approves it.")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Channels" })
    .getByRole("link", { name: /^All contacts/ })
    .click();

  await second.reload();
  await second.getByRole("button", { name: `Approve: Changed WhatsApp ${first}` }).click();
  await expect(second.getByRole("heading", { name: "+91 90000 00002" })).toBeVisible();
  expect(await values(server)).toContain("+91 90000 00002");
  await open(second, "/ContactAdmin/history");
  await expect(second.locator(".history-entry").first()).toContainText("approved by Co Signer");

  // A switch waits for approval too: it returns to the public state.
  const off = admin.row("1800 000 0000").getByRole("switch");
  await off.click();
  await expect(waiting).toContainText(/Changed Phone 1800 000 0000|Showed Phone 1800 000 0000/);
  await expect(off).not.toBeChecked();
  await waiting.getByRole("button", { name: /^Withdraw: Changed Phone/ }).click();
  await expect(waiting).toBeHidden();

  // Anybody can withdraw another owner's proposal, also one for a weaker rule.
  await open(page, settings);
  await section.getByLabel("At once").check();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Channels 1 waiting" })).toBeVisible();
  await open(second, `${addresses.admin}?view=waiting`);
  await second.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(second.getByRole("link", { name: "Channels", exact: true })).toBeVisible();
  // A change of the rule is subject to the current rule. Reloads, so that the withdrawn proposal is not taken for the
  // next one.
  await open(page, settings);
  await section.getByLabel("At once").check();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Channels 1 waiting" })).toBeVisible();
  await open(second, `${addresses.admin}?view=waiting`);
  await expect(second.getByRole("list", { name: "Changes that wait" })).toContainText(
    "once a second owner approves them",
  );
  await second.getByRole("button", { name: /^Approve/ }).click();
  await expect(second.getByRole("region", { name: "Changes that wait" })).toHaveCount(0);
  await second.context().close();
});

test(
  "what was written into the store outside this program is reported, not shown, and repaired",
  { tag: ["@postgresql", "@slow"] },
  async ({ page, server, admin }) => {
    await admin.openWith(three);
    const tamper = async () => {
      await server.askStore(`update channel_book set sealed = substr(sealed, 1, 60) || 'AAAA' || substr(sealed, 65)`);
      await expect
        .poll(async () => (await (await page.request.get("/api/contacts/state")).json()).alarm, { timeout: 10_000 })
        .not.toBeNull();
      await page.reload();
    };
    await tamper();
    const alarm = page.getByRole("alert").filter({ hasText: "outside this program" });
    await expect(alarm).toContainText("Visitors see the last good list.");
    expect((await shown(server)).map(({ value }) => value)).toContain(first);
    await expectAccessible(page);
    await alarm.getByRole("button", { name: "Put the last good list back" }).click();
    const question = page.getByRole("alertdialog", { name: "Put the last good list back?" });
    await expect(question).toContainText(`It has ${three.length} channels.`);
    await expectAccessible(page);
    await question.getByRole("button", { name: "Put it back" }).click();
    await expect(question).toBeHidden();
    await expect(alarm).toBeHidden();
    await expect(admin.toast("The last good list is back.")).toBeVisible();
    await expect(page.getByRole("group", { name: "Channel alarms and changes" })).toBeFocused();

    // The alarm may also be gone before its dialog has reported its close.
    await tamper();
    await page.evaluate(() => addEventListener("close", (event) => event.stopImmediatePropagation(), true));
    await alarm.getByRole("button", { name: "Put the last good list back" }).click();
    await question.getByRole("button", { name: "Put it back" }).click();
    await expect(alarm).toBeHidden();
    await expect(page.getByRole("group", { name: "Channel alarms and changes" })).toBeFocused();

    // Hiding all needs no repair first: one press hides all and repairs the list.
    await tamper();
    await expect(alarm).toBeVisible();
    await page.getByRole("button", { name: "Hide all channels now" }).click();
    await expect(page.getByRole("button", { name: "Show them again" })).toBeFocused();
    await expect(alarm).toBeHidden();
    expect(await shown(server)).toEqual([]);
    await page.getByRole("button", { name: "Show them again" }).click();
    await expect.poll(async () => (await shown(server)).map(({ value }) => value)).toContain(first);
  },
);
