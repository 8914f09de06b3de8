import type { Page } from "@playwright/test";
import { pathIn, paths } from "#contract/paths.ts";
import { teamLanguages } from "#domain/languages.ts";
import { boxesOf } from "./boxes.ts";
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
  const cut = await page.locator(".team-channel-text :is(h3, p)").evaluateAll(
    (texts) =>
      texts.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => {
        return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
      }).length,
  );
  expect(cut).toBe(0);
});

test("an address wraps between its parts, most descriptions take one line, and the search stands beside the heading", async ({
  page,
  admin,
}) => {
  const value = "https://www.linkedin.com/company/saffron-example";
  await admin.openWith([
    { type: "linkedin", value, proof: "Match notes every morning" },
    ...Array.from({ length: 7 }, (_, at) => ({ type: "phone" as const, value: `1800 000 000${at}`, proof: "" })),
  ]);
  const row = page.locator(".team-channel-row").filter({ hasText: "saffron-example" });
  const lines = await row.locator("h3").evaluate((heading) => {
    const made: string[] = [];
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    let last = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(".visually-hidden") !== null) continue;
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        if (made.length === 0 || top > last + 4) made.push("");
        last = top;
        made[made.length - 1] += range.toString();
      }
    }
    return made;
  });
  expect(lines.join("")).toBe("linkedin.com/company/saffron-example");
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[/@._-]$/);
  expect((await row.locator(".team-channel-about").boundingBox())?.height).toBeLessThan(20);
  const [heading, search] = await boxesOf(
    page.getByRole("heading", { name: "All Contacts (8)" }),
    page.getByLabel("Search channels"),
  );
  expect(search.left).toBeGreaterThan(heading.right);
  expect((search.top + search.bottom) / 2).toBeCloseTo((heading.top + heading.bottom) / 2, 0);
});

test("the site's first field is in view at once; the preview and the export are behind buttons", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  for (const language of teamLanguages) {
    await open(page, pathIn(language, `${paths.settings}?section=site`));
    await useFontOf(page, language);
    const field = page.locator("#site-brands-home-name");
    await expect(field).toBeVisible();
    // Under the bar of 52 px.
    const [body, first] = await boxesOf(page.locator(".page-body"), field);
    expect(first.top - body.top, language).toBeLessThanOrEqual(300 - 52);
    await expect(page.locator("iframe")).toHaveCount(0);
  }
  await open(page, `${paths.settings}?section=site`);
  await page.getByRole("button", { name: "Live preview" }).click();
  const frame = page.locator(".site-preview-frame");
  await expect(frame.locator("iframe").contentFrame().getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame).toBeInViewport({ ratio: 0.5 });
  await page.getByRole("button", { name: "Live preview" }).click();
  await expect(frame).toHaveCount(0);
  await page.getByLabel("More actions").click();
  await expect(page.getByRole("link", { name: "Export" })).toHaveAttribute("href", "/api/site/export.json");
});

/** Returns how high the letters of the charts are, in pixels: the smallest. */
async function smallestLetter(page: Page): Promise<number> {
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
  return Math.min(...letters);
}

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
    expect(await smallestLetter(page), `${language}: letters of a chart`).toBeGreaterThanOrEqual(12);
  }
  // Between a phone and a desk, and where two charts stand beside each other.
  for (const width of [485, 500, 965, 1020, 1100, 1180, 1220]) {
    await page.setViewportSize({ width, height: 640 });
    await expect.poll(() => smallestLetter(page), `letters of a chart at ${width}`).toBeGreaterThanOrEqual(9);
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
    const [title, details, heading] = await boxesOf(
      entry.locator("h4"),
      entry.locator(".history-details"),
      page.getByRole("heading", { level: 1 }),
    );
    expect(details.x, language).toBe(title.x);
    // The page's heading is in the bar.
    expect(heading.bottom, language).toBeLessThanOrEqual(52);
  }
});

test("an entry of the audit log takes two lines", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, paths.auditLog);
  const entry = page.locator(".audit-entry").filter({ hasText: "Signed in" }).first();
  await expect(entry).toBeVisible();
  expect((await entry.boundingBox())?.height).toBeLessThan(72);
  // Below the result of the check and one row of filters; alarms of an earlier journey may stand above.
  const [check, day] = await boxesOf(page.getByText("verified"), page.locator(".audit-day").first());
  expect(day.top - check.top).toBeLessThan(100);
  const [what, who] = await boxesOf(entry.locator("strong"), entry.locator(".audit-who"));
  expect(who.top).toBeGreaterThanOrEqual(what.bottom);
});
