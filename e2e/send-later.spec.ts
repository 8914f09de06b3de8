import type { Page } from "@playwright/test";
import { asha, fillInquiry, inquiryInWords, open } from "./public-test.ts";
import {
  expect,
  form,
  hasLoaded,
  later,
  nothingStored,
  notice,
  oneStored,
  send,
  storage,
  test,
  typedStored,
  write,
} from "./bad-network.ts";

test.use({ expectedErrors: /net::ERR_|status of (422|503)|^The contacts could not be loaded/ });

test("a server that dies between typing and sending gets exactly one inquiry once it is back", async ({
  page,
  desk,
}) => {
  await write(page, asha);
  await desk.kill();
  await send(page);
  await expect(form(page).getByRole("status")).toHaveText("Failed to submit inquiry");
  for (const [label, value] of inquiryInWords(asha)) await expect(form(page).getByLabel(label)).toHaveValue(value);
  expect(await storage(page)).toEqual(typedStored);

  await later(form(page)).click();
  await expect(form(page)).toBeHidden();
  await expect(notice(page)).toContainText(/^Your message of .* has not been sent yet\. It waits in this browser/);
  await expect(notice(page).locator(".line")).toBeFocused();
  await expect.poll(() => storage(page)).toEqual(oneStored);

  await desk.restart();
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible({ timeout: 30_000 });
  await expect(notice(page).getByRole("img", { name: /^Reference:/ })).toHaveText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  await expect(notice(page).getByRole("link", { name: "See your message" })).toHaveAttribute(
    "href",
    /^\/receipt\?key=/,
  );
  expect(await desk.current().inquiries()).toEqual([asha]);
  await expect.poll(() => storage(page)).toEqual(nothingStored);

  await page.reload();
  await expect(page.locator("html[data-ready]")).toBeAttached();
  await expect(notice(page)).toHaveCount(0);
  expect(await desk.current().inquiries()).toEqual([asha]);
});

