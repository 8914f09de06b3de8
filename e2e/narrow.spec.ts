import type { Page } from "@playwright/test";
import { asha, expect, fillInquiry, oneOfEach, open, test } from "./public-test.ts";
import type { GivenChannel } from "./server.ts";

test.use({ expectedErrors: /status of (404|422)/ });

const word = "Saffronexchangesupport".repeat(20);
const hindi = "भुगतान और निकासी के लिए हमारी सहायता टीम से संपर्क करें, दिन हो या रात। ".repeat(6).trim();
const unbroken = "क्रिकेट".repeat(60);

/** The longest value of each type that can be saved, mostly without spaces. */
const long: GivenChannel[] = [
  { type: "whatsapp", value: "+91 (90000) 000-01", proof: word },
  { type: "whatsapp", value: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUvAbCdEfGhIjKlMnOpQrStUv", proof: hindi },
  { type: "telegram", value: `https://t.me/${"saffron_".repeat(4)}`, proof: unbroken },
  { type: "phone", value: "022 4000 0000 ext. 1234567", proof: hindi },
  { type: "email", value: `${"support".repeat(9)}@${"example".repeat(8)}.com`, proof: word },
  { type: "website", value: `https://example.com/${word.slice(0, 440)}`, proof: unbroken },
  { type: "withdrawal_proof", value: `https://example.com/${"भुगतान".repeat(20)}`, proof: hindi },
];

const states: Record<string, (page: Page) => Promise<void>> = {
  "/": (page) => open(page, "/"),
  "/contact": (page) => open(page, "/contact"),
  "/contact?tab=community": (page) => open(page, "/contact?tab=community"),
  "/terms": (page) => open(page, "/terms"),
  "/privacy": (page) => open(page, "/privacy"),
  "/nowhere": (page) => open(page, "/nowhere"),
  "the form in its modal, with errors and a toast": async (page) => {
    await open(page, "/contact");
    await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
    await fillInquiry(page.getByRole("dialog"), { ...asha, name: word.slice(0, 100), email: "a@b", query: unbroken });
    await page.getByRole("dialog").getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Email Address must be")).toBeVisible();
  },
  "the form's own page, with errors": async (page) => {
    await open(page, "/contact/message");
    await fillInquiry(page, { ...asha, city: " ", query: word });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("City is required.")).toBeVisible();
  },
};

test("nothing is wider than the screen, however long the words", async ({ page, server, isMobile }) => {
  await server.setChannels(long);
  for (const [state, reach] of Object.entries(states)) {
    await test.step(state, async () => {
      await reach(page);
      for (const width of isMobile ? [320, 360] : [768, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        if (width < 768)
          await page
            .getByLabel("Menu", { exact: true })
            .evaluate((menu) => menu.parentElement?.toggleAttribute("open", true));
        const found = await page.evaluate(() => {
          const root = document.documentElement;
          const outside = [...document.body.querySelectorAll("*")].filter((element) => {
            // The ball is cut by the edge.
            if (element.closest(".big-ball") !== null) return false;
            const { left, right } = element.getBoundingClientRect();
            return element.checkVisibility() && (left < -0.5 || right > root.clientWidth + 0.5);
          });
          return {
            screen: root.clientWidth,
            scrolls: root.scrollWidth > root.clientWidth,
            outside: outside.map((element) => element.outerHTML.slice(0, 100)),
          };
        });
        expect(found, `${state} at ${width}`).toEqual({ screen: width, scrolls: false, outside: [] });
      }
    });
  }
});

test("no word of ours breaks on the narrowest screen, and a value only after its signs", async ({ page, server }) => {
  await server.setChannels(oneOfEach);
  await page.setViewportSize({ width: 320, height: 740 });
  for (const path of ["/", "/contact", "/contact?tab=community"]) {
    await open(page, path);
    const broken = await page.evaluate(() => {
      const texts = document.querySelectorAll(
        ".brand, .tile, .tabs a, .card :is(h2, h3), .badge, .button, .number > span",
      );
      return [...texts].flatMap((element) => {
        const found: string[] = [];
        const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
          for (const { 0: part, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + part.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(part);
          }
        }
        return found;
      });
    });
    expect(broken, path).toEqual([]);
  }
  const value = page.getByText("linkedin.com/company/saffron-example");
  await value.selectText();
  expect(await page.evaluate(() => String(getSelection()))).toBe("linkedin.com/company/saffron-example");
});

test("what is pressed is at least 24 px in size, and 48 px where it is a main action", async ({ page, server }) => {
  await server.setChannels(long);
  for (const [state, reach] of Object.entries(states)) {
    await test.step(state, async () => {
      await reach(page);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("a, button, input, textarea, summary")].flatMap((element) => {
          if (!element.checkVisibility() || element.closest("[aria-hidden=true]") !== null) return [];
          const { width, height } = element.getBoundingClientRect();
          // A link within a sentence has the size of its text (WCAG 2.2, 2.5.8).
          const inText = element.tagName === "A" && getComputedStyle(element).display === "inline";
          const least = element.matches(".button, .tile, .tab-bar a, .menu a, summary, [role=tab], input, button")
            ? 48
            : 24;
          const tooSmall = !inText && (height < least - 0.5 || width < least - 0.5);
          return tooSmall ? [`${element.outerHTML.slice(0, 80)} ${width} × ${height}`] : [];
        }),
      );
      expect(small, state).toEqual([]);
    });
  }
});
