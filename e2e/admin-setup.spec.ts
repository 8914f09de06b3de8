import PostalMime from "postal-mime";
import type { SetupState } from "#contract/setup.ts";
import { expect, expectAccessible, open, setSettings, test } from "./admin-test.ts";
import { copiedIn } from "./public-test.ts";
import { startMailServer } from "./receivers.ts";

// A separate server, without the figures and the address that the others have from a file.
test.use({ environment: { SITE_CONFIG: "", LIMIT_PROOF_MINUTES: "600" } });

const away = { host: "mail.example.com", port: 465, security: "tls", user: "", to: [] };

test("an owner decides on each figure, and proves that mail arrives at the support address", async ({
  page,
  admin,
  server,
  browser,
}) => {
  const mailServer = await startMailServer("a made-up mail password");
  await server.setChannels([{ type: "email", value: "team@example.com" }]);
  await admin.signIn();
  const smtp = { host: "127.0.0.1", port: mailServer.port, security: "none", user: "desk" };
  await setSettings(page, {
    mail: { ...smtp, password: "a made-up mail password", from: "desk@example.com", to: [] },
  });
  await open(page, "/ContactAdmin/setup");
  await page.getByRole("button", { name: /^Your figures / }).click();
  const figure = (name: string) => page.getByRole("listitem").filter({ hasText: new RegExp(`^${name} `) });
  await expect(figure("Users")).toContainText("10K+");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit: Payouts" }).click();
  await page.getByRole("textbox", { name: "Payouts" }).fill("₹3M+");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(figure("Payouts")).toContainText("₹3M+");
  await page.getByRole("button", { name: "Take it off: Winners" }).click();
  await expect(page.getByRole("button", { name: "Take it off: Winners" })).toBeHidden();
  await expect(figure("Users")).toContainText("Not confirmed");
  await page.getByRole("button", { name: /^All \d+ are true$/ }).click();
  await expect(page.getByText("Not confirmed")).toHaveCount(0);
  const visitor = await browser.newPage({ baseURL: server.origin });
  await visitor.goto("/contact");
  await expect(visitor.getByText("₹3M+")).toBeVisible();
  await expect(visitor.getByText("5K+")).toHaveCount(0);
  await visitor.close();

  await page.getByRole("button", { name: /^Support address / }).click();
  await page.getByRole("button", { name: "Send a test to team@example.com" }).click();
  await expect(page.getByText("A test was sent to team@example.com, and has not arrived yet.")).toBeVisible();
  const typed = page.getByLabel("Code from the email");
  await typed.fill("000000");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  // Owners are mailed as well: that their site and mail server were changed.
  const sent = () => mailServer.mails.find(({ to: receivers }) => receivers.includes("team@example.com"));
  await expect.poll(sent).toBeDefined();
  const { text = "" } = await PostalMime.parse(sent()?.raw ?? "");
  await typed.fill(/\b\d{6}\b/.exec(text)?.[0] ?? text);
  await expect(typed).toBeHidden();
  await expect(page.getByRole("button", { name: /^Send a test/ })).toBeHidden();
  await mailServer.close();
});

