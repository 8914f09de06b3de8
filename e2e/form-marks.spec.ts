import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Payload } from "altcha-lib/types";
import type { Page } from "@playwright/test";
import { asha, expect, fillInquiry, oneOfEach, open, test } from "./public-test.ts";

test.use({ expectedErrors: /net::ERR_FAILED|status of 429/ });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

const endpoint = "**/api/contact-inquiries";
const times = "**/api/contact-inquiries/form-time";
const form = (page: Page) => page.getByRole("dialog", { name: "Send Message" });
const opener = (page: Page) => page.getByRole("article").getByRole("link", { name: "Send Message" });
const submit = (page: Page) => form(page).getByRole("button", { name: /^Send(ing)? Message/ });
const offer = (page: Page) => form(page).getByRole("button", { name: "Send when I'm back online" });

/** Sends an inquiry from the open form; returns the request's fields. */
async function sentFrom(page: Page): Promise<Record<string, string>> {
  await fillInquiry(form(page), asha);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await submit(page).click();
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  // The page sends it as JSON.
  return (await sent).postDataJSON() as Record<string, string>;
}

test("the form's time is asked for when the form is opened, and goes with the message", async ({ page }) => {
  let asked = 0;
  await page.route(times, async (route) => {
    asked++;
    // Later than the form is closed.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return route.fulfill({ json: { formTime: "a made-up time" } });
  });
  await open(page, "/contact");
  expect(asked).toBe(0);
  const answered = page.waitForResponse(times);
  await opener(page).click();
  await expect.poll(() => asked).toBe(1);
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await opener(page).click();
  await expect(form(page)).toBeVisible();
  await answered;
  expect(await sentFrom(page)).toEqual({ ...asha, formTime: "a made-up time" });
  expect(asked).toBe(1);
});

test("without that time the message goes all the same, and nothing is said @slow", async ({ page }) => {
  await page.route(times, (route) => route.abort());
  await open(page, "/contact");
  await opener(page).click();
  expect(await sentFrom(page)).toEqual(asha);
});

test("nobody meets the field for programs; what fills it in says so @slow", async ({ page }) => {
  await open(page, "/contact");
  await expect(page.locator("[name=homepage]")).toHaveCount(0);
  await opener(page).click();
  const trap = page.locator("[name=homepage]");
  for (const at of ["/contact", "/contact/message", "/report"]) {
    if (at !== "/contact") await open(page, at);
    await expect(trap).toHaveCount(1);
    await expect(page.getByRole("textbox", { name: "Homepage" })).toHaveCount(0);
    await expect(trap).not.toBeInViewport();
    await expect(trap).toHaveAttribute("autocomplete", "off");
    const met: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      met.push(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""));
    }
    expect(met, at).toContain(at === "/report" ? "reported" : "query");
    expect(met, at).not.toContain("homepage");
  }
  await open(page, "/contact");
  await opener(page).click();
  await trap.evaluate((field: HTMLInputElement) => (field.value = "https://spam.example"));
  expect(await sentFrom(page)).toMatchObject({ homepage: "https://spam.example" });
});

test.describe("while a flood is on", () => {
  const secrets = { hmacSignatureSecret: "a made-up secret" };
  const challenge = () =>
    createChallenge({ ...secrets, algorithm: "PBKDF2/SHA-256", cost: 100, keyPrefix: "00", deriveKey });
  const problem = (more: object) => ({
    status: 429,
    contentType: "application/problem+json",
    headers: { "retry-after": "90" },
    body: JSON.stringify({ message: "Very many people are writing to us right now.", ...more }),
  });

  test("the work that the server asks for is done, and the message sent again by itself", async ({ page, server }) => {
    const before = await server.inquiries();
    const works: string[] = [];
    const keys = new Set<string | undefined>();
    await page.route(endpoint, async (route) => {
      const { work } = route.request().postDataJSON() as { work?: string };
      keys.add(route.request().headers()["idempotency-key"]);
      if (work === undefined) return route.fulfill(problem({ needs: "work", challenge: await challenge() }));
      works.push(work);
      // The first one is too late, as on a slow phone.
      if (works.length === 1) return route.fulfill(problem({ needs: "work", challenge: await challenge() }));
      return route.continue();
    });
    await open(page, "/contact");
    await opener(page).click();
    await fillInquiry(form(page), asha);
    await submit(page).click();
    await expect(submit(page)).toHaveText("Sending Message...");
    await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
    expect(await server.inquiries()).toEqual([...before, asha]);
    expect(works).toHaveLength(2);
    expect(keys.size).toBe(1);
    for (const work of works) {
      // The payload is in ALTCHA's format.
      const payload = JSON.parse(Buffer.from(work, "base64").toString()) as Payload;
      expect(await verifySolution({ ...secrets, ...payload, deriveKey })).toMatchObject({ verified: true });
    }
  });

  test("a visitor whose browser cannot do it sees when to try again, keeps everything, and may send it later @slow", async ({
    page,
  }) => {
    await page.route(endpoint, (route) => route.fulfill(problem({ needs: "work", challenge: { parameters: {} } })));
    await open(page, "/contact");
    await opener(page).click();
    await fillInquiry(form(page), asha);
    await submit(page).click();
    await expect(form(page).getByRole("status")).toHaveText("Very many people are writing to us right now.");
    await expect(form(page).getByText("You can send it again in 90 seconds.")).toBeVisible();
    await expect(form(page).getByLabel("Message")).toHaveValue(asha.query);
    await expect(offer(page)).toBeVisible();
  });

  test("so does one who is throttled @slow", async ({ page }) => {
    await page.route(endpoint, (route) => route.fulfill(problem({})));
    await open(page, "/contact");
    await opener(page).click();
    await fillInquiry(form(page), asha);
    await submit(page).click();
    await expect(form(page).getByText("You can send it again in 90 seconds.")).toBeVisible();
    await expect(form(page).getByLabel("Message")).toHaveValue(asha.query);
    await expect(offer(page)).toBeVisible();
  });
});
