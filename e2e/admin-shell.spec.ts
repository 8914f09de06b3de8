import { addresses, expect, expectAccessible, open, test } from "./admin-test.ts";
import { oneOfEach } from "./public-test.ts";

const links = ["Home", "Contact", "Terms", "Privacy"];

test.beforeEach(async ({ admin, server }) => {
  await server.setChannels(oneOfEach);
  await admin.signIn();
});

test("at a desk the shell says where one is, follows the page, and has the account's menu for the keyboard", async ({
  page,
  server,
  admin,
}) => {
  await page.setViewportSize({ width: 1366, height: 480 });
  await open(page, addresses.admin);
  const areas = page.getByRole("navigation", { name: "Admin" });
  const current = areas.locator("[aria-current=page]");
  await expect(current).toHaveText("Channels");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(links);

  const header = page.getByRole("banner");
  const room = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(room).toBeGreaterThan(200);
  // A strip that arrives above what is seen moves the scroll position, so that it stays in view.
  await admin.settled();
  await page.evaluate(() => scrollTo(0, 20));
  await expect(header).not.toHaveAttribute("data-scrolled");
  await page.evaluate(() => scrollTo(0, 21));
  await expect(header).toHaveAttribute("data-scrolled");
  await page.evaluate(() => scrollTo(0, 200));
  await areas.getByRole("link", { name: "Audit log" }).click();
  await expect(current).toHaveText("Audit log");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(header).not.toHaveAttribute("data-scrolled");

  const account = page.getByText(`Signed in as ${server.owner.email}`);
  const security = page.getByRole("link", { name: "Your security" });
  const summary = page.locator("summary").filter({ has: account });
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(security).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(security).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(security).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your security");
  await expectAccessible(page);

  await page.emulateMedia({ media: "print" });
  for (const bar of [header, areas, account]) await expect(bar).toBeHidden();
});

test("on a phone the bar at the bottom is the team's, and `Navigation Menu` has the site's links @slow", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, addresses.admin);
  const bar = page.getByRole("navigation", { name: "Areas" });
  await expect(bar.locator("[aria-current=page]")).toHaveText("Channels");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const menu = page.getByRole("dialog", { name: "Navigation Menu" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  for (const name of links) await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await bar.getByRole("button", { name: "More" }).click();
  await menu.getByRole("link", { name: "Audit log" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");

  const wider = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    return document.documentElement.scrollWidth - innerWidth;
  });
  expect(wider).toBe(0);
  // Names in the bar do not touch.
  const gaps = await bar.evaluate((element) => {
    const names = [...element.querySelectorAll("a, button")].map((link) => {
      const range = document.createRange();
      // The range excludes the icon, and the count over it.
      range.selectNodeContents(link.querySelector(".area-label") ?? link.lastChild ?? link);
      return range.getBoundingClientRect();
    });
    return names.slice(1).map(({ left }, at) => left - (names[at]?.right ?? left));
  });
  expect(Math.min(...gaps)).toBeGreaterThan(8);

  await bar.getByRole("button", { name: "More" }).click();
  await menu.getByRole("link", { name: "Team", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
  await expect(page.locator(".team-table tbody tr").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await menu.getByRole("link", { name: "Terms", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
});

test("what fails is one line, which unfolds, and which a member hides until something else fails", async ({ page }) => {
  const failing = [{ channel: "email", since: "2026-03-02T09:00:00.000Z", messages: 3 }];
  const since = "2026-03-02T10:00:00.000Z";
  const problem = "The mail server could not be reached. It may be a wrong name, or a network that is down.";
  let mailbox = { state: "failing", since, problem };
  await page.route("**/api/deliveries/health", (route) => route.fulfill({ json: { failing } }));
  await page.route("**/api/incoming-mail", (route) => route.fulfill({ json: mailbox }));
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, addresses.admin);
  const line = page.locator(".outages");
  await expect(line).toContainText("Notifications are not getting through. Email: 3 messages");
  await expect(line).toContainText("Visitors' emails have not come in");
  expect((await line.boundingBox())?.height).toBeLessThan(45);
  await line.getByRole("button", { name: "Show all of the message" }).click();
  const fold = line.getByRole("button", { name: "Show one line of the message" });
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  const problemText = line.getByText("a network that is down.");
  await expect(problemText).toBeInViewport();
  await fold.click();
  expect((await line.boundingBox())?.height).toBeLessThan(60);

  await line.getByRole("button", { name: "Hide until something else fails" }).click();
  await expect(line).toBeHidden();
  mailbox = { ...mailbox, state: "connected" };
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(line).toBeHidden();
  failing.push({ channel: "webhook", since, messages: 1 });
  await page.reload();
  await expect(line).toContainText("Webhook: 1 message");
});
