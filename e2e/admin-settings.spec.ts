import type { Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Delivery } from "#contract/delivery.ts";
import type { DeliveryState } from "#domain/delivery.ts";
import {
  agentPassword,
  chooseSection,
  expectAccessible,
  fillSignIn,
  makeAgent,
  expect,
  open,
  setSettings,
  test,
} from "./admin-test.ts";
import { asha } from "./public-test.ts";
import { startMailServer, startReceiver } from "./receivers.ts";

const path = "/ContactAdmin/settings?section=retention";
const password = "a made-up mail password";

test.use({ environment: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } });

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let hook: Awaited<ReturnType<typeof startReceiver>>;
test.beforeEach(async ({ server }) => {
  [mailServer, hook] = await Promise.all([startMailServer(password), startReceiver()]);
  await server.askStore("delete from outbox");
});
test.afterEach(async () => {
  await Promise.all([mailServer.close(), hook.close()]);
});

function part(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Opens a section of the settings. */
async function openPart(page: Page, name: string): Promise<Locator> {
  await chooseSection(page, name);
  // A group of the menu may have the same name.
  await expect(page.getByRole("heading", { name, exact: true }).and(page.locator("[tabindex]"))).toBeFocused();
  return part(page, name);
}

/** Confirms erasing closed inquiries after fewer days. */
async function eraseSooner(page: Page): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase them sooner" }).click();
}

async function sendInquiry(page: Page): Promise<string> {
  const response = await page.request.post("/api/contact-inquiries", { data: asha });
  const { reference } = await response.json();
  return reference;
}

