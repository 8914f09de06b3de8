import type { Page } from "@playwright/test";
import type { ChannelType } from "#domain/brands/brands.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";
import type { GivenChannel } from "./server.ts";

/** Links of the values of each type, from PRODUCT.md. */
const opens: Record<ChannelType, Array<[value: string, href: string]>> = {
  whatsapp: [
    ["+91 90000-00001", "https://wa.me/919000000001"],
    ["(+91) 90000.00002", "https://wa.me/919000000002"],
    ["0091 90000 00003", "https://wa.me/919000000003"],
    ["919000000004", "https://wa.me/919000000004"],
    ["https://wa.me/919000000005", "https://wa.me/919000000005"],
    ["https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv", "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"],
  ],
  phone: [
    ["+91 (90000) 000-01", "tel:+919000000001"],
    ["1800 000 0000", "tel:18000000000"],
    ["022 4000 0000 ext. 12", "tel:+912240000000;ext=12"],
  ],
  telegram: [
    ["@saffron_example", "https://t.me/saffron_example"],
    ["saffron_example", "https://t.me/saffron_example"],
    ["t.me/saffron_example", "https://t.me/saffron_example"],
    ["http://telegram.me/saffron_example", "https://telegram.me/saffron_example"],
    ["https://t.me/+AbCdEfGhIjKlMnOp", "https://t.me/+AbCdEfGhIjKlMnOp"],
  ],
  instagram: [
    ["saffron.example", "https://instagram.com/saffron.example"],
    ["@saffron_example", "https://instagram.com/saffron_example"],
    ["https://www.instagram.com/saffron/?igsh=tracker", "https://www.instagram.com/saffron/"],
  ],
  facebook: [
    ["saffron.example", "https://facebook.com/saffron.example"],
    ["https://m.facebook.com/saffron", "https://m.facebook.com/saffron"],
    ["https://www.facebook.com/profile.php?id=100", "https://www.facebook.com/profile.php?id=100"],
  ],
  youtube: [["http://www.youtube.com/@saffron", "https://www.youtube.com/@saffron"]],
  twitter: [["https://twitter.com/saffron", "https://twitter.com/saffron"]],
  linkedin: [["https://www.linkedin.com/company/saffron/", "https://www.linkedin.com/company/saffron/"]],
  website: [
    [
      "http://example.com/हिन्दी?a=1&b=2#top",
      "http://example.com/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80?a=1&b=2#top",
    ],
  ],
  withdrawal_proof: [["https://example.com/proof", "https://example.com/proof"]],
  email: [["support+desk@example.com", "mailto:support%2Bdesk@example.com"]],
};

interface Link {
  href: string | null;
  target: string | null;
  rel: string | null;
}

function channelLinks(page: Page): Promise<Link[]> {
  return page
    .getByRole("main")
    .locator("article[data-channel] a:not(.app)")
    .evaluateAll((links) =>
      links.map((link) => ({
        href: link.getAttribute("href"),
        target: link.getAttribute("target"),
        rel: link.getAttribute("rel"),
      })),
    );
}

/** Every value of each type, in the order of `types`. */
function given(...types: ChannelType[]): { channels: GivenChannel[]; links: Link[] } {
  const rows = types.flatMap((type) => opens[type].map(([value, href]) => ({ type, value, href })));
  return {
    channels: rows.map(({ type, value }) => ({ type, value })),
    links: rows.map(({ href }) => ({ href, target: "_blank", rel: "noopener noreferrer" })),
  };
}

const community: ChannelType[] = ["telegram", "instagram", "facebook", "email", "withdrawal_proof"];
const cases: Array<{ path: string; types: ChannelType[] }> = [
  { path: "/", types: ["whatsapp", "telegram", "phone"] },
  { path: "/contact", types: ["whatsapp", "phone"] },
  { path: "/contact?tab=community", types: [...community, "youtube", "twitter", "linkedin", "website"] },
];

for (const { path, types } of cases) {
  test(`each channel on ${path} opens where its value says, in a new tab without an opener`, async ({
    page,
    server,
  }) => {
    const { channels, links } = given(...types);
    await server.setChannels(channels);
    await open(page, path);
    expect(await channelLinks(page)).toEqual(links);
  });
}

test("a channel opens beside the page, and learns nothing of it", async ({ page, context, server }) => {
  await server.setChannels(oneOfEach);
  const asked: Array<Record<string, string>> = [];
  await context.route(/^https?:\/\/(?!localhost)/, async (route) => {
    asked.push(await route.request().allHeaders());
    await route.fulfill({ contentType: "text/html", body: "<title>elsewhere</title>" });
  });
  await open(page, "/");
  for (const [name, url] of [
    ["Connect Now", "https://wa.me/919000000001"],
    ["Join Channel", "https://t.me/saffron_example"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(url);
    await expect(tab).toHaveTitle("elsewhere");
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
    expect(await tab.evaluate(() => document.referrer)).toBe("");
    await tab.close();
  }
  expect(asked).toHaveLength(2);
  expect(asked.every((headers) => headers["referer"] === undefined)).toBe(true);
  await expect(page).toHaveURL("/");
});

test("a number without its country code, or a look-alike host, never becomes a link", async ({ page, server }) => {
  const refused: GivenChannel[] = [
    { type: "whatsapp", value: "98765 43210" },
    { type: "telegram", value: "https://t.me.evil.example/saffron" },
    { type: "website", value: "javascript:alert(1)" },
    { type: "instagram", value: "https://evil.example/instagram.com" },
  ];
  for (const channel of refused) await expect(server.setChannels([channel])).rejects.toThrow("answered 422");
  // If one reaches the page by another way, its link is still not built.
  await page.route("**/api/contacts/active", (route) =>
    route.fulfill({
      json: {
        contacts: refused.map((channel, at) => ({
          _id: String(at),
          isActive: true,
          proof: "",
          availability: null,
          ...channel,
        })),
      },
    }),
  );
  const answered = page.waitForResponse("**/api/contacts/active");
  await open(page, "/contact?tab=community");
  await answered;
  await expect(page.getByText("https://t.me.evil.example/saffron")).toBeVisible();
  expect(await channelLinks(page)).toEqual([]);
});
