import type { Page, Request } from "@playwright/test";
import { expect, form, later, notice, send, test, write } from "./bad-network.ts";
import { asha, fillInquiry, open } from "./public-test.ts";

test.use({ expectedErrors: /net::ERR_|status of 422/ });

const endpoint = "**/api/contact-inquiries";
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Drops the responses of this many calls: the server has processed them. */
async function loseAnswers(page: Page, times: number) {
  await page.route(
    endpoint,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times },
  );
}

/** The keys of the calls that send an inquiry, one each. */
function keysOf(page: Page): string[] {
  const keys: string[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"] ?? "none");
  });
  return keys;
}

test("a retry after a lost answer makes one inquiry, under one key", async ({ page, desk }) => {
  const keys = keysOf(page);
  await write(page, asha);
  await loseAnswers(page, 2);
  for (const _ of [1, 2]) {
    await send(page);
    await expect(form(page).getByRole("button", { name: "Send Message" })).toBeEnabled();
    await expect(form(page).locator(".refusal")).toHaveText("Failed to submit inquiry");
  }
  expect(await desk.current().inquiries()).toEqual([asha]);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(uuid);
  expect(new Set(keys).size).toBe(1);
});

test("so does a message that waits, whatever its server had taken before @slow", async ({ page, desk }) => {
  const keys = keysOf(page);
  await write(page, asha);
  await loseAnswers(page, 2);
  await send(page);
  await later(form(page)).click();
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible({ timeout: 30_000 });
  expect(await desk.current().inquiries()).toEqual([asha]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test(
  "a text that was changed after a lost response is not taken for the first, and gets its own key when it is " +
    "sent again @slow",
  async ({ page, desk }) => {
    const keys = keysOf(page);
    await write(page, asha);
    await loseAnswers(page, 1);
    await send(page);
    await expect(form(page).locator(".refusal")).toBeVisible();
    const changed = { ...asha, query: "A second thought" };
    await form(page).getByLabel("Message").fill(changed.query);
    await send(page);
    await expect(form(page).locator(".refusal")).toContainText("already sent");
    await expect(later(form(page))).toHaveCount(0);
    expect(await desk.current().inquiries()).toEqual([asha]);
    await send(page);
    await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
    expect(await desk.current().inquiries()).toEqual([asha, changed]);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  },
);

test("what the server corrects keeps its key; the next inquiry has another @slow", async ({ page, desk }) => {
  const keys = keysOf(page);
  await write(page, { ...asha, city: " " });
  await send(page);
  await expect(form(page).getByText("City is required.")).toBeVisible();
  await form(page).getByLabel("City").fill(asha.city);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  await expect(form(page)).toBeHidden();
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await fillInquiry(form(page), asha);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha, asha]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  for (const key of keys) expect(key).toMatch(uuid);
});

test("a form that was sent without scripts and then with them makes one inquiry", async ({ page, desk }) => {
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  const key = await page.locator("input[name=key]").inputValue();
  // Before hydration, the first tap sent a plain post whose response was lost.
  const headers = { origin: desk.current().origin };
  expect((await page.request.post("/contact/message", { form: { ...asha, key }, headers })).status()).toBe(200);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
});
