import type { Page } from "@playwright/test";
import { type MortalDesk, expect, nothingStored, storage, test } from "./bad-network.ts";
import { startServer } from "./server.ts";
import { asha, axeFindings, fillInquiry, oneOfEach, open } from "./public-test.ts";

test.use({ expectedErrors: /net::ERR_|Failed to (fetch|load)|^The contacts could not be loaded/ });

const whatsapp = oneOfEach.find(({ type }) => type === "whatsapp")?.value ?? "";

/** All that the browser holds for the site. */
async function stored(page: Page) {
  const kept = await page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  return { ...(await storage(page)), ...kept };
}
const nothing = { ...nothingStored, caches: [], workers: 0 };

async function keep(page: Page): Promise<void> {
  await page.goto("/keep");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("This site is saved on this device.", { exact: true })).toBeFocused();
}

/**
 * Changes what is kept of the list, as somebody who writes into the browser's storage would; under the page's own lock,
 * since the page notes what it has shown just then.
 */
async function alter(page: Page, change: string): Promise<void> {
  await page.evaluate(
    (code) =>
      navigator.locks.request("front-desk-list", async () => {
        const cache = await caches.open("front-desk-list");
        const kept = (await (await cache.match("/keep/list"))?.json()) as Record<string, unknown>;
        const altered: unknown = { ...kept, ...(JSON.parse(code) as object) };
        await cache.put("/keep/list", new Response(JSON.stringify(altered)));
      }),
    change,
  );
}

async function keptOf(page: Page) {
  return page.evaluate(async () => {
    const kept: unknown = await (await caches.match("/keep/list", { cacheName: "front-desk-list" }))?.json();
    return kept as { pin: { kid: string; x: string }; text: string; seen: { version: number; at: number } };
  });
}

/** Kills the server and opens a page of the kept site. */
async function openOffline(page: Page, desk: MortalDesk, path: string): Promise<void> {
  await desk.kill();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No network");
}

const unknown = (page: Page) => page.getByRole("heading", { name: "We cannot confirm our channels right now" });

test("is kept only at the press of a button, shows the verified list without a network, and is removed whole", async ({
  page,
  desk,
}) => {
  for (const path of ["/", "/contact", "/verify", "/keep"]) await page.goto(path);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await stored(page)).toEqual(nothing);

  await keep(page);
  expect(await stored(page)).toEqual({
    ...nothing,
    caches: ["front-desk-list", expect.stringMatching(/^front-desk-kept-/)],
    workers: 1,
  });
  // With a network, the pages are those of the site.
  await open(page, "/contact");
  await expect(page.getByRole("link", { name: "Chat Now" }).first()).toBeVisible();

  await openOffline(page, desk, "/");
  await expect(page.getByText(/^Signed by us \d+ minutes? ago\. Your browser has verified it\.$/)).toBeVisible();
  await expect(
    page.getByText(/^Valid until \d+(:\d\d)? [ap]m\. After that, this page shows no channels\.$/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: whatsapp })).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+$/);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(oneOfEach.length);
  await expect(unknown(page)).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/contact?tab=community");
  await expect(page.getByRole("link", { name: whatsapp })).toBeVisible();
  await page.goto("/verify");
  await expect(page.getByRole("heading", { name: "Checking needs the network" })).toBeVisible();

  await page.getByRole("link", { name: "Write a message" }).click();
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await fillInquiry(page.getByRole("main"), asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("button", { name: "Send when I'm back online" }).click();
  await expect(page.getByText(/has not been sent yet\. It waits in this browser/)).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("A message that has not been sent yet waits in your browser.")).toBeVisible();

  // The message is not lost without a question.
  await page.getByRole("link", { name: /how to remove it$/ }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(/Removing the site deletes it as well\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Delete the message and remove" }).click();
  await expect(page.getByText("Nothing of this site is saved on this device.")).toBeFocused();
  expect(await stored(page)).toEqual({ ...nothing, session: expect.any(Array) });

  await desk.restart();
  await open(page, "/");
  expect(await stored(page)).toEqual({ ...nothing, session: expect.any(Array) });
});

