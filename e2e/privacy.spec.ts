import type { BrowserContext, Locator, Page, Request } from "@playwright/test";
import { publicAddresses } from "./public-addresses.ts";
import { asha, expect, fillInquiry, inquiryInWords, navigation, oneOfEach, open, test } from "./public-test.ts";

/** Each test is named after a claim of the privacy page. */
const claims = {
  browsing: "When you only look at this site, we collect",
  hosts: "Pages load nothing from other hosts",
  storage:
    "This site sets no cookie for visitors and keeps nothing in your browser's storage once you close its tab, " +
    "unless you choose",
  typed: "What you type into a form stays only in that tab until you send it, clear it or close the tab.",
  tracking: "There is no tracker, no pixel, no fingerprinting",
  logs: "Our logs contain no visitor's address.",
  inquiry: "none of it is put into the address of a page, and none of it is ever written to our logs",
  asked: "it is not stored, it is never written to our logs, and it is never put into a link",
  kept: "Then, and only then, we keep what you typed",
};

// The server logs everything that it can.
test.use({ environment: { LOG_LEVEL: "trace", TRUST_PROXY: "1" }, expectedErrors: /status of (404|422)/ });
/** The visitor's address as a proxy reports it (RFC 5737). */
const address = "203.0.113.77";

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

/** All that a visitor may do without sending anything. */
async function browse(page: Page, isMobile: boolean) {
  for (const path of [...publicAddresses, "/nowhere"]) {
    await open(page, path);
  }
  for (const label of ["Home", "Contact", "Terms", "Privacy", "Contact"]) {
    await navigation(page, isMobile).getByRole("link", { name: label }).click();
    await expect(navigation(page, isMobile).getByRole("link", { name: label })).toHaveAttribute("aria-current", "page");
  }
  await page.getByRole("tab", { name: "Community" }).click();
  await page.getByRole("tab", { name: "Quick Contact" }).click();
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await page.getByLabel("Full Name").fill(asha.name);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 500);
}

/** Sends a rejected and an accepted inquiry, from both places. */
async function sendInquiries(page: Page) {
  await open(page, "/contact");
  await sendFromPage(page);
  await open(page, "/contact/message");
  await sendFrom(page.getByRole("main"));
}

async function sendFromPage(page: Page) {
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await sendFrom(page.getByRole("dialog"));
}

async function sendFrom(form: Locator) {
  await fillInquiry(form, { ...asha, city: " " });
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByText("City is required.")).toBeVisible();
  await form.getByLabel("City").fill(asha.city);
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByText("Message Sent Successfully!")).toBeVisible();
}

function watch(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on("request", (request) => requests.push(request));
  return requests;
}

test("the page makes these claims", async ({ page }) => {
  await open(page, "/privacy");
  for (const claim of Object.values(claims)) await expect(page.getByRole("article")).toContainText(claim);
});

test(`\`${claims.browsing}\` nothing: no request says anything of the visitor @slow`, async ({
  page,
  context,
  isMobile,
  server,
}) => {
  const requests = watch(context);
  const before = (await server.inquiries()).length;
  await browse(page, isMobile);
  expect(requests.length).toBeGreaterThan(20);
  for (const request of requests) {
    expect(request.method(), request.url()).toBe("GET");
    expect(request.postData(), request.url()).toBeNull();
    expect(new URL(request.url()).search, request.url()).toMatch(/^(\?tab=community)?$/);
    expect(await request.headerValue("cookie"), request.url()).toBeNull();
  }
  const calls = requests.map((request) => new URL(request.url()).pathname).filter((at) => at.startsWith("/api/"));
  expect(new Set(calls)).toEqual(new Set(["/api/contacts/active", "/api/privacy", "/api/contact-inquiries/form-time"]));
  expect(await server.inquiries()).toHaveLength(before);
});

test(`\`${claims.hosts}\`; \`${claims.storage}\``, async ({ page, context, isMobile, server }) => {
  const requests = watch(context);
  const cookies: string[] = [];
  context.on("response", async (response) => {
    const header = await response.headerValue("set-cookie").catch(() => null);
    if (header !== null) cookies.push(response.url());
  });
  await browse(page, isMobile);
  await sendInquiries(page);
  expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([server.origin]));
  expect(await context.cookies()).toEqual([]);
  expect(cookies).toEqual([]);
  const kept = await page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    files: await (await navigator.storage.getDirectory()).keys().next(),
    name: window.name,
  }));
  const nothing = { cookie: "", local: [], session: [], databases: [], caches: [], workers: 0, name: "" };
  expect(kept).toEqual({ ...nothing, files: { done: true, value: undefined } });
});