test("an owner sets up delivery, tests it, and notifications arrive", async ({ page, admin, server }) => {
  await admin.signIn();
  await setSettings(page, {});
  await open(page, path);

  const mail = await openPart(page, "Email");
  await expect(mail.getByText("Off", { exact: true })).toBeVisible();
  await mail.getByRole("button", { name: "Set up" }).click();
  await expect(mail.getByLabel("Server")).toBeFocused();
  await mail.getByLabel("Port").fill(String(mailServer.port));
  await mail.getByLabel("Encryption").selectOption({ label: "None (this machine only)" });
  await mail.getByLabel("User").fill("desk");
  await mail.getByLabel("Password").fill(password);
  await mail.getByLabel("From").fill("desk@example");
  await mail.getByLabel("Who is notified").fill("team@example.com, night@example.com");
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(mail.getByText("Server is required.")).toBeVisible();
  await expect(mail.getByText("From must be an address")).toBeVisible();
  await expect(mail.getByLabel("Server")).toBeFocused();
  await expect(mail.getByLabel("Password")).toHaveValue(password);
  await mail.getByLabel("Server").fill("127.0.0.1");
  await mail.getByLabel("From").fill("desk@example.com");
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(admin.toast("Settings saved")).toBeVisible();
  await expect(mail.getByText("•••• set")).toBeVisible();
  await expect(mail.getByLabel("Who is notified")).toHaveValue("team@example.com\nnight@example.com");
  await expect(mail.getByText("Unsaved changes")).toBeHidden();
  await mail.getByRole("button", { name: "Send a test" }).click();
  await expect(mail.getByText("The mail server has accepted the test.")).toBeVisible();
  expect(mailServer.mails).toMatchObject([{ to: ["team@example.com", "night@example.com"] }]);

  // The port follows the encryption, unless it is an unusual one; a provider fills in all three.
  const [port, encryption] = [mail.getByLabel("Port"), mail.getByLabel("Encryption")];
  await mail.getByLabel("Provider").selectOption("Outlook (Microsoft 365)");
  await expect(mail.getByLabel("Server")).toHaveValue("smtp.office365.com");
  await expect(encryption).toHaveValue("starttls");
  await expect(port).toHaveValue("587");
  await encryption.selectOption("tls");
  await expect(port).toHaveValue("465");
  await port.fill("2465");
  await encryption.selectOption("starttls");
  await expect(port).toHaveValue("2465");
  await mail.getByRole("button", { name: "Discard" }).click();

  // The stored password is not sent to another server.
  await mail.getByLabel("Server").fill("smtp.example.com");
  await encryption.selectOption("tls");
  await mail.getByRole("button", { name: "Send a test" }).click();
  await expect(mail.getByText("Save first: a test uses the saved settings.")).toBeVisible();
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(mail.getByText("Type the password again")).toBeVisible();
  await expect(mail.getByLabel("Password")).toBeFocused();
  await mail.getByLabel("Server").fill("127.0.0.1");
  await encryption.selectOption("none");
  await expect(mail.getByText("Type the password again")).toBeHidden();
  await expect(mail.getByText("Unsaved changes")).toBeHidden();

  const webhook = await openPart(page, "Webhook");
  await webhook.getByRole("button", { name: "Set up" }).click();
  await webhook.getByLabel("Address").fill(hook.url.replace("127.0.0.1", "10.0.0.1"));
  await webhook.getByRole("button", { name: "Save" }).click();
  await expect(webhook.getByText("Address must start with https://.")).toBeVisible();
  await webhook.getByLabel("Address").fill(hook.url);
  await webhook.getByRole("button", { name: "Save" }).click();
  const secret = (await webhook.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);

  const reference = await sendInquiry(page);
  await expect.poll(() => hook.calls).toHaveLength(1);
  const mailsOf = (subject: string) => mailServer.mails.filter(({ raw }) => raw.includes(`Subject: ${subject}`));
  await expect.poll(() => mailsOf("New inquiry")).toHaveLength(2);
  // Owners are warned of the webhook, where messages go from now on.
  await expect.poll(() => mailsOf("A sensitive change")).toHaveLength(1);
  const [call] = hook.calls;
  const event = new Webhook(secret).verify(call?.body ?? "", call?.headers as Record<string, string>);
  expect(event).toMatchObject({ type: "inquiry.received", data: { reference } });
  const { link } = (event as { data: { link: string } }).data;
  expect(new URL(link).origin).toBe(server.origin);
  const sent = mailsOf("New inquiry");
  expect(sent.map(({ to }) => to.join()).sort()).toEqual(["night@example.com", "team@example.com"]);
  for (const { raw } of sent) {
    expect(raw).toContain(`Subject: New inquiry ${reference}`);
    for (const words of [asha.name, asha.phone, asha.email]) expect(raw).not.toContain(words);
  }

  await page.reload();
  const log = await openPart(page, "Delivery log");
  const rows = log.getByRole("listitem").filter({ hasText: reference });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "night@example.com" })).toHaveCount(1);
  const shown = await page.content();
  for (const hidden of [secret, password]) expect(shown).not.toContain(hidden);

  const inquiries = await openPart(page, "Inquiries and retention");
  await inquiries.getByLabel("Erase a closed inquiry after").fill("45");
  await inquiries.getByRole("button", { name: "Save" }).click();
  await eraseSooner(page);
  await expect(inquiries.getByText("Unsaved changes")).toBeHidden();
  const notifications = await openPart(page, "Notifications");
  await notifications.getByLabel("Everything the visitor wrote").check();
  await notifications.getByLabel("Send visitors a receipt").check();
  await notifications.getByRole("button", { name: "Save" }).click();
  await expect(notifications.getByText("Unsaved changes")).toBeHidden();
  await sendInquiry(page);
  await expect.poll(() => mailServer.mails.map(({ to }) => to.join())).toContain(asha.email);

  // Opened by client-side navigation and as a document.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Privacy" }).click();
  const article = page.getByRole("article");
  for (const load of [async () => undefined, async () => page.reload()]) {
    await load();
    await expect(article).toContainText("it is erased automatically 45 days after our team has closed it");
    await expect(article).toContainText("our team is notified by email and to another program of ours");
    await expect(article).toContainText("Confirmation: you may get one email that confirms your message has arrived.");
  }
});

