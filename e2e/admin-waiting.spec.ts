import { expect, inboxAddress, open, test } from "./inbox-test.ts";

const three = ["Asha Example", "Ravi Example", "Meera Example"].map((name) => ({ name }));
const names = three.map(({ name }) => name);

test("the inbox opens with who waits the longest, by how long, and marks what no member has seen", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(three, "");
  expect(await inbox.names()).toEqual(names);
  const views = page.getByRole("navigation", { name: "Views" });
  await expect(views.getByRole("link", { name: /^Waiting/ })).toHaveAttribute("aria-current", "true");
  await expect(inbox.rows.first().getByRole("heading")).toHaveText("On time 3");
  const count = page.locator(".list-count");
  await expect(count).toHaveText("3 inquiries · 3 unread");
  await inbox.row("Asha Example").getByRole("link").click();
  await expect(count).toHaveText("3 inquiries · 2 unread");
  await expect(inbox.row("Asha Example")).not.toHaveAttribute("data-unread");
  await expect(inbox.row("Ravi Example")).toHaveAttribute("data-unread");
  await expect(page).toHaveURL(new RegExp(`${inboxAddress}\\?inquiry=`));

  await page.clock.setSystemTime(Date.now() + 20 * 60_000);
  await open(page, inboxAddress);
  await expect(inbox.rows.first().getByRole("heading")).toHaveText("Over 15 min 3");
  await page.getByRole("button", { name: "Oldest first" }).click();
  await expect(page).toHaveURL(/\?waiting=0&sort=activity$/);
  await expect.poll(() => inbox.names()).toEqual(names.toReversed());
  await expect(inbox.rows.getByRole("heading")).toHaveCount(0);
});

test("under the pointer no row moves: what is new waits behind a pill", async ({ page, inbox }) => {
  await inbox.openWith(three);
  const rows = names.toReversed();
  expect(await inbox.names()).toEqual(rows);
  await inbox.row("Ravi Example").hover();
  const place = await inbox.row("Ravi Example").boundingBox();
  await inbox.send([{ name: "Kavya Example" }]);
  const pill = page.getByRole("button", { name: "1 new", exact: true });
  await expect(pill).toBeVisible();
  expect([await inbox.names(), await inbox.row("Ravi Example").boundingBox()]).toEqual([rows, place]);
  await pill.click();
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example", ...rows]);
  await expect(pill).toBeHidden();
  await inbox.send([{ name: "Farid Example" }]);
  await expect(pill).toBeVisible();
  await page.mouse.move(0, 0);
  await expect.poll(() => inbox.names()).toEqual(["Farid Example", "Kavya Example", ...rows]);
});

test("close and next opens the next one that waits, not one that is answered", async ({ page, inbox, server }) => {
  await inbox.openWith(three);
  const { id, version } = await inbox.known("Ravi Example");
  await server.call("POST", "contact-inquiries/changes", { changes: [{ id, version, status: "answered" }] });
  await inbox.row("Meera Example").getByRole("link").click();
  await expect(inbox.panel).toContainText("Meera Example");
  await expect(inbox.row("Ravi Example")).toHaveAttribute("data-status", "answered");
  await page.keyboard.press("Shift+E");
  await expect(inbox.panel).toContainText("Asha Example");
});
