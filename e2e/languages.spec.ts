import { hi } from "#languages/compiled/hi.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { pathIn } from "#contract/paths.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languageCodes, languages } from "#domain/languages.ts";
import type { Page } from "@playwright/test";
import { publicAddresses } from "./public-addresses.ts";
import { asha, axeFindings, expect, oneOfEach, open, test } from "./public-test.ts";

const fields = hi.message.fields;

async function fill(form: { getByLabel: (label: string) => { fill: (text: string) => Promise<void> } }) {
  for (const name of ["name", "phone", "email", "city", "query"] as const)
    await form.getByLabel(fields[name]).fill(asha[name]);
}

test("a visitor writes in Hindi, and reads the private page in Hindi", async ({ page, server }) => {
  await open(page, "/hi/contact");
  await page.getByRole("article").getByRole("link", { name: hi.message.title }).click();
  const dialog = page.getByRole("dialog");
  await fill(dialog);
  await dialog.getByRole("button", { name: hi.message.title }).click();
  await expect(dialog.getByText(hi.message.sent)).toBeVisible();
  expect((await server.inquiries()).at(-1)).toEqual(asha);
  await dialog.getByRole("link", { name: hi.receipt.see }).click();
  await expect(page).toHaveURL(/\/hi\/receipt\?key=/);
  await expect(page.getByRole("heading", { level: 1, name: hi.receipt.title })).toBeVisible();
  await page.getByLabel(hi.receipt.answer, { exact: true }).fill("धन्यवाद");
  await page.getByRole("button", { name: hi.receipt.send, exact: true }).click();
  await expect(page.getByRole("log").getByText("धन्यवाद")).toBeVisible();
});

test("what is missing or wrong in a form is said in the page's language, not the browser's", async ({ page }) => {
  const { labels, required, wrongEmail } = hi.problems;
  await open(page, "/hi/contact/message");
  const send = page.getByRole("button", { name: hi.message.title });
  await send.click();
  const name = page.getByLabel(fields.name);
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(required(labels.name));
  await expect(page.getByText(required(fields.query))).toBeVisible();
  await fill(page);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await page.getByLabel(fields.email).fill("wrong");
  await send.click();
  await expect(page.getByLabel(fields.email)).toBeFocused();
  await expect(page.getByLabel(fields.email)).toHaveAccessibleDescription(wrongEmail);

  await open(page, "/hi/verify");
  await page.getByRole("button", { name: hi.verify.check }).click();
  await expect(page.getByLabel(hi.verify.label)).toBeFocused();
  await expect(page.getByLabel(hi.verify.label)).toHaveAccessibleDescription(new RegExp(required(hi.verify.label)));
});

test("from form to answer, in each language @slow", async ({ page, server }) => {
  test.slow();
  const all = async () => (await server.call<InboxPage>("GET", "contact-inquiries?view=all")).inquiries;
  // Other journeys may have sent some.
  const before = new Set((await all()).map(({ id }) => id));
  const replied = new Map<string, string>();
  for (const language of languageCodes) {
    const { message, problems, receipt } = dictionaries[language];
    await test.step(`the form in ${language}`, async () => {
      await open(page, pathIn(language, "/contact/message"));
      const send = page.getByRole("button", { name: message.title });
      await send.click();
      await expect(page.getByLabel(message.fields.name)).toHaveAccessibleDescription(
        problems.required(problems.labels.name),
      );
      expect(await axeFindings(page)).toEqual([]);
      for (const name of ["name", "phone", "email", "city", "query"] as const)
        await page.getByLabel(message.fields[name]).fill(asha[name]);
      await send.click();
      await page.getByRole("link", { name: receipt.see }).click();
      await expect(page.getByRole("heading", { level: 1, name: receipt.title })).toBeVisible();
      replied.set(language, page.url());
    });
  }
  const inquiries = (await all()).filter(({ id }) => !before.has(id));
  expect(inquiries).toHaveLength(languageCodes.length);
  for (const { id } of inquiries) {
    const body = { id: crypto.randomUUID(), way: "page", text: "Which day was it?", status: "closed" };
    await server.call("POST", `contact-inquiries/${id}/replies`, body, { "if-match": '"1"' });
  }
  for (const language of languageCodes) {
    const { receipt } = dictionaries[language];
    await test.step(`the private page in ${language}`, async () => {
      await open(page, replied.get(language) ?? "");
      await expect(page.locator("html")).toHaveAttribute("lang", languages[language].tag);
      await expect(page.getByRole("log")).toContainText("Which day was it?", { timeout: 45_000 });
      await expect(page.getByLabel(receipt.answer, { exact: true })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });
  }
});

test("links within the site keep the language, and the switch leads to the same place", async ({ page }) => {
  await open(page, "/hi/contact?tab=community");
  const inMenu = page.locator(".menu").getByRole("link", { name: "English" });
  await page.locator(".menu summary").click();
  await inMenu.click();
  await expect(page).toHaveURL("/contact?tab=community");
  await expect(page.getByRole("tab", { name: "Community", selected: true })).toBeVisible();
  await page.goBack();
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await page.getByRole("navigation", { name: hi.layout.pages }).getByRole("link", { name: hi.layout.terms }).click();
  await expect(page).toHaveURL("/hi/terms");
  await expect(page).toHaveTitle(/नियम और शर्तें/);
  await expect(page.getByText(hi.legal.prevails)).toBeVisible();
  await page.locator(".menu summary").click();
  await expect(inMenu).toHaveAttribute("lang", "en");
  await inMenu.click();
  await expect(page).toHaveURL("/terms");
  const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
  expect(kept).toEqual(["", 0, 0]);
});

test("the outcome of a check is in Hindi", async ({ page, server }) => {
  await server.setChannels([]);
  await open(page, "/hi/verify");
  await page.getByLabel(hi.verify.label).fill("@saffron_examp1e");
  await page.getByRole("button", { name: hi.verify.check }).click();
  await expect(page.getByRole("heading", { name: hi.verify.outcomes.unknown.heading })).toBeVisible();
});

for (const language of furtherLanguages) {
  test(`axe finds nothing on the pages in ${language}, which fit a narrow screen @slow`, async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    for (const path of publicAddresses) {
      await test.step(path, async () => {
        await open(page, pathIn(language, path));
        expect(await axeFindings(page)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      });
    }
  });
}

test("every page offers the other languages in sight, by word", async ({ page }) => {
  for (const [width, place] of [
    [360, ".language-row"],
    [768, ".language-row"],
    [1280, ".bar"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [...publicAddresses, "/keep"]) {
      await page.goto(path);
      const summary = page.locator(`${place} .languages summary`);
      await expect(summary, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
      await expect(summary).toHaveText("English");
      await expect(summary).toHaveAccessibleName("Language: English");
    }
  }
});

test("the switch unfolds the other languages, and folds at Escape", async ({ page }) => {
  await open(page, "/");
  const menu = page.locator(".language-row .languages");
  await menu.locator("summary").click();
  await expect(menu.getByRole("link")).toHaveText(furtherLanguages.map((code) => languages[code].name));
  await expect(menu.getByText("Language", { exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: languages.ta.name })).toHaveAttribute("lang", "ta");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu.getByRole("link").first()).toBeHidden();
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: languages.ta.name }).click();
  await expect(page).toHaveURL("/ta");
  await expect(page.locator("html")).toHaveAttribute("lang", "ta-IN");
});

