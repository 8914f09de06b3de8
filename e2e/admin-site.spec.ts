import type { SiteView } from "#contract/site/site-settings.ts";
import { expect, expectAccessible, open, setSettings, test } from "./admin-test.ts";

const address = "/ContactAdmin/settings?section=site";

test("an owner renames and recolours the site with a preview, visitors see it at once, and an undo takes it back", async ({
  page,
  admin,
  browser,
}) => {
  await admin.signIn();
  await setSettings(page, {});
  await open(page, address);
  const name = page.getByLabel("Name on the home page");
  await name.fill("Wicket Exchange");
  await page.getByLabel("Colour of the home page", { exact: true }).fill("#1a5fb4");
  await expect(page.getByText("White text on it: 6.3 to 1")).toBeVisible();
  const preview = page.locator("iframe").contentFrame();
  await expect(preview.getByText("Wicket Exchange").first()).toBeVisible();
  await expect(preview.locator("[data-brand=home]").first()).toHaveCSS("--brand", "#1a5fb4");
  await expectAccessible(page);

  const visitor = await browser.newPage();
  const refused: string[] = [];
  visitor.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await visitor.goto(new URL("/", page.url()).href);
  await expect(visitor.getByText("Wicket Exchange")).toHaveCount(0);
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page.getByText("Site published")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("link", { name: "Wicket Exchange" })).toBeVisible();
  expect(refused).toEqual([]);

  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("button", { name: "Undo change" }).first().click();
  await expect(page.getByText("Change undone")).toBeVisible();
  // The form follows, so that nothing publishes the undone change again.
  await expect(page.getByRole("button", { name: "Save and publish" })).toBeHidden();
  await visitor.reload();
  await expect(visitor.getByText("Wicket Exchange")).toHaveCount(0);
  await visitor.close();
});

test("what is wrong stands at its field, in its tab; a draft is there again, and discarded @slow", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await open(page, address);
  await page.getByRole("tab", { name: "Legal and help" }).click();
  await page.getByLabel("Support address").fill("help@");
  await page.getByRole("tab", { name: "Home page" }).click();
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page.getByLabel("Support address")).toBeFocused();
  await expect(page.getByText("This must be an address such as desk@example.com.")).toBeVisible();

  await page.getByLabel("Support address").fill("care@example.com");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("This is a draft of")).toBeVisible();
  await page.reload();
  await page.getByRole("tab", { name: "Legal and help" }).click();
  await expect(page.getByLabel("Support address")).toHaveValue("care@example.com");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Support address")).not.toHaveValue("care@example.com");
});

test("what is wrong in a list stands at its field, its entry and its language; a live notice is taken down with one press @slow", async ({
  page,
  admin,
  server,
}) => {
  await admin.signIn();
  const { version, values } = await server.call<SiteView>("GET", "site");
  const notice = { text: "WhatsApp is slow today", translations: {}, tone: "info", pages: ["home"] };
  const notices = [{ ...notice, from: null, until: null }];
  await server.call("PUT", "site", { values: { ...values, notices } }, { "if-match": `"${version}"` });
  await open(page, address);
  const publish = page.getByRole("button", { name: "Save and publish" });
  await page.getByRole("tab", { name: "Legal and help" }).click();
  const helplines = page.getByRole("group", { name: "Helplines" });
  await helplines.getByLabel("Number").nth(1).fill("call us");
  await helplines.getByLabel("Page").nth(0).fill("http://example.com");
  await page.getByRole("tab", { name: "Home page" }).click();
  await publish.click();
  await expect(helplines.getByLabel("Page").nth(0)).toBeFocused();
  await expect(helplines.getByLabel("Page").nth(0)).toHaveAttribute("aria-invalid", "true");
  await expect(helplines.getByLabel("Number").nth(1)).toHaveAccessibleDescription(
    "This must be a number such as 14416.",
  );
  await expect(page.locator("[aria-invalid]")).toHaveCount(2);
  await page.getByRole("button", { name: "Discard" }).click();
  await helplines.getByText("In other languages").nth(1).click();
  const nameInHindi = helplines.getByLabel("Name (Hindi)");
  await nameInHindi.fill("t.me/thief पर लिखें");
  await page.getByRole("tab", { name: "Home page" }).click();
  await publish.click();
  await expect(nameInHindi).toBeFocused();
  await expect(nameInHindi).toHaveAccessibleDescription(/t\.me\/thief/);
  await page.getByRole("button", { name: "Discard" }).click();

  await page.getByRole("tab", { name: "Notices" }).click();
  await page.getByRole("tabpanel", { name: "Notices" }).getByText("In other languages").click();
  await page.getByLabel("In Hindi", { exact: true }).fill("t.me/thief पर लिखें");
  await page.getByRole("tab", { name: "Home page" }).click();
  await publish.click();
  await expect(page.getByLabel("In Hindi", { exact: true })).toBeFocused();
  await expect(page.getByLabel("In Hindi", { exact: true })).toHaveAccessibleDescription(/t\.me\/thief/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Take down now WhatsApp is slow today" }).click();
  await expect(page.getByText("The notice is taken down")).toBeVisible();
  expect((await server.call<SiteView>("GET", "site")).values.notices).toEqual([]);
});

test("what another owner has published meanwhile is not replaced unasked @slow", async ({ page, admin, server }) => {
  await admin.signIn();
  await open(page, address);
  const { version, values } = await server.call<SiteView>("GET", "site");
  await page.getByRole("tab", { name: "Legal and help" }).click();
  await page.getByLabel("Support address").fill("care@example.com");
  const theirs = { ...values, legal: { ...values.legal, operator: "Wicket Sports LLP" } };
  const { history } = await server.call<SiteView>("PUT", "site", { values: theirs }, { "if-match": `"${version}"` });
  // Simulates a return to the tab.
  await page.evaluate(async () => {
    window.dispatchEvent(new Event("visibilitychange"));
    await (await fetch("/api/site")).text();
  });
  await admin.settled();
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page.getByText("Another owner has changed the site in the meantime.")).toBeVisible();
  expect((await server.call<SiteView>("GET", "site")).values.legal.operator).toBe("Wicket Sports LLP");
  await server.call("POST", `site/history/${history[0]?.number}/undo`);
});

test("on a phone one press copies the home page's brand or sets today's date, and the save bar stays low @slow", async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await admin.signIn();
  await open(page, address);
  const name = await page.getByLabel("Name on the home page").inputValue();
  await page.getByRole("tab", { name: "Contact pages" }).click();
  await page.getByRole("button", { name: "Same as on the home page" }).click();
  await expect(page.getByLabel("Name on the other pages")).toHaveValue(name);
  await page.getByRole("tab", { name: "Legal and help" }).click();
  await page.getByRole("button", { name: "Today: Terms updated on" }).click();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format();
  await expect(page.getByLabel("Terms updated on", { exact: true })).toHaveValue(today);
  const box = await page.locator(".save-bar").boundingBox();
  expect(box?.height).toBeLessThan(160);
  await expectAccessible(page);
});
