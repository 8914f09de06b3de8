import type { Page } from "@playwright/test";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { boxesOf } from "./boxes.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";

test.use({ expectedErrors: /status of (404|422)|net::ERR_FAILED/ });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

const field = (page: Page) => page.getByLabel("Number, name, link or address");

async function check(page: Page, text: string) {
  await field(page).fill(text);
  await page.getByRole("button", { name: "Check" }).click();
}

const outcome = (page: Page, heading: string) => page.getByRole("heading", { level: 2, name: heading });

test("each outcome shows in place, is announced and has the focus; the text stays in the field alone", async ({
  page,
  server,
}) => {
  await open(page, "/");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByRole("contentinfo").getByRole("link", { name: "Check if it's really us" }).click();
  await expect(page).toHaveTitle("Check if it's really us: Saffron Support");
  const region = page.locator("main [aria-live=polite]");

  await check(page, "https://telegram.me/Saffron_Example");
  await expect(outcome(page, "Yes, this is ours")).toBeFocused();
  await expect(region.getByText("It is ours on Telegram, and nowhere else.")).toBeVisible();
  await expect(region.getByRole("term")).toHaveText("Ours, on Telegram");
  await expect(region.getByRole("definition")).toHaveText("https://t.me/saffron_example");
  const opens = region.getByRole("link", { name: "Open Telegram" });
  await expect(opens).toHaveAttribute("href", "https://t.me/saffron_example");
  await expect(opens).toHaveAttribute("rel", "noopener noreferrer");
  await expect(field(page)).toHaveValue("https://telegram.me/Saffron_Example");

  await check(page, "090000-00001");
  await expect(region.getByRole("link", { name: "Open WhatsApp" })).toHaveAttribute(
    "href",
    "https://wa.me/919000000001",
  );

  await check(page, "https://t.me.evil.example/saffron_example");
  await expect(outcome(page, "This is not ours: likely an impostor")).toBeFocused();
  const ours = region.getByRole("definition").getByRole("link");
  await expect(ours).toHaveAttribute("href", "https://t.me/saffron_example");

  await expect(region.getByText("This address belongs to another site: t.me.evil.example")).toBeVisible();
  await expect(region.locator("mark")).toHaveText(["t.me.evil.example", "t.me"]);

  await check(page, "@saffron_exаmple");
  await expect(region.getByText("One letter is from another alphabet: “а” (Cyrillic) in place of “a”.")).toBeVisible();
  await expect(region.locator("mark")).toHaveText(["а", "a"]);

  await check(page, "@somebody_else");
  await expect(outcome(page, "This is not on our list")).toBeFocused();
  await expect(region.getByRole("link")).toHaveText(["See our own channels"]);

  await check(page, "who are you?");
  await expect(outcome(page, "We cannot read this")).toBeFocused();

  await check(page, " ");
  await expect(page.getByText("Number, name, link or address is required.")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");

  await page.route("**/api/verify", (route) => route.abort());
  await check(page, "@saffron_example");
  await expect(region.getByText("There is no connection, so we could not check it.")).toBeVisible();
  await expect(field(page)).toHaveValue("@saffron_example");

  expect(new URL(page.url()).href).toBe(`${server.origin}/verify`);
  for (const url of requests) expect(decodeURIComponent(url)).not.toMatch(/saffron_example|somebody|900000/i);
});

test("on a phone, the outcome comes into view below the header with what it advises", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const language of ["", "/hi", "/ta"]) {
    await open(page, `${language}/verify`);
    for (const text of ["+91 90000 00001", "+91 90000 00002", "+91 9OOOO 0OOO1"]) {
      await page.locator("#verify-text").fill(text);
      await page.locator(".check button").click();
      const verdict = page.locator(".verdict");
      await expect(verdict.getByRole("heading")).toBeFocused();
      await expect(verdict.getByRole("heading")).toBeInViewport({ ratio: 1 });
      await expect(verdict.locator("h2")).toHaveCSS("outline-style", "none");
      const [header, head, advice, tabs] = await boxesOf(
        page.locator("body header").first(),
        verdict.locator("header"),
        verdict.locator("> p").first(),
        page.locator(".tab-bar"),
      );
      expect(advice.bottom, text).toBeLessThanOrEqual(tabs.top);
      expect(head.top, text).toBeGreaterThanOrEqual(header.bottom);
    }
  }
});

test("an answer goes with the text that it was for, and one that comes too late is not shown", async ({ page }) => {
  await open(page, "/verify");
  const region = page.locator("main [aria-live=polite]");
  await check(page, "@saffron_example");
  await expect(outcome(page, "Yes, this is ours")).toBeVisible();
  await field(page).press("End");
  await field(page).press("s");
  await expect(field(page)).toHaveValue("@saffron_examples");
  await expect(region).toBeEmpty();

  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/verify", async (route) => {
    await held;
    await route.continue();
  });
  await field(page).fill("@saffron_example");
  const late = page.waitForResponse("**/api/verify");
  await page.getByRole("button", { name: "Check" }).click();
  await field(page).fill("@saffron_thief");
  answer();
  await (await late).finished();
  await expect(page.getByRole("button", { name: "Check", exact: true })).toBeEnabled();
  await expect(region).toBeEmpty();
});

