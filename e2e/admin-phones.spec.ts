import { pathIn, paths } from "#contract/paths.ts";
import { teamLanguages } from "#domain/languages.ts";
import { chooseSection, expect, makeAgent, open, setSettings, three } from "./admin-test.ts";
import { useFontOf } from "./fonts.ts";
import { test } from "./inbox-test.ts";

test.use({ bypassCSP: true, viewport: { width: 360, height: 640 } });

test("the settings have one menu of 44 px, by finger and by keys, which marks what is unsaved", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await setSettings(page, {});
  await open(page, `${paths.settings}?section=retention`);
  const menu = page.getByRole("navigation", { name: "Settings" });
  const select = menu.getByRole("combobox", { name: "Settings" });
  expect((await select.boundingBox())?.height).toBe(44);
  const groups = select.locator("optgroup");
  expect(await groups.evaluateAll((all) => all.map((group) => group.getAttribute("label")))).toContain("Safety");

  const days = page.getByLabel("Erase a closed inquiry after");
  await days.fill("200");
  await chooseSection(page, "Email");
  await expect(page).toHaveURL(/section=mail/);
  await expect(page.getByRole("heading", { name: "Email", exact: true })).toBeFocused();
  await expect(select.locator("option", { hasText: "Inquiries and retention · Unsaved" })).toBeAttached();
  await menu.getByRole("link", { name: "Inquiries and retention Unsaved" }).click();
  await expect(days).toHaveValue("200");
  await expect(menu.getByRole("link")).toHaveCount(0);

  // Arrow keys try one section after the other, which takes the focus from none of them.
  await select.focus();
  for (const section of ["incoming", "notifications"]) {
    await page.keyboard.press("ArrowDown");
    await expect(page).toHaveURL(new RegExp(`section=${section}`));
    await expect(select).toBeFocused();
  }
  // Out of the settings with unsaved changes it asks, and stays on the section that is shown.
  await chooseSection(page, "Set up");
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expect(select).toHaveValue(/section=notifications/);
});

test("a channel's value and its description are read whole, beside its actions", async ({ page, admin }) => {
  await admin.openWith([
    { type: "email", value: "support.of.payments@example.com", proof: "Deposits, withdrawals and anything else" },
    { type: "website", value: "https://www.example.com/saffron.exchange", proof: "" },
  ]);
  const cut = await page.locator(".contact-text :is(h3, p)").evaluateAll(
    (texts) =>
      texts.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => {
        return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
      }).length,
  );
  expect(cut).toBe(0);
});

test("a report keeps its place while it and its charts load, and its labels take one line", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/reports?\b/, async (route) => {
    await held;
    await route.continue();
  });
  for (const language of teamLanguages) {
    await open(page, pathIn(language, paths.reports));
    await useFontOf(page, language);
    const place = page.locator(".report-card").first();
    const early = await place.boundingBox();
    release();
    await expect(page.locator(".report-chart:not([data-awaited])")).toHaveCount(3);
    await expect(page.locator(".report-awaited")).toHaveCount(0);
    const late = await place.boundingBox();
    // What is under the figures depends on them, by a line.
    if (early !== null && language === "en") expect(Math.abs((late?.y ?? 0) - early.y)).toBeLessThan(40);
    const labels = await page
      .locator(".report-totals dt")
      .evaluateAll((all) => all.filter((label) => label.getBoundingClientRect().height > 30).map((x) => x.textContent));
    expect(labels, language).toEqual([]);
    const letters = await page.locator(".report-chart").evaluateAll((charts) =>
      Promise.all(
        charts.map(async (chart) => {
          const { currentSrc, clientWidth } = chart as HTMLImageElement;
          const svg = await (await fetch(currentSrc)).text();
          const [, width, letter] = /viewBox="0 0 (\d+) .*?font:(\d+)px/.exec(svg) ?? [];
          return (Number(letter) * clientWidth) / Number(width);
        }),
      ),
    );
    expect(Math.min(...letters), `${language}: letters of a chart`).toBeGreaterThanOrEqual(12);
  }
});

test("a member of the team takes two lines, and a change of a channel stands below its own name", async ({
  page,
  admin,
  server,
}) => {
  await makeAgent(server, "phone.agent@example.com");
  await admin.openWith(three);
  for (const language of teamLanguages) {
    await open(page, pathIn(language, paths.team));
    await useFontOf(page, language);
    const row = page.locator(".team-table tbody tr").filter({ hasText: "phone.agent@example.com" });
    await expect(row).toBeVisible();
    expect((await row.boundingBox())?.height, language).toBeLessThanOrEqual(92);
    await open(page, pathIn(language, paths.history));
    await useFontOf(page, language);
    const entry = page
      .locator(".history-entry")
      .filter({ has: page.locator(".history-details p") })
      .first();
    await expect(entry).toBeVisible();
    const title = await entry.locator("h4").boundingBox();
    expect((await entry.locator(".history-details").boundingBox())?.x, language).toBe(title?.x);
    // The page's heading is in the bar.
    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect((heading?.y ?? NaN) + (heading?.height ?? NaN), language).toBeLessThanOrEqual(52);
  }
});

test("an entry of the audit log takes two lines", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, paths.auditLog);
  const entry = page.locator(".audit-entry").filter({ hasText: "Signed in" }).first();
  await expect(entry).toBeVisible();
  expect((await entry.boundingBox())?.height).toBeLessThan(72);
  const [what, who] = [entry.locator("strong"), entry.locator(".audit-who")];
  const [top, below] = [await what.boundingBox(), await who.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0));
});
