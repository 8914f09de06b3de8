import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { expectAccessible } from "./admin-test.ts";
import { expect, open, test } from "./inbox-test.ts";

test("inquiries are snoozed by keys, in bulk and at a time of one's own, undone, found, and woken @slow", async ({
  page,
  inbox,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }, { name: "Kavya Example" }]);
  const views = page.getByRole("navigation", { name: "Views" });
  const dialog = page.getByRole("dialog", { name: "Snooze until" });
  const head = inbox.panel.locator(".conversation-head");

  // Snoozes the open one by a key.
  await inbox.row("Kavya").getByRole("link").click();
  await expect(head).toContainText("Kavya");
  await page.keyboard.press("s");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Tomorrow morning" }).click();
  await expect(inbox.done).toContainText(/snoozed until \d+ \w+, 9:00/);
  await expect.poll(() => inbox.names()).toEqual(["Meera Example", "Ravi Example"]);
  await expect(head).toContainText(/Snoozed until .+ 9:00/);
  await expect(inbox.panel.getByText(/snoozed it until .+ 9:00/).first()).toBeVisible();
  await expect(views.getByRole("link", { name: "Snoozed 1" })).toBeVisible();
  await inbox.panel.press("z");
  await expect.poll(() => inbox.names()).toHaveLength(3);
  await expect(head).not.toContainText("Snoozed");

  // A time of one's own: what is wrong is said, and nothing is changed.
  await head.getByRole("button", { name: "Snooze" }).click();
  const own = dialog.getByLabel("Date and time");
  await own.fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(dialog.getByText("Choose a time in the future.")).toBeVisible();
  await expect(own).toBeFocused();
  const year = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await own.fill(`${year}T09:30`);
  await own.press("Enter");
  await expect.poll(async () => (await inbox.known("Kavya Example").catch(() => undefined))?.id).toBeUndefined();

  // Several at once, until the visitor answers.
  await page.goto(page.url().split("?")[0] ?? "");
  // Uses keys: a notice that comes above the list while the page loads moves it away under the pointer.
  await inbox.row("Ravi").getByRole("checkbox").press("Space");
  await inbox.row("Meera").getByRole("checkbox").press("Space");
  await page.getByRole("group", { name: "Selected inquiries" }).getByRole("button", { name: "Snooze" }).click();
  const forTwo = page.getByRole("dialog", { name: "Snooze 2 inquiries until" });
  await forTwo.getByRole("button", { name: "The visitor answers" }).click();
  await expect(inbox.done).toContainText("2 snoozed until they answer");
  await expect(page.getByRole("heading", { name: "Nobody is waiting" })).toBeVisible();

  // The view has them all, with their ends; one is woken there.
  await views.getByRole("link", { name: "Snoozed 3" }).click();
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example", "Meera Example", "Ravi Example"]);
  await expect(inbox.row("Ravi")).toContainText("until they answer");
  await expect(inbox.row("Kavya")).toContainText("9:30");
  await expectAccessible(page);
  await inbox.row("Ravi").getByRole("link").click();
  await head.getByRole("button", { name: "End the snooze" }).click();
  await expect(inbox.done).toContainText("snooze ended");
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example", "Meera Example"]);
});

test("a snooze that ends brings the inquiry back to the top of an open inbox @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [, old] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Kavya Example" }]);
  // Long enough for a busy machine to show the list without it.
  const until = new Date(Date.now() + 20_000).toISOString();
  const headers = { "if-match": `"${old?.version}"` };
  const data = { snoozedUntil: until };
  const snoozed = await page.request.patch(`/api/contact-inquiries/${old?.id}`, { data, headers });
  expect(snoozed.ok()).toBe(true);
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example"]);
  await expect.poll(() => inbox.names(), { timeout: 60_000 }).toEqual(["Ravi Example", "Kavya Example"]);
  await expect(inbox.row("Ravi")).toContainText("Snooze is over");
  const known: InquiryDetail = await server.call("GET", `contact-inquiries/${old?.id}`);
  expect(known.snooze).toEqual({ until, isOver: true });
  // A change ends the mark, and moves nothing.
  await inbox.row("Ravi").getByRole("link").click();
  await page.keyboard.press("a");
  await expect(inbox.row("Ravi")).not.toContainText("Snooze is over");
  await expect.poll(() => inbox.names()).toEqual(["Ravi Example", "Kavya Example"]);
  await open(page, "/ContactAdmin/inquiries?snoozed=yes");
  await expect(page.getByRole("heading", { name: "No inquiry is snoozed" })).toBeVisible();
});
