import { pathIn } from "#contract/paths.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { languageCodes } from "#domain/languages.ts";
import { useFontOf } from "./fonts.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";
import { textOnTheBall } from "./text-on-the-ball.ts";

// An environment of its own starts a server of its own, whose site the notice is on.
test.use({ bypassCSP: true, environment: { LOG_LEVEL: "error" } });

test("the main action is within 400 px in each language, and within 460 px below a notice of two lines @slow", async ({
  page,
  server,
}) => {
  test.slow();
  await server.setChannels(oneOfEach);
  await page.setViewportSize({ width: 360, height: 640 });
  const expectWithin = async (most: number) => {
    for (const language of languageCodes)
      for (const path of ["/", "/contact"]) {
        await open(page, pathIn(language, path));
        await useFontOf(page, language);
        const box = await page
          .locator(".button:not(.tonal, .secondary, .contrast)")
          .filter({ visible: true })
          .boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0), `${language} ${path}`).toBeLessThanOrEqual(most);
      }
  };
  await expectWithin(400);
  const { version, values } = await server.call<SiteView>("GET", "site");
  const text = "WhatsApp is slow today. Please write to us here, we answer within the hour.";
  const notice = { text, translations: {}, tone: "info", pages: ["home", "contact"], from: null, until: null };
  await server.call("PUT", "site", { values: { ...values, notices: [notice] } }, { "if-match": `"${version}"` });
  await expectWithin(460);
  await expect(page.getByText(text)).toBeVisible();
});

test("the action of each channel is one line beside its icons, and no link of the footer hangs alone below the others, in each language @slow", async ({
  page,
  server,
}) => {
  test.slow();
  await server.setChannels(oneOfEach);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const language of languageCodes)
    for (const path of ["/", "/contact", "/contact?tab=community"]) {
      const address = pathIn(language, path);
      await open(page, address);
      await useFontOf(page, language);
      const wrong = await page.evaluate(() => {
        const linesOf = (node: Node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getClientRects().length;
        };
        const actions = [...document.querySelectorAll(".channel-actions > .button")];
        const links = [...document.querySelectorAll("footer a")];
        const rows = Map.groupBy(links, (link) => link.getBoundingClientRect().top);
        return [
          ...[...actions, ...links].filter(({ firstChild }) => firstChild !== null && linesOf(firstChild) > 1),
          ...([...rows.values()].at(-1)?.length === 1 ? links.slice(-1) : []),
        ].map(({ textContent }) => textContent);
      });
      expect(wrong, address).toEqual([]);
    }
});

test("on the narrowest phones no text is on the ball or past its card, and no tab's at the edge, in each language @slow", async ({
  page,
  server,
}) => {
  await server.setChannels(oneOfEach);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of languageCodes)
    for (const path of ["/", "/contact"]) {
      const address = pathIn(language, path);
      await open(page, address);
      await useFontOf(page, language);
      expect(await textOnTheBall(page), address).toEqual([]);
      const outside = await page.evaluate(() => {
        const boxOf = (node: Node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getBoundingClientRect();
        };
        const tabs = [...document.querySelectorAll(".tab-bar a")].filter((tab) => {
          const { left, right } = boxOf(tab.lastChild ?? tab);
          return left < 6 || right > innerWidth - 6;
        });
        const chips = [...document.querySelectorAll(".lead-channel .chip")].filter((chip) => {
          const button = chip.closest("article")?.querySelector(".button");
          return chip.getBoundingClientRect().right > (button?.getBoundingClientRect().right ?? 0);
        });
        return [...tabs, ...chips].map(({ textContent }) => textContent);
      });
      expect(outside, address).toEqual([]);
    }
});
