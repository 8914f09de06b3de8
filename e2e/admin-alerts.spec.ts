import type { Page } from "@playwright/test";
import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

declare global {
  interface Window {
    alerts: { asked: number; titles: string[]; tones: number; last: Notification | undefined };
  }
}

/** Records what the page shows and plays; the browser would show it outside the page. */
async function record(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((first) => {
    window.alerts = { asked: 0, titles: [], tones: 0, last: undefined };
    let now = first;
    const fake = class extends EventTarget {
      static get permission() {
        return now;
      }
      static async requestPermission() {
        window.alerts.asked += 1;
        if (now === "default") now = "granted";
        return now;
      }
      close() {}
      constructor(title: string, options?: NotificationOptions) {
        super();
        // Everything that it would show.
        window.alerts.titles.push([title, options?.body].join(""));
        window.alerts.last = this as unknown as Notification;
      }
    };
    const tone = class extends OscillatorNode {
      override start(at?: number) {
        window.alerts.tones += 1;
        super.start(at);
      }
    };
    Object.assign(window, { Notification: fake, OscillatorNode: tone });
    // Nobody is at any of the tabs.
    document.hasFocus = () => false;
  }, permission);
}

const seen = (page: Page) => page.evaluate(() => ({ ...window.alerts, last: undefined }));

async function openSettings(page: Page) {
  await page.locator(".inbox-head").getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Notifications and sound" }).click();
  return page.getByRole("dialog", { name: "Notifications and sound" });
}

test("a notification and a sound say that a visitor wrote, once in all tabs, and open the inquiry @slow", async ({
  page,
  inbox,
  server,
  context,
}) => {
  await record(page, "default");
  await inbox.openWith([{ name: "Ravi Example" }]);
  const other = await context.newPage();
  await record(other, "granted");
  // Playwright's own calls count as presses.
  await other.addInitScript(() => Object.defineProperty(navigator, "userActivation", { value: undefined }));
  await open(other, inboxAddress + allInquiries);

  // Nothing is asked before the press, and nothing shown before it is allowed.
  expect((await seen(page)).asked).toBe(0);
  const dialog = await openSettings(page);
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Test now" })).toBeDisabled();
  await dialog.getByRole("switch", { name: "Show notifications" }).click();
  await dialog.getByRole("switch", { name: "Play a sound" }).click();
  await expect(dialog.getByRole("switch", { name: "Show notifications" })).toBeChecked();
  await dialog.getByRole("button", { name: "Test now" }).click();
  await expect(dialog.getByRole("status").first()).toContainText("Done.");
  await expect.poll(() => seen(page)).toMatchObject({ asked: 1, titles: ["This is a test"], tones: 2 });
  await page.keyboard.press("Escape");

  const { receipt } = await server.call<{ receipt: string }>("POST", "contact-inquiries", {
    name: "Kavya Example",
    phone: "+91 90000 55555",
    email: "kavya@example.com",
    city: "Guwahati",
    query: "Not paid out",
  });
  await expect.poll(() => seen(page)).toMatchObject({ titles: ["This is a test", "New inquiry"], tones: 4 });
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", "/favicon-2.svg");
  const { id } = await inbox.known("Kavya Example");
  await page.evaluate(() => window.alerts.last?.dispatchEvent(new Event("click")));
  await expect(inbox.panel.getByRole("heading", { name: "Kavya Example" })).toBeVisible();

  // A change by the team alerts nobody, the visitor's answer does.
  await server.call("POST", `contact-inquiries/${id}/notes`, { text: "Waits for the bank" });
  await expect(inbox.panel.getByText("Waits for the bank")).toBeVisible();
  const key = new URL(receipt, server.origin).searchParams.get("key") ?? "";
  await server.call("POST", "conversation/answers", { key, text: "Any news?" });
  await expect.poll(async () => (await seen(page)).titles).toEqual(["This is a test", "New inquiry", "New answer"]);
  expect(await seen(other)).toMatchObject({ asked: 0, titles: [], tones: 0 });

  // The next tab takes over.
  await page.close();
  await inbox.send([{ name: "Asha Example" }]);
  await expect.poll(async () => (await seen(other)).titles).toEqual(["New inquiry"]);
});

test("quiet hours are quiet, and a browser that blocks notifications is explained, on a phone @slow", async ({
  page,
  inbox,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await record(page, "denied");
  await inbox.openWith([]);
  const dialog = await openSettings(page);
  await expect(dialog.getByText("This browser blocks notifications from this site.")).toBeVisible();
  await expect(dialog.getByRole("switch", { name: "Show notifications" })).toBeDisabled();
  await dialog.getByRole("switch", { name: "Play a sound" }).click();
  await dialog.getByRole("switch", { name: "Quiet hours" }).click();
  // Twelve hours around now, in the browser's time zone.
  const hour = Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "Asia/Kolkata" }).format());
  const around = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, "0")}:00`;
  await dialog.getByLabel("From").fill(around(-6));
  await dialog.getByLabel("To", { exact: true }).fill(around(6));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await inbox.send([{ name: "Asha Example" }]);
  await expect(inbox.row("Asha Example")).toBeVisible();
  // Longer than events are gathered.
  await page.waitForTimeout(1500);
  expect((await seen(page)).tones).toBe(0);
  const again = await openSettings(page);
  await again.getByRole("switch", { name: "Quiet hours" }).click();
  await page.keyboard.press("Escape");
  await inbox.send([{ name: "Meena Example" }]);
  await expect.poll(async () => (await seen(page)).tones).toBe(2);
  expect((await seen(page)).titles).toEqual([]);
});