test("a failed notification is shown to the team, and goes out when an owner sends it again @slow", async ({
  page,
  admin,
  server,
}) => {
  await admin.signIn();
  await setSettings(page, { webhook: { url: hook.url } });
  // Other owners may be told of the webhook's change: only the inquiry's message counts here.
  await server.askStore("delete from outbox");
  const received = () => hook.calls.filter(({ body }) => body.includes('"inquiry.received"'));
  hook.status = 500;
  const reference = await sendInquiry(page);
  await expect.poll(received).toHaveLength(1);
  const email = "delivery@example.com";
  await makeAgent(server, email);
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(page, "/ContactAdmin");
  const banner = page.getByText("Notifications are not getting through.");
  await expect(banner).toBeVisible();
  await expect(page.getByText(/Please tell an owner\./)).toBeVisible();
  await open(page, path);
  await expect(page.getByRole("heading", { name: "Only owners can change the settings" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await admin.signIn();

  await open(page, "/ContactAdmin");
  await expect(page.getByText(/Webhook: 1 message since/)).toBeVisible();
  await page.getByRole("link", { name: "Open the delivery log" }).click();
  const row = part(page, "Delivery log").getByRole("listitem").filter({ hasText: reference });
  await expect(row).toContainText("The receiver answered 500.");
  await expect(row).toContainText(/1 try, next on/);
  hook.status = 204;
  await row.getByRole("button", { name: "Send again" }).click();
  await expect(row.getByText("Sent", { exact: true })).toBeVisible();
  await expect(page.getByText("Notifications are not getting through.")).toBeHidden();
  const [first, second] = received();
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
  expect(server.output()).not.toContain(asha.email);
});

test("what two owners set at once is not lost, and a channel is switched off once somebody is sure @slow", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await setSettings(page, { webhook: { url: hook.url } });
  await open(page, path);
  const inquiries = part(page, "Inquiries and retention");
  await inquiries.getByLabel("Erase a closed inquiry after").fill("45");
  const telegramSettings = { chatId: "@example_desk", token: "1:made-up" };
  await setSettings(page, { retentionDays: 90, webhook: { url: hook.url }, telegram: telegramSettings });
  await inquiries.getByRole("button", { name: "Save" }).click();
  await eraseSooner(page);
  await expect(inquiries.getByText(/^Another owner has changed the settings/)).toBeVisible();
  await expect(inquiries.getByLabel("Erase a closed inquiry after")).toHaveValue("45");
  await inquiries.getByRole("button", { name: "Show what is saved" }).click();
  await expect(inquiries.getByLabel("Erase a closed inquiry after")).toHaveValue("90");
  await inquiries.getByLabel("Erase a closed inquiry after").fill("0");
  await inquiries.getByRole("button", { name: "Save" }).click();
  await expect(inquiries.getByText("Days must be a whole number from 1 to 3650.")).toBeVisible();
  await inquiries.getByLabel("Erase a closed inquiry after").fill("30");
  await inquiries.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(inquiries.getByLabel("Erase a closed inquiry after")).toHaveValue("30");
  await inquiries.getByRole("button", { name: "Save" }).click();
  await eraseSooner(page);
  await expect(admin.toast("Settings saved")).toBeVisible();

  const telegram = await openPart(page, "Telegram");
  await telegram.getByRole("button", { name: "Replace" }).click();
  await expect(telegram.getByLabel("Bot token")).toBeFocused();
  await telegram.getByRole("button", { name: "Switch off" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Switch off Telegram?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(telegram.getByText("On", { exact: true })).toBeVisible();
  await telegram.getByRole("button", { name: "Switch off" }).click();
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(telegram.getByText("Off", { exact: true })).toBeVisible();
  await expect(telegram.getByLabel("Chat")).toHaveCount(0);
  const known = await page.request.get("/api/settings");
  expect(await known.json()).toMatchObject({ retentionDays: 30, telegram: null, webhook: { url: hook.url } });
});

test("signing in again leaves a half-filled form on the version that it shows @slow", async ({
  page,
  admin,
  server,
}) => {
  await admin.signIn();
  await setSettings(page, {});
  await open(page, path);
  const inquiries = part(page, "Inquiries and retention");
  await inquiries.getByLabel("Erase a closed inquiry after").fill("200");
  await setSettings(page, { retentionDays: 365 });
  await admin.endSession();
  await inquiries.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await fillSignIn(dialog, server.owner);
  await expect(dialog).toBeHidden();
  await admin.settled();
  await inquiries.getByRole("button", { name: "Save" }).click();
  await expect(inquiries.getByText(/^Another owner has changed the settings/)).toBeVisible();
  await expect(inquiries.getByLabel("Erase a closed inquiry after")).toHaveValue("200");
  await inquiries.getByRole("button", { name: "Show what is saved" }).click();
  await expect(inquiries.getByLabel("Erase a closed inquiry after")).toHaveValue("365");
});

test("unsaved changes are kept from section to section, and never left unasked", async ({ page, admin }) => {
  await admin.signIn();
  await setSettings(page, {});
  await open(page, path);
  const retention = part(page, "Inquiries and retention");
  const days = retention.getByLabel("Erase a closed inquiry after");
  await days.fill("200");
  await expect(retention.getByText("Unsaved changes")).toBeVisible();
  await days.fill("180");
  await expect(retention.getByText("Unsaved changes")).toBeHidden();
  await days.fill("200");
  await openPart(page, "Channel approval");
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  await page.goBack();
  await expect(days).toHaveValue("200");

  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Inbox" }).filter({ visible: true }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(path);
  await expect(days).toHaveValue("200");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(days).toHaveValue("200");

  await page.getByRole("link", { name: "Inbox" }).filter({ visible: true }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.goBack();
  await expect(days).toHaveValue("180");
  await days.fill("200");
  await expect(page.getByRole("link", { name: "Inquiries and retention Unsaved" })).toBeVisible();
  await page.goForward();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(path);
  await retention.getByRole("button", { name: "Discard" }).click();
  await expect(days).toHaveValue("180");
  await expect(page.getByRole("heading", { name: "Inquiries and retention" })).toBeFocused();
});

const delivery = (id: string, state: DeliveryState, problem: string | null): Delivery => ({
  id,
  kind: "inquiry",
  channel: "email",
  to: `${id}@example.com`,
  reference: null,
  state,
  attempts: 1,
  nextTryAt: null,
  problem,
  createdAt: new Date().toISOString(),
  settledAt: null,
});

test("what could not be sent stands first in the delivery log, however old it is", async ({ page, admin }) => {
  await admin.signIn();
  const old = delivery("old", "dead", "There is no such mailbox.");
  await page.route(/\/api\/deliveries(\?.*)?$/, (route) => {
    const isFailed = new URL(route.request().url()).searchParams.get("state") === "dead";
    const deliveries = isFailed ? [old] : [delivery("one", "delivered", null), old, delivery("two", "waiting", null)];
    return route.fulfill({ json: { deliveries, next: null } });
  });
  await open(page, "/ContactAdmin/settings?section=deliveries");
  const log = part(page, "Delivery log");
  await expect(log.getByRole("listitem")).toContainText([
    "Failed",
    "old@example.com",
    "Other messages",
    "one@example.com",
    "two@example.com",
  ]);
  await expect(log.getByRole("button", { name: "Send all again" })).toHaveCount(1);
  await expectAccessible(page);
});

test("failures of further pages stand among the failures, each once", async ({ page, admin }) => {
  await admin.signIn();
  const failed = ["first", "second", "third"].map((id) => delivery(id, "dead", "There is no such mailbox."));
  await page.route(/\/api\/deliveries(\?.*)?$/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const isFailed = searchParams.get("state") === "dead";
    const isFurther = searchParams.get("after") !== null;
    return route.fulfill({
      json: isFailed
        ? { deliveries: isFurther ? failed.slice(2) : failed.slice(0, 2), next: isFurther ? null : "2" }
        : { deliveries: [delivery("one", "delivered", null), ...failed], next: null },
    });
  });
  await open(page, "/ContactAdmin/settings?section=deliveries");
  const log = part(page, "Delivery log");
  const rows = log.getByRole("listitem").filter({ hasText: "@example.com" });
  await expect(rows).toContainText(["first@example.com", "second@example.com", "one@example.com"]);
  await log.getByRole("button", { name: "Show more failures" }).click();
  await expect(rows).toContainText(["first@example.com", "second@example.com", "third@example.com", "one@example.com"]);
  await expect(rows.nth(2)).toBeFocused();
  await expect(log.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("more of the other messages are shown at one press, past pages of failures", async ({ page, admin }) => {
  await admin.signIn();
  const failed = ["first", "second"].map((id) => delivery(id, "dead", "There is no such mailbox."));
  const pages = [[delivery("one", "delivered", null)], failed, [delivery("two", "delivered", null)], failed];
  await page.route(/\/api\/deliveries(\?.*)?$/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const at = Number(searchParams.get("after") ?? 0);
    return route.fulfill({
      json:
        searchParams.get("state") === "dead"
          ? { deliveries: failed, next: null }
          : { deliveries: pages[at], next: at + 1 < pages.length ? String(at + 1) : null },
    });
  });
  await open(page, "/ContactAdmin/settings?section=deliveries");
  const log = part(page, "Delivery log");
  const rows = log.getByRole("listitem").filter({ hasText: "@example.com" });
  await log.getByRole("button", { name: "Show more" }).click();
  await expect(rows).toContainText(["first@example.com", "second@example.com", "one@example.com", "two@example.com"]);
  await expect(rows.last()).toBeFocused();
  // There is no other: the button that had the focus is gone.
  await log.getByRole("button", { name: "Show more" }).click();
  await expect(log.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(log.getByRole("combobox")).toBeFocused();
});

test("a delivery log without entries leads to the settings of email, and has nothing to choose", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await setSettings(page, {});
  await page.route(/\/api\/deliveries(\?.*)?$/, (route) => route.fulfill({ json: { deliveries: [], next: null } }));
  await open(page, "/ContactAdmin/settings?section=deliveries");
  const log = part(page, "Delivery log");
  await expect(log.getByRole("heading", { name: "Nothing has been sent yet" })).toBeVisible();
  await expect(log.getByRole("combobox")).toHaveCount(0);
  await log.getByRole("link", { name: "Set up email" }).click();
  await expect(page).toHaveURL(/section=mail/);
});

test("an address with a section that does not exist says so, and the menu leads on", async ({ page, admin }) => {
  await admin.signIn();
  await open(page, "/ContactAdmin/settings?section=no-such-section");
  await expect(page.getByRole("heading", { name: "There is no such section" })).toBeVisible();
  await expect(page.locator(".settings-section")).toHaveCount(0);
  await chooseSection(page, "Backups");
  await expect(part(page, "Backups")).toBeVisible();
});

test("at a wide desk, what can be done stands within the measure of the text that it belongs to", async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await admin.signIn();
  await setSettings(page, {});
  const sections = [
    "mail",
    "webhook",
    "telegram",
    "incoming",
    "publicAddress",
    "second-factor",
    "api-tokens",
    "backups",
  ];
  for (const section of sections) {
    await open(page, `/ContactAdmin/settings?section=${section}`);
    const shown = page.locator(".settings-section:visible");
    await expect(shown.locator(".spinner")).toHaveCount(0);
    if (section === "publicAddress") await shown.getByLabel("Address").fill("https://desk.example.com");
    const right = await shown.evaluate((element) => element.getBoundingClientRect().left + 42 * 16);
    const controls = shown.locator("button:visible, label.switch:visible");
    await expect(controls.first(), section).toBeVisible();
    for (const control of await controls.all()) {
      const { x = NaN, width = NaN } = (await control.boundingBox()) ?? {};
      expect(x + width, section).toBeLessThanOrEqual(right + 1);
    }
  }
});