test("the command that brings HTTPS names the domain that was pasted, and what is done comes last @slow", async ({
  page,
  admin,
  server,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await server.setChannels([{ type: "email", value: "team@example.com" }]);
  await admin.signIn();
  await open(page, "/ContactAdmin/setup");
  const heads = page.getByRole("list").getByRole("heading", { level: 2 });
  await expect(heads.filter({ hasText: /^First channels Done$/ })).toBeVisible();
  // Whichever it is: other journeys have done some.
  await expect(heads.last()).toHaveText(/ Done$/);
  await heads.filter({ hasText: "Public address and HTTPS" }).click();
  await page.getByLabel("Your domain").fill(" https://Desk.example.org/contact");
  await page.getByRole("button", { name: "Copy the command" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copiedIn(page)).toBe("npm run install-service -- --domain desk.example.org");
});

test("what is typed in a step is asked about before the page is left @slow", async ({ page, admin, server }) => {
  await server.setChannels([]);
  await admin.signIn();
  await open(page, "/ContactAdmin/setup");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = () => page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Inbox" }).click();
  const steps = [
    { head: /^First channels /, field: page.getByLabel("Value"), typed: "+91 90000 0" },
    { head: /^A second owner /, field: page.getByLabel("Email", { exact: true }), typed: "second@" },
    { head: /^Names and brand /, field: page.getByLabel("Name on the home page"), typed: "Wicket" },
  ];
  for (const { head, field, typed } of steps) {
    await page.getByRole("button", { name: head }).click();
    await field.fill(typed);
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(field).toHaveValue(typed);
    await field.fill("");
  }
  await leave();
  await expect(page).toHaveURL(/inquiries$/);
});

test("on a phone, the action of each open step is in view, above the bar of the pages", async ({
  page,
  admin,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await server.setChannels([]);
  await admin.signIn();
  await setSettings(page, {});
  const current: Record<string, Pick<SetupState["steps"][number], "gaps" | "fields">> = {
    "second-factor": { gaps: ["no-second-factor"], fields: [] },
    brand: { gaps: [], fields: ["brands.home.name", "brands.home.tagline", "brands.contact.name"] },
    legal: { gaps: [], fields: ["legal.operator.name", "legal.operator.address", "legal.grievanceOfficer.name"] },
    channels: { gaps: ["no-channel"], fields: [] },
    mail: { gaps: ["no-mail"], fields: [] },
    "second-owner": { gaps: ["one-owner"], fields: [] },
    backups: { gaps: ["no-backups"], fields: [] },
  };
  for (const [name, lacks] of Object.entries(current)) {
    await page.route("**/api/setup", async (route) => {
      const state: SetupState = await (await route.fetch()).json();
      const done = { isDone: true, gaps: [], fields: [] };
      const steps = state.steps.map((step) => ({
        ...step,
        ...done,
        ...(step.name === name && { isDone: false, ...lacks }),
      }));
      await route.fulfill({ json: { ...state, steps } });
    });
    await open(page, "/ContactAdmin/setup");
    const body = page.locator(".setup-body:visible");
    await expect(page.getByRole("main").locator(".spinner")).toHaveCount(0);
    const action = body.locator(".button:not(.quiet, .secondary, .danger-outline)").filter({ visible: true }).first();
    await expect(action).toBeVisible();
    const { y = NaN, height = NaN } = (await action.boundingBox()) ?? {};
    expect(y + height, name).toBeLessThanOrEqual(584);
    await page.unrouteAll();
  }
});

test("the site's preview has its place beside the steps while it loads, and only the head of the open step is tinted", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/(?:setup|site)$/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/ContactAdmin/setup");
  const frame = page.locator(".setup-now .site-preview-frame");
  await expect(frame).toBeVisible();
  const early = await frame.boundingBox();
  expect([early?.width, Math.round(early?.height ?? 0)]).toEqual([320, 569]);
  release();
  const site = frame.locator("iframe").contentFrame();
  await expect(site.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await site.locator("html").evaluate(() => innerWidth)).toBe(360);
  expect(await frame.boundingBox()).toEqual(early);
  const tint = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  const none = "rgba(0, 0, 0, 0)";
  expect(await tint(".setup-steps > .open > h2")).not.toBe(none);
  expect([await tint(".setup-steps > .open"), await tint(".setup-steps > .open > .setup-body")]).toEqual([none, none]);
});

test("the line on the set-up never moves a page: it shows from the second time on, on the first page alone @slow", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await open(page, "/ContactAdmin");
  const line = page.getByRole("link", { name: /set-up steps? left/ });
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("setup-left");
  await expect(line).toBeHidden();
  const areas = page.getByRole("navigation", { name: "Admin" });
  await areas.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await expect(line).toBeHidden();
  await areas.getByRole("link", { name: "Channels" }).click();
  await expect(line).toBeVisible();
});

test("From on a domain of no channel is named, and a press opens the form of a new channel with an address of it @slow", async ({
  page,
  admin,
  server,
}) => {
  await server.setChannels([]);
  await admin.signIn();
  await setSettings(page, { mail: { ...away, from: "no-reply@wicket.example" } });
  await open(page, "/ContactAdmin/settings?section=mail");
  await expect(page.getByText("Visitors get emails from no-reply@wicket.example")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add support@wicket.example as a channel" }).click();
  const form = page.getByRole("form", { name: "New contact" });
  await expect(form.getByLabel("Type")).toHaveValue("email");
  await expect(form.getByLabel("Value")).toHaveValue("support@wicket.example");
  await form.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.toast("Contact added successfully")).toBeVisible();
  await expect(form).toBeHidden();
  // A further one starts empty.
  await page.getByRole("button", { name: "Add New Contact" }).click();
  await expect(form.getByLabel("Value")).toHaveValue("");
  await page.goto("/ContactAdmin/settings?section=mail");
  await expect(page.getByLabel("From")).toHaveValue("no-reply@wicket.example");
  await expect(page.getByText("Visitors get emails from")).toBeHidden();
});
