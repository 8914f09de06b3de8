import { pathIn, paths } from "#contract/paths.ts";
import { teamLanguages } from "#domain/languages.ts";
import { boxesOf } from "./boxes.ts";
import { expect, makeAgent, open, three } from "./admin-test.ts";
import { useFontOf } from "./fonts.ts";
import { allInquiries, inboxAddress, test } from "./inbox-test.ts";
import { brokenWords, headingFaults, launchWithLargeText } from "./large-text.ts";
import { targetFaults } from "./targets.ts";

test.use({
  bypassCSP: true,
  viewport: { width: 360, height: 640 },
  launchOptions: launchWithLargeText,
});

const { channels, history, replies, reports, team, settings, setup, auditLog, security, ownSettings } = paths;

/** A name as nobody's is: without a space. */
const long = "Name".repeat(15);

test("on a phone at twice the text size, each page's heading is whole, nothing lies over another, no word of ours breaks @slow", async ({
  page,
  server,
  admin,
  inbox,
}) => {
  test.setTimeout(900_000);
  await server.setChannels([...three, { type: "website", value: `https://example.com/${long}`, proof: long }]);
  await makeAgent(server, `${long.toLowerCase()}@example.com`);
  await server.call("POST", "tags", { name: long.slice(0, 40), color: "blue" });
  await inbox.openWith([{ name: "Ravi Example" }, { name: long, city: long }]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await open(page, settings);
  const links = page.locator(".views a[href*='section=']");
  await expect(links.first()).toBeAttached();
  const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const inboxes = [allInquiries, "", "?view=bin", "?search=nothing"].map((query) => inboxAddress + query);
  const own = [channels, history, replies, reports, team, setup, auditLog, security, ownSettings];
  const faults: string[] = [];
  for (const language of teamLanguages) {
    for (const address of [...own, ...inboxes, ...sections].map((path) => pathIn(language, path))) {
      await open(page, address);
      await expect(page.getByRole("main").locator(".spinner")).toHaveCount(0);
      await admin.settled();
      await useFontOf(page, language);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) faults.push(`${address}: ${wider} px wider than the screen`);
      faults.push(...(await targetFaults(page, 44)).map((fault) => `${address}: ${fault}`));
      for (const fault of await headingFaults(page)) faults.push(`${address}: the heading is ${fault}`);
      for (const word of await brokenWords(page)) faults.push(`${address}: broken: ${word}`);
      if (!address.endsWith(setup)) continue;
      for (const step of await page.locator(".setup-head").all()) {
        if ((await step.getAttribute("aria-expanded")) === "false") await step.press("Enter");
        await expect(step).toHaveAttribute("aria-expanded", "true");
        await expect(page.getByRole("main").locator(".spinner")).toHaveCount(0);
        for (const word of await brokenWords(page)) faults.push(`${address}: broken in a step: ${word}`);
      }
    }
  }
  expect([...new Set(faults)]).toEqual([]);
});

test("on a phone at twice the text size, one can sign in", async ({ page }) => {
  for (const language of teamLanguages) {
    await open(page, pathIn(language, channels));
    await useFontOf(page, language);
    expect(await targetFaults(page, 44, "main"), language).toEqual([]);
    expect(await headingFaults(page), language).toEqual([]);
    expect(await brokenWords(page), language).toEqual([]);
    const [card, ...buttons] = await boxesOf(
      page.locator(".sign-in-card"),
      ...(await page.locator(".sign-in-card .button").all()),
    );
    for (const button of buttons) expect(button.width, language).toBeLessThan(card.width - 32);
  }
});

test("on a phone at twice the text size, an inquiry can be answered, and no word of its details breaks @slow", async ({
  page,
  server,
  inbox,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  for (const status of ["in progress", "answered", "closed", "new", "closed"]) {
    const { id, version } = await inbox.known("Ravi Example");
    await server.call("PATCH", `contact-inquiries/${id}`, { status }, { "if-match": `"${version}"` });
  }
  for (const language of teamLanguages) {
    await open(page, `${pathIn(language, inboxAddress)}${allInquiries}&inquiry=${inquiry?.id}`);
    await useFontOf(page, language);
    await expect(page.locator(".conversation-head h2")).toHaveText("Ravi Example");
    expect(await targetFaults(page, 44, ".inquiry-panel"), language).toEqual([]);
    await page.locator(".conversation-head .plain[aria-haspopup=dialog]").click();
    const events = page.locator(".details-history");
    await events.locator("summary").click();
    await expect(events.getByRole("listitem").nth(4)).toBeVisible();
    expect(await brokenWords(page), language).toEqual([]);
  }
});
