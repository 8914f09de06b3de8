import type { Locator, Page } from "@playwright/test";
import { asha, expect, fillInquiry, open, test } from "./public-test.ts";
import { test as adminTest, three } from "./admin-test.ts";

test.use({ expectedErrors: /status of 422/ });

/** Sends an inquiry from the contact page's form; returns the resulting toast. The clock stands still. */
async function toastAfterSending(page: Page, inquiry: typeof asha): Promise<Locator> {
  await page.clock.install();
  await open(page, "/contact");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  const dialog = page.getByRole("dialog");
  // A live region added together with its text is not announced.
  await expect(dialog.getByRole("status")).toHaveText("");
  await fillInquiry(dialog, inquiry);
  await dialog.getByRole("button", { name: "Send Message" }).click();
  const toast = dialog.getByRole("status").getByText(/./);
  await expect(toast).toBeVisible();
  return toast;
}

const outcomes = [
  { what: "success", inquiry: asha, green: true },
  { what: "error", inquiry: { ...asha, name: " " }, green: false },
];

for (const { what, inquiry, green } of outcomes) {
  test(`the toast of ${what} is ${green ? "green" : "red"}, in light and dark`, async ({ page }) => {
    const toast = await toastAfterSending(page, inquiry);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const fill = await toast.evaluate((element) => getComputedStyle(element).backgroundColor);
      const [r = 0, g = 0, b = 0] = fill.match(/\d+/g)?.map(Number) ?? [];
      expect(green ? g > r && g > b : r > g && r > b, fill).toBe(true);
    }
  });
}

test("a toast is gone after 3 s, whatever the pointer does", async ({ page }) => {
  const toast = await toastAfterSending(page, { ...asha, name: " " });
  const box = await toast.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await page.clock.runFor(2999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test("a toast stands above the open modal, and presses go through it @slow", async ({ page }) => {
  const toast = await toastAfterSending(page, { ...asha, name: " " });
  await expect(toast).toBeInViewport({ ratio: 1 });
  const on = await toast.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = () => document.elementFromPoint(x + width / 2, y + height / 2);
    const below = at();
    // Elements that let presses through are not hit by position.
    element.style.pointerEvents = "auto";
    const found = at();
    element.style.pointerEvents = "";
    return { toast: found === element, below: below !== element };
  });
  expect(on).toEqual({ toast: true, below: true });
});

test("a toast outlives the modal that closes by itself, for its 3 s @slow", async ({ page }) => {
  const toast = await toastAfterSending(page, asha);
  const text = await toast.textContent();
  await page.clock.runFor(2500);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("status").getByText(text ?? "")).toBeInViewport();
  await page.clock.runFor(500);
  await expect(page.getByRole("status").filter({ hasText: /./ })).toHaveCount(0);
});

test("what stays of an inquiry is in view and has the focus once its modal has closed by itself", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await toastAfterSending(page, asha);
  await page.clock.runFor(2500);
  const heading = page.getByRole("heading", { name: "Your message is with us" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#received ~ *").first()).toBeInViewport({ ratio: 1 });
  expect(await coveredByToast(page, "#received, #received ~ *")).toEqual([]);
});

for (const { width, height } of [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
]) {
  test(`at ${width} px, the toast of a sent message covers nothing of its page`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.clock.install();
    for (const [at, path] of ["/contact/message", "/hi/contact/message", "/ta/contact/message"].entries()) {
      await open(page, path);
      await page.clock.pauseAt(Date.now() + 60_000 * (at + 1));
      for (const [name, value] of Object.entries(asha)) await page.locator(`main [name=${name}]`).fill(value);
      await page.locator("main form button[type=submit]").click();
      await expect(page.locator(".big-check")).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".sent h2")).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".toast")).toHaveCount(1);
      expect(await coveredByToast(page), path).toEqual([]);
      await page.clock.resume();
    }
  });
}

/** Returns the elements below a toast, by default all that are read or pressed. */
function coveredByToast(
  page: Page,
  of = "header, main :is(h1, h2, p, a, button, summary, .big-check, .reference)",
): Promise<string[]> {
  return page.evaluate((selector) => {
    const toasts = [...document.querySelectorAll(".toast")].map((toast) => toast.getBoundingClientRect());
    const all = [...document.querySelectorAll(selector)];
    const seen = all.filter((element) => element.checkVisibility() && !element.matches(".toast, .skip *"));
    return seen.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isOn = toasts.some(
        (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
      );
      return isOn ? [element.textContent ?? ""] : [];
    });
  }, of);
}

test("a success toast says what the server answered, and so does the page", async ({ page }) => {
  await page.route("**/api/contact-inquiries", (route) =>
    route.fulfill({ status: 201, json: { message: "Namaste!" } }),
  );
  await expect(await toastAfterSending(page, asha)).toHaveText("Namaste!");
  const below = page
    .getByRole("dialog")
    .getByRole("paragraph")
    .filter({ hasText: "Namaste!" })
    .and(page.locator(":not(.toast)"));
  await expect(below).toBeVisible();
});

for (const width of [360, 1366])
  adminTest(`a toast of the admin area is as high as its text at ${width} px`, async ({ page, admin }) => {
    await page.setViewportSize({ width, height: 640 });
    await admin.openWith(three);
    const row = admin.row("+91 90000 00001");
    await row.locator("summary").click();
    await row.getByRole("button", { name: "Copy value" }).click();
    const toast = page.locator(".toast");
    await expect(toast).toBeInViewport({ ratio: 1 });
    expect((await toast.boundingBox())?.height).toBeLessThan(100);
  });

adminTest(
  "on a phone the menu of a row with too little room above and below is whole, over the bars, and closes at a press beside it",
  async ({ page, admin }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await admin.openWith(three);
    const row = admin.row("+91 90000 00001");
    await row.locator("summary").click();
    const last = row.getByRole("button", { name: "Delete" });
    await expect(last).toBeInViewport({ ratio: 1 });
    const isOnTop = await last.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button") === element;
    });
    expect(isOnTop).toBe(true);
    await page.mouse.click(180, 20);
    await expect(last).toBeHidden();
  },
);