test("is sent at the next visit after the page was closed, whichever page that is", async ({ page, context, desk }) => {
  await write(page, asha);
  await desk.kill();
  await send(page);
  await later(form(page)).click();
  await expect.poll(() => storage(page)).toEqual(oneStored);
  await page.close();

  await desk.restart();
  const next = await context.newPage();
  await next.goto("/terms");
  await expect(notice(next).getByText("Message Sent Successfully!")).toBeVisible();
  await expect(next.getByRole("status").getByText("Thank you. Your message has reached our team")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
  await expect.poll(() => storage(next)).toEqual(nothingStored);
  await notice(next).getByRole("button", { name: "Close" }).click();
  await expect(notice(next)).toHaveCount(0);
});

test("goes at once when the browser says that it is online", async ({ page, context, desk }) => {
  await write(page, asha);
  // No retry after a while can send it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect(notice(page).getByRole("button", { name: "Send now" })).toBeEnabled();
  // A press without a connection leaves it in the queue.
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/contact-inquiries"));
  await notice(page).getByRole("button", { name: "Send now" }).click();
  await failed;
  await expect(notice(page).getByRole("button", { name: "Send now" })).toBeEnabled();
  expect(await desk.current().inquiries()).toEqual([]);
  await context.setOffline(false);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
});

test("`Don't send` removes it from the browser, and gives what was typed back to the form", async ({
  page,
  context,
  desk,
}) => {
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await notice(page).getByRole("button", { name: "Don't send" }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
  await expect.poll(() => storage(page)).toEqual(nothingStored);
  await context.setOffline(false);
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  for (const [label, value] of inquiryInWords(asha)) await expect(form(page).getByLabel(label)).toHaveValue(value);
  expect(await desk.current().inquiries()).toEqual([]);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
  // The next message begins empty.
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  for (const [label] of inquiryInWords(asha)) await expect(form(page).getByLabel(label)).toHaveValue("");
});

test("a report that was taken back and then sent is not in the form of the next one", async ({
  page,
  context,
  desk,
}) => {
  const reported = page.getByLabel("Number, name or link");
  const report = async () => {
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByRole("heading", { name: "Report received" })).toBeVisible();
  };
  await open(page, "/report");
  await expect.poll(() => hasLoaded(page, "queue-notice")).toBe(true);
  await reported.fill("@fake_example");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send report" }).click();
  await later(page).click();
  await notice(page).getByRole("button", { name: "Don't send" }).click();
  await expect(reported).toHaveValue("@fake_example");
  await context.setOffline(false);
  await report();
  await page.getByRole("contentinfo").getByRole("link", { name: "Check if it's really us" }).click();
  await page.getByLabel("Number, name, link or address").fill("@other_fake_example");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("button", { name: "Report an impostor" }).click();
  await expect(reported).toHaveValue("@other_fake_example");
  await report();
  expect(await desk.current().askStore("select reported from inquiry order by reported")).toEqual([
    { reported: "@fake_example" },
    { reported: "@other_fake_example" },
  ]);
});

test("`Don't send` leaves alone what was typed meanwhile @slow", async ({ page, context, desk }) => {
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toContainText("has not been sent yet");
  const second = { ...asha, query: "Another question, typed meanwhile." };
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await fillInquiry(form(page), second);
  await page.keyboard.press("Escape");
  await notice(page).getByRole("button", { name: "Don't send" }).click();
  await expect(notice(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  for (const [label, value] of inquiryInWords(second)) await expect(form(page).getByLabel(label)).toHaveValue(value);
  await send(page);
  await expect(form(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([second]);
  // The withdrawn one is in the next form.
  await expect(form(page)).toBeHidden();
  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page.getByRole("heading", { name: /^Why Choose/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Why Choose/ })).toBeHidden();
  await page.getByRole("article").getByRole("link", { name: /^Send/ }).first().click();
  for (const [label, value] of inquiryInWords(asha)) await expect(form(page).getByLabel(label)).toHaveValue(value);
});

test("after seven days it is removed, not sent, and its visitor is notified @slow", async ({ page, context, desk }) => {
  // A closing page is online for a moment, whatever was emulated.
  const closeApart = async (closing: Page) => {
    await desk.kill();
    await closing.close();
    await desk.restart();
  };
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect.poll(() => storage(page)).toEqual(oneStored);
  await closeApart(page);
  await context.setOffline(false);

  const day = 86_400_000;
  const almost = await context.newPage();
  await almost.route("**/api/contact-inquiries", (route) => route.abort());
  await almost.clock.install({ time: Date.now() + 7 * day - 3_600_000 });
  await open(almost, "/privacy");
  await expect(notice(almost)).toContainText("has not been sent yet");
  await closeApart(almost);

  const next = await context.newPage();
  await next.clock.install({ time: Date.now() + 7 * day + 60_000 });
  await open(next, "/");
  await expect(notice(next)).toContainText("may not have reached us: we could not confirm it within 7 days");
  await expect.poll(() => storage(next)).toEqual(nothingStored);
  expect(await desk.current().inquiries()).toEqual([]);
  await notice(next).getByRole("link", { name: "Write it again" }).click();
  await expect(next.getByRole("heading", { level: 1 })).toHaveText("Send Message");
  for (const [label, value] of inquiryInWords(asha)) await expect(next.getByLabel(label)).toHaveValue(value);
  await next.reload();
  for (const [label, value] of inquiryInWords(asha)) await expect(next.getByLabel(label)).toHaveValue(value);
});

test("a refusal when it is sent later leads to the form, with what was typed and why @slow", async ({
  page,
  context,
  desk,
}) => {
  // The browser accepts this email; the server does not.
  const wrong = { ...asha, email: "asha@example" };
  await write(page, wrong);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await context.setOffline(false);
  await expect(notice(page)).toContainText("was rejected: Please correct the marked fields.");
  await expect(page.getByRole("status").getByText("Please correct the marked fields.")).toBeVisible();
  await notice(page).getByRole("link", { name: "Correct it" }).click();
  const main = page.getByRole("main");
  await expect(main.getByLabel("Email Address")).toHaveAccessibleDescription(/must be an address such as/);
  await expect(main.getByLabel("Email Address")).toBeFocused();
  for (const [label, value] of inquiryInWords(wrong)) await expect(main.getByLabel(label)).toHaveValue(value);
  await expect(notice(page)).toHaveCount(0);
  // It is no longer in the queue: a reload must not lose it.
  await page.reload();
  for (const [label, value] of inquiryInWords(wrong)) await expect(main.getByLabel(label)).toHaveValue(value);
  await open(page, "/contact/message");
  await main.getByLabel("Email Address").fill(asha.email);
  await main.getByRole("button", { name: "Send Message" }).click();
  await expect(main.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
  await expect.poll(() => storage(page)).toEqual(nothingStored);
});

for (const talk of [true, false]) {
  test(`several tabs send it once, ${talk ? "and each says so" : "also where they cannot talk to each other @slow"}`, async ({
    page,
    context,
    desk,
  }) => {
    if (!talk) await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
    await write(page, asha);
    await context.setOffline(true);
    await send(page);
    await later(form(page)).click();
    await expect.poll(() => storage(page)).toEqual(oneStored);
    let calls = 0;
    const letGo = Promise.withResolvers<void>();
    await context.route("**/api/contact-inquiries", async (route) => {
      calls++;
      await letGo.promise;
      await route.continue();
    });
    await context.setOffline(false);
    const others = await Promise.all([1, 2, 3].map(() => context.newPage()));
    await Promise.all(others.map((other) => open(other, "/privacy")));
    for (const other of others) await expect(notice(other)).toBeVisible();
    letGo.resolve();
    const success = (tab: Page) => notice(tab).getByText("Message Sent Successfully!");
    await expect(success(page)).toBeVisible();
    for (const other of others) {
      if (talk) await expect(success(other)).toBeVisible();
      else await expect(notice(other)).toHaveCount(0);
    }
    expect(calls).toBe(1);
    expect(await desk.current().inquiries()).toEqual([asha]);
  });
}

test("the plain form's page and the report offer it too @slow", async ({ page, context, desk }) => {
  await open(page, "/contact/message");
  await expect.poll(() => hasLoaded(page, "queue-notice")).toBe(true);
  await fillInquiry(page, asha);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send Message" }).click();
  // The button is far below it on a phone.
  await expect(page.getByRole("main").locator("div.refusal")).toBeFocused();
  await expect(later(page)).toBeInViewport();
  await later(page).click();
  await expect(notice(page)).toContainText("Your message of");
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await notice(page).getByRole("button", { name: "Don't send" }).click();
  for (const [label, value] of inquiryInWords(asha)) await expect(page.getByLabel(label)).toHaveValue(value);
  await page.getByRole("button", { name: "Send Message" }).click();
  await later(page).click();
  await expect(notice(page)).toContainText("Your message of");
  await context.setOffline(false);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);

  await open(page, "/report");
  await expect.poll(() => hasLoaded(page, "queue-notice")).toBe(true);
  await page.getByLabel("Number, name or link").fill("@fake_example");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("status").getByText("Failed to send the report")).toBeVisible();
  await later(page).click();
  await expect(notice(page)).toContainText("Your report of");
  await context.setOffline(false);
  await expect(notice(page).getByText("Report received")).toBeVisible();
  expect(await desk.current().inquiries()).toHaveLength(2);
});

test("where the browser keeps nothing, it is sent while the page is open, and says so @slow", async ({
  page,
  context,
  desk,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new Error("forbidden");
      },
    });
  });
  await write(page, asha);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toContainText("Please keep this page open");
  await context.setOffline(false);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
});