test(`\`${claims.typed}\` @slow`, async ({ page, context, server }) => {
  const requests = watch(context);
  const session = (at: Page) => at.evaluate(() => Object.entries(sessionStorage));
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  expect(JSON.stringify(await session(page))).toContain(asha.phone);
  const other = await context.newPage();
  await open(other, "/contact/message");
  expect(await session(other)).toEqual([]);
  expect(await other.evaluate(async () => [localStorage.length, await indexedDB.databases()])).toEqual([0, []]);
  expect(requests.filter((request) => request.postData() !== null)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  expect(await session(page)).toEqual([]);
  await fillInquiry(page, asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message Sent Successfully!").first()).toBeVisible();
  expect(await session(page)).toEqual([]);
  expect(server.output()).not.toContain(asha.phone);
});

test(`\`${claims.tracking}\`: scripts ask the device for nothing @slow`, async ({ page, isMobile }) => {
  await page.addInitScript(() => {
    const asked = (window.askedOfDevice = new Set<string>());
    const trap = (owner: object, names: string[]) => {
      for (const name of names) {
        const own = Object.getOwnPropertyDescriptor(owner, name) ?? {};
        const part = "get" in own ? "get" : "value";
        const call: unknown = own[part];
        function noting(this: unknown, ...rest: unknown[]): unknown {
          asked.add(name);
          return typeof call === "function" ? Reflect.apply(call, this, rest) : call;
        }
        Object.defineProperty(owner, name, { [part]: noting });
      }
    };
    trap(Navigator.prototype, ["hardwareConcurrency", "languages", "platform", "plugins", "sendBeacon"]);
    trap(HTMLCanvasElement.prototype, ["getContext", "toBlob", "toDataURL"]);
    trap(Screen.prototype, ["colorDepth", "pixelDepth"]);
    trap(window, ["AudioContext", "RTCPeerConnection"]);
  });
  await open(page, "/");
  await navigation(page, isMobile).getByRole("link", { name: "Contact" }).click();
  await page.getByRole("tab", { name: "Community" }).click();
  await page.getByRole("tab", { name: "Quick Contact" }).click();
  await sendFromPage(page);
  // To offer the page in a language that the visitor prefers; it goes nowhere.
  expect(await page.evaluate(() => [...window.askedOfDevice])).toEqual(["languages"]);
  // The traps work.
  await page.evaluate(() => [navigator.hardwareConcurrency, document.createElement("canvas").getContext("2d")]);
  expect(await page.evaluate(() => [...window.askedOfDevice])).toEqual([
    "languages",
    "hardwareConcurrency",
    "getContext",
  ]);
});

test(`\`${claims.logs}\`; sending an inquiry \`${claims.inquiry}\` @slow`, async ({ page, context, server }) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
  const requests = watch(context);
  const earlier = server.output().length;
  await sendInquiries(page);
  await open(page, `/nowhere/${address}`);
  const logged = () => server.output().slice(earlier);
  await expect.poll(() => logged().includes('"status":404')).toBe(true);
  await page.getByRole("link", { name: "Contact us" }).click();
  await sendFromPage(page);
  const link = page.getByRole("dialog").getByRole("link", { name: "See your message" });
  const key = String(await link.getAttribute("href")).split("=")[1] ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message");
  await page.getByRole("link", { name: "See how we use your message" }).click();
  await expect.poll(() => logged().includes('"route":"/receipt"')).toBe(true);
  // The key goes only to the server that made it, in one address, and never into a referrer.
  for (const request of requests) {
    expect((await request.headerValue("referer")) ?? "", request.url()).not.toContain(key);
    if (request.url().includes(key)) expect(new URL(request.url()).pathname).toBe("/receipt");
  }
  expect(logged().includes('"route":"/api/contact-inquiries"')).toBe(true);
  const asTyped = inquiryInWords(asha).map(([, value]) => value);
  const secrets = [...asTyped, key, "Asha", address, "127.0.0.1", "::1", "Chrome"];
  expect(secrets.filter((secret) => logged().includes(secret))).toEqual([]);
  const addresses = requests.map((request) => decodeURIComponent(request.url()).replaceAll("+", " "));
  for (const typed of asTyped) expect(addresses.filter((url) => url.includes(typed))).toEqual([]);
});

test(`what is asked of a channel: \`${claims.asked}\` @slow`, async ({ page, context, server }) => {
  const requests = watch(context);
  await page.goto("/verify");
  // Once as without scripts, once with them, and on to a report that is not sent.
  await page.getByLabel("Number, name, link or address").fill("@asked_example");
  await page
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByText("This is not on our list")).toBeVisible();
  await page.locator("html[data-ready]").waitFor();
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("This is not on our list")).toBeVisible();
  await page.getByRole("button", { name: "Report an impostor" }).click();
  await expect(page.getByLabel("Number, name or link")).toHaveValue("@asked_example");
  // Browsers write the history state to disk.
  expect(JSON.stringify(await page.evaluate(() => history.state as unknown))).not.toContain("asked_example");
  await expect.poll(() => server.output()).toContain('"route":"/api/verify"');
  expect(server.output()).not.toContain("asked_example");
  for (const request of requests) {
    expect(decodeURIComponent(request.url())).not.toContain("asked_example");
    expect((await request.headerValue("referer")) ?? "").not.toContain("asked_example");
  }
  expect(await server.askStore("select * from inquiry where reported like '%asked%'")).toEqual([]);
});

test(`\`${claims.kept}\`, and the time, but nothing of the device @slow`, async ({ page, context, server }) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
  const from = Date.now();
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message Sent Successfully!")).toBeVisible();

  const [row = {}] = await server.askStore("select * from inquiry order by created_at desc limit 1");
  expect(row).toMatchObject({ ...asha });
  expect(row["id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(row["created_at"]).toBeGreaterThanOrEqual(from);
  expect(row["created_at"]).toBeLessThanOrEqual(Date.now());
  const ofTheDevice = [address, "127.0.0.1", "::1", "Chrome", "en-IN"];
  expect(ofTheDevice.filter((secret) => JSON.stringify(row).includes(secret))).toEqual([]);
});