test.describe("where the browser prefers Hindi", () => {
  test.use({ locale: "hi-IN" });

  test("each page in another language says in Hindi that there is one, and stays as it is", async ({ page }) => {
    for (const path of ["/", "/contact", "/verify", "/contact/message", "/report", "/terms", "/ta/privacy"]) {
      await open(page, path);
      const suggestion = page.getByRole("link", { name: "हिन्दी में पढ़ें" });
      await expect(suggestion, path).toBeInViewport({ ratio: 1 });
      await expect(suggestion).toHaveAttribute("href", pathIn("hi", path.replace("/ta", "")));
      await expect(page.locator("html")).toHaveAttribute("lang", path.startsWith("/ta") ? "ta-IN" : "en-IN");
    }
    await open(page, "/hi/verify");
    await expect(page.getByRole("link", { name: "हिन्दी में पढ़ें" })).toHaveCount(0);
  });
});

test.describe("on the narrowest screen", () => {
  test.use({ viewport: { width: 320, height: 568 } });

  for (const language of languageCodes) {
    test(`no sign of a bar is cut off, and no word breaks in it: ${language}`, async ({ page }) => {
      for (const path of ["/", "/terms"]) {
        await page.goto(pathIn(language, path));
        expect(await cutTexts(page, ".top, .tab-bar, .language-row, main .button"), path).toEqual([]);
        // Letters of Telugu and Tamil reach below their line, and a lower bar ends there.
        const heights = await page.locator(".tab-bar a").evaluateAll((all) => all.map((link) => link.clientHeight));
        expect(heights).toEqual([64, 64, 64, 64]);
      }
    });
  }
});

/** Texts that are wider than what holds them, or than the screen. */
function cutTexts(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    for (const holder of document.querySelectorAll(selector)) {
      const nodes = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        const element = node.parentElement;
        if (element === null || !element.checkVisibility() || (node.textContent ?? "").trim() === "") continue;
        if (element.closest(".visually-hidden, details:not([open]) > :not(summary)") !== null) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = (element.closest("a, summary, button") ?? holder).getBoundingClientRect();
        const right = Math.min(box.right, document.documentElement.clientWidth);
        for (const line of range.getClientRects())
          if (line.left < box.left - 0.5 || line.right > right + 0.5) found.push(node.textContent ?? "");
      }
    }
    return found;
  }, within);
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form leads to a private page in Hindi", async ({ page, server }) => {
    await page.goto("/hi/contact");
    await page.getByRole("article").getByRole("link", { name: hi.message.title }).click();
    await expect(page).toHaveURL("/hi/contact/message");
    await fill(page);
    await page.getByRole("button", { name: hi.message.title }).click();
    await expect(page).toHaveURL(/\/hi\/contact\/message\?sent=/);
    expect((await server.inquiries()).at(-1)).toEqual(asha);
    await page.getByRole("link", { name: hi.receipt.see }).click();
    await expect(page.getByRole("heading", { level: 1, name: hi.receipt.title })).toBeVisible();
  });
});