/** Fills in the form on a page whose clock the test controls. */
async function fillWithStoppedClock(page: Page) {
  await page.clock.install();
  await open(page, "/contact");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await fillInquiry(form(page), asha);
}

test("is tried again after growing waits, and not before the server says so @slow", async ({ page, desk }) => {
  const endpoint = "**/api/contact-inquiries";
  let tries = 0;
  await fillWithStoppedClock(page);
  await page.route(endpoint, (route) => {
    tries++;
    if (tries === 4) return route.fulfill({ status: 503, headers: { "retry-after": "600" } });
    return tries < 5 ? route.abort() : route.continue();
  });
  /** Advances the clock; returns the number of tries so far. */
  const triesAfter = async (seconds: number) => {
    const sendNow = notice(page).getByRole("button", { name: "Send now" });
    // The page sets its timer once it knows that the last try failed.
    await expect(sendNow).toBeEnabled();
    await page.clock.runFor(seconds * 1000);
    await expect(sendNow).toBeEnabled();
    return tries;
  };
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toBeVisible();
  expect(await triesAfter(4.9)).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(() => tries).toBe(2);
  // Twice as long, less up to a fifth.
  expect(await triesAfter(7.5)).toBe(2);
  await page.clock.runFor(3000);
  await expect.poll(() => tries).toBe(3);
  expect(await triesAfter(12)).toBe(3);
  await page.clock.runFor(9000);
  await expect.poll(() => tries).toBe(4);
  expect(await triesAfter(590)).toBe(4);
  await page.clock.runFor(11_000);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
});

test("is not tried before the server says so, the first time neither @slow", async ({ page, desk }) => {
  let tries = 0;
  await fillWithStoppedClock(page);
  await page.route("**/api/contact-inquiries", (route) => {
    tries++;
    return tries === 1 ? route.fulfill({ status: 503, headers: { "retry-after": "60" } }) : route.continue();
  });
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(55_000);
  await expect(notice(page).getByRole("button", { name: "Send now" })).toBeEnabled();
  expect(tries).toBe(1);
  await page.clock.runFor(6000);
  await expect(notice(page).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
});

test("files wait with their message, come back with it, and are sent once @slow", async ({ page, context, desk }) => {
  await write(page, asha);
  const files = form(page).getByLabel("Screenshots (optional)");
  const remove = form(page).getByRole("button", { name: /^Remove/ });
  await files.setInputFiles([
    { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 one") },
    { name: "b.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 two") },
  ]);
  await expect(remove).toHaveCount(2);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toContainText(/^Your message of .*, with 2 files, has not been sent yet\./);
  await notice(page).getByRole("button", { name: "Don't send" }).click();
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await expect(remove).toHaveCount(2);
  await remove.first().click();
  await send(page);
  await later(form(page)).click();
  await expect(notice(page)).toContainText(/, with 1 file, has not been sent yet\./);
  await expect.poll(() => storage(page)).toEqual(oneStored);
  await page.close();

  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/terms");
  await expect(notice(next).getByText("Message Sent Successfully!")).toBeVisible();
  expect(await desk.current().inquiries()).toEqual([asha]);
  expect(await desk.current().askStore("select size from attachment")).toEqual([{ size: 12 }]);
});