test("what was official, and what is hidden, says so @slow", async ({ page, server }) => {
  const channels = await server.setChannels([{ type: "telegram", value: "@saffron_before" }]);
  const fields = { type: "telegram", value: "@saffron_since", isActive: true, proof: "" };
  await server.call("PUT", `contacts/${channels[0]?._id}`, fields);
  await open(page, "/verify");
  await check(page, "t.me/saffron_before");
  await expect(outcome(page, "This used to be ours but isn't any more")).toBeFocused();
  await expect(page.getByText(/It was ours until \d+ \w+ \d{4}\./)).toBeVisible();
  await expect(page.getByText("We no longer use it, so do not rely on it.")).toBeVisible();
  await expect(page.getByText("Use this instead:")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open Telegram" })).toHaveAttribute("href", "https://t.me/saffron_since");

  await server.call("PATCH", `contacts/${channels[0]?._id}`, { isActive: false });
  await check(page, "@saffron_since");
  await expect(outcome(page, "This used to be ours but isn't any more")).toBeFocused();
  await expect(page.getByText("Use this instead:")).toHaveCount(0);
  await server.call("PATCH", `contacts/${channels[0]?._id}`, { isActive: true });

  await server.call("PUT", "contacts/hidden", { hidden: true });
  try {
    await check(page, "@saffron_since");
    await expect(outcome(page, "We have hidden all our channels for now")).toBeFocused();
    await check(page, "@saffron_sincc");
    await expect(outcome(page, "This is not ours: likely an impostor")).toBeFocused();
    await expect(page.locator("main [aria-live=polite]").getByRole("link")).toHaveCount(0);
  } finally {
    await server.call("PUT", "contacts/hidden", { hidden: false });
  }
});

test("what was asked before hydration is said once: not after a step back, nor of the next question @slow", async ({
  page,
}) => {
  /** Posts the page's form as browsers do without scripts; hydration follows. */
  const post = async () => {
    await page
      .locator("form")
      .first()
      .evaluate((form: HTMLFormElement) => form.submit());
    await page.locator("html[data-ready]").waitFor();
  };
  await open(page, "/verify");
  await field(page).fill("@saffron_example");
  await post();
  await expect(outcome(page, "Yes, this is ours")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talk to our team");
  await page.goBack();
  await expect(field(page)).toHaveValue("");
  await expect(outcome(page, "Yes, this is ours")).toHaveCount(0);

  await check(page, "@somebody_first");
  await expect(outcome(page, "This is not on our list")).toBeVisible();
  await page.locator("form[action='/report']").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByLabel("Number, name or link")).toHaveValue("@somebody_first");
  await page.locator("html[data-ready]").waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Check if it's really us" }).click();
  await check(page, "@somebody_second");
  await page.getByRole("button", { name: "Report an impostor" }).click();
  await expect(page.getByLabel("Number, name or link")).toHaveValue("@somebody_second");
});

test("an impostor is reported in three presses, with what was asked already there", async ({ page, server }) => {
  await open(page, "/contact");
  await page.getByRole("main").getByRole("link", { name: "Check if it's really us" }).click();
  await check(page, "@saffron_examp1e");
  await page.getByRole("button", { name: "Report an impostor" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report an impostor");
  await expect(page.getByLabel("Number, name or link")).toHaveValue("@saffron_examp1e");
  expect(page.url()).toBe(`${server.origin}/report`);
  await expect(page.getByRole("link", { name: "Call National Cyber Crime Reporting Portal, 1930" })).toBeVisible();

  // Typed text survives a rejection and a lost connection.
  await page.getByLabel("What happened (optional)").fill("उन्होंने OTP माँगा।");
  await page.getByLabel("How to reach you (optional)").fill("asha@");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("How to reach you must be an email address or a phone number, or empty.")).toBeVisible();
  await expect(page.getByLabel("How to reach you (optional)")).toBeFocused();
  await page.route("**/api/impostor-reports", (route) => route.abort());
  await page.getByLabel("How to reach you (optional)").fill("asha@example.com");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.locator("form").getByText("Failed to send the report")).toBeVisible();
  await expect(page.getByLabel("What happened (optional)")).toHaveValue("उन्होंने OTP माँगा।");
  await page.unroute("**/api/impostor-reports");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "Report received" })).toBeFocused();

  const { inquiries } = await server.call<InboxPage>("GET", "contact-inquiries?kind=impostor");
  expect(inquiries).toMatchObject([{ reported: "@saffron_examp1e", excerpt: "उन्होंने OTP माँगा।" }]);
  await page.getByRole("link", { name: "See your message" }).click();
  await expect(page.getByText("Reported as an impostor")).toBeVisible();
  await expect(page.getByText("@saffron_examp1e")).toBeVisible();
});