test("a list that is expired, replayed, changed, or of another key shows no channel", async ({ page, desk }) => {
  await keep(page);
  const genuine = await keptOf(page);
  await openOffline(page, desk, "/contact");
  await expect(page.getByRole("link", { name: whatsapp })).toBeVisible();

  const { text, pin, seen } = genuine;
  const signed = JSON.parse(text) as { payload: string };
  const payload = JSON.parse(Buffer.from(signed.payload, "base64url").toString()) as { channels: unknown[] };
  const channels = [
    { type: "whatsapp", value: "+91 99999 99999", opens: "https://wa.me/919999999999", description: "" },
  ];
  const forged = Buffer.from(JSON.stringify({ ...payload, channels })).toString("base64url");
  const hour = 3_600_000;
  for (const [change, words] of [
    [
      { text: JSON.stringify({ ...signed, payload: forged }) },
      "The list on this device has been changed and no longer carries our signature.",
    ],
    [{ text: "{}" }, "The list on this device has been changed and no longer carries our signature."],
    [{ pin: { ...pin, kid: "another" } }, "is signed with a key that this device does not know."],
    [{ seen: { ...seen, version: seen.version + 1 } }, "is older than one that was seen here before."],
    // This clock has shown a later time already.
    [{ seen: { ...seen, at: Date.now() + hour } }, "The date or time of this device is wrong."],
  ] as const) {
    await alter(page, JSON.stringify({ ...genuine, ...change }));
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    await expect(unknown(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /\d{5}|@/ })).toHaveCount(0);
  }
  await alter(page, JSON.stringify(genuine));
  await page.reload();
  await expect(page.getByRole("link", { name: whatsapp })).toBeVisible();

  // An open page ends with the life of its list.
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole("link", { name: whatsapp })).toBeVisible();
  await page.clock.fastForward(2 * hour);
  await expect(page.getByText("it was valid for two hours.")).toBeVisible();
  await expect(page.getByRole("link", { name: whatsapp })).toBeHidden();
});

test("hidden channels and an update of the site arrive with the next successful request @slow", async ({
  page,
  desk,
}) => {
  await keep(page);
  await desk.current().call("PUT", "contacts/hidden", { hidden: true });
  await page.goto("/terms");
  const hidden = async () => {
    const { payload } = JSON.parse((await keptOf(page)).text) as { payload: string };
    return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { hidden: boolean }).hidden;
  };
  await expect.poll(hidden).toBe(true);
  await openOffline(page, desk, "/");
  await expect(page.getByRole("heading", { name: "Our channels are hidden" })).toBeVisible();
  await expect(page.getByRole("link", { name: whatsapp })).toHaveCount(0);

  const before = (await stored(page)).caches;
  const { dataDir, origin } = desk.current();
  const renamed = await startServer({
    DATA_DIR: dataDir,
    PORT: new URL(origin).port,
    SITE_CONFIG: "e2e/second-site.json",
  });
  try {
    await page.goto("/terms");
    await expect.poll(async () => (await stored(page)).caches).not.toEqual(before);
    await expect.poll(async () => (await stored(page)).caches.length).toBe(2);
  } finally {
    await renamed.stop();
  }
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No network");
  await expect(page.getByText("Saffron")).toHaveCount(0);
});

test("kept in Hindi, it is Hindi without a network: the list, the form and what stands around them @slow", async ({
  page,
  desk,
}) => {
  await page.goto("/hi/keep");
  await expect(page.getByRole("link", { name: "Read in English" }).first()).toHaveAttribute("href", "/keep");
  await page.getByRole("button", { name: "सेव करें", exact: true }).click();
  await expect(page.getByText("यह साइट इस डिवाइस में सेव है।", { exact: true })).toBeFocused();
  await desk.kill();
  await page.goto("/hi/contact");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("नेटवर्क नहीं है");
  await expect(page.getByRole("link", { name: whatsapp })).toBeVisible();
  await expect(page.getByText(/^सूची \d+ मिनट पहले प्रमाणित हुई;/)).toBeVisible();
  await expect(page.locator("header a[lang=en]").first()).toHaveAttribute("href", "/keep");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "संदेश लिखें" }).click();
  await expect(page.locator("html[data-ready][lang='hi-IN']")).toBeAttached();
  await expect(page.getByRole("button", { name: "भेजें" })).toBeEnabled();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No network");
});
