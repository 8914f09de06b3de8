import type { InboxPage } from "#contract/inbox/inbox.ts";
import type { Accepted } from "#contract/inquiries/submission.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { asha, expect, oneOfEach, open, test } from "./public-test.ts";

test.use({ expectedErrors: /net::ERR_FAILED/ });

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

test("the private page is a conversation, live, and loses no answer on a bad network @slow", async ({
  page,
  server,
}) => {
  const sent = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt: address, reference }: Accepted = await sent.json();
  await open(page, address);
  const { inquiries } = await server.call<InboxPage>("GET", `contact-inquiries?search=${reference}`);
  const { id } = inquiries[0] ?? { id: "" };
  const body = { id: crypto.randomUUID(), way: "page", text: "Which day was it?", status: "closed" };
  await server.call("POST", `contact-inquiries/${id}/replies`, body, { "if-match": '"1"' });
  const log = page.getByRole("log", { name: "Conversation" });
  // It appears without a reload, once it has left.
  await expect(log).toContainText("Which day was it?", { timeout: 45_000 });
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();

  const box = page.getByRole("textbox", { name: "Your answer" });
  await box.fill("सोमवार");
  let tries = 0;
  let wasReadOnly = false;
  // The first answer arrives, but its response is lost.
  await page.route("**/api/conversation/answers", async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    wasReadOnly = await box.evaluate((text: HTMLTextAreaElement) => text.readOnly);
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.locator(".refusal")).toContainText("could not be sent");
  // What is typed meanwhile would be erased with what was sent.
  expect(wasReadOnly).toBe(true);
  await page.reload();
  await expect(box).toHaveValue("सोमवार");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(box).toHaveValue("");
  await expect(log.getByText("सोमवार")).toHaveCount(1);
  await expect(page.getByText("Received", { exact: true })).toBeVisible();
});

test("each step on the way to an answer has a line to the next one, and its time in one line", async ({ page }) => {
  const sent = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt: address }: Accepted = await sent.json();
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [language, { channels }] of Object.entries(dictionaries)) {
    await open(page, (language === "en" ? "" : `/${language}`) + address);
    const lines = await page
      .locator(".steps li")
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step, "::before").backgroundSize.split(", ")[1]));
    expect(lines).toEqual(["100% 2px", "100% 2px", "0px 0px"]);
    const times = Array.from({ length: 24 }, (_, hour) => channels.clock(hour, "58"));
    const tooWide = await page.locator(".steps").evaluate((list, all) => {
      const [shown] = list.querySelectorAll("span");
      return all.filter((time) => {
        if (shown) shown.textContent = time;
        const step = shown?.closest("li")?.getBoundingClientRect();
        const isInLine = shown?.getClientRects().length === 1;
        const isInStep = (shown?.getBoundingClientRect().right ?? Infinity) <= (step?.right ?? 0);
        return !isInLine || !isInStep || list.scrollWidth > list.clientWidth;
      });
    }, times);
    expect(tooWide, language).toEqual([]);
  }
});

test("an answer stays in view, whatever an older response says, and on the way back", async ({ page }) => {
  const sent = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt: address }: Accepted = await sent.json();
  await open(page, address);
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/conversation", async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await letGo.promise;
    await route.fulfill({ response });
  });
  // Simulates a page from the back/forward cache.
  await page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await asked.promise;
  const log = page.getByRole("log", { name: "Conversation" });
  await page.getByRole("textbox", { name: "Your answer" }).fill("It was a Monday.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log).toContainText("It was a Monday.");
  const late = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/api/conversation"));
  letGo.resolve();
  await late;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(log).toContainText("It was a Monday.");

  await page.unrouteAll();
  await page.getByRole("link", { name: "See how we use your message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await page.goBack();
  // Before the next refresh.
  await expect(log).toContainText("It was a Monday.", { timeout: 10_000 });
});
