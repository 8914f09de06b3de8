import { expect, expectAccessible } from "./admin-test.ts";
import { allInquiries, colleague, inboxAddress, open, test } from "./inbox-test.ts";

test("the bell tells of what others do, leads there, and is read once the inquiry is open", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Asha Example" }]);
  const other = await inbox.colleague();
  await open(other, inboxAddress + allInquiries);
  const bell = other.locator("summary", { has: other.locator(".bell-dot") });
  const closed = other.locator("details.bell > summary");
  await expect(closed).toHaveAccessibleName("Notifications");
  await closed.click();
  await expect(other.getByText("Nothing yet.")).toBeVisible();
  await other.keyboard.press("Escape");

  const { members } = await server.call<{ members: Array<{ id: string; email: string }> }>("GET", "members");
  const member = members.find(({ email }) => email === colleague.email);
  for (const name of ["Ravi Example", "Asha Example"]) {
    const { id, version } = await inbox.known(name);
    await server.call("PATCH", `contact-inquiries/${id}`, { assigneeId: member?.id }, { "if-match": `"${version}"` });
  }
  await expect(bell).toHaveAccessibleName("Notifications: 2 unread");
  await bell.click();
  const list = other.locator(".bell li");
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText("Asha Example");
  await expectAccessible(other);
  await list.last().getByRole("link").click();
  await expect(other.getByRole("region", { name: /^Inquiry/ })).toContainText("Ravi Example");
  await expect(bell).toHaveAccessibleName("Notifications: 1 unread");

  // A mention is in the bell and in a view of its own, and read by opening it from there.
  const mentions = other.getByRole("link", { name: "Mentions" }).first();
  await mentions.click();
  await expect(other.getByRole("heading", { name: "No mentions" })).toBeVisible();
  const { id } = await inbox.known("Ravi Example");
  await server.call("POST", `contact-inquiries/${id}/notes`, { text: "@Asha", mentions: [member?.id] });
  await expect(bell).toHaveAccessibleName("Notifications: 2 unread");
  const row = other.getByRole("list", { name: "Inquiries" }).getByRole("listitem").filter({ hasText: "Ravi Example" });
  await row.getByRole("link").first().click();
  await expect(bell).toHaveAccessibleName("Notifications: 1 unread");

  // Another page of the area, on a phone.
  await other.setViewportSize({ width: 360, height: 700 });
  await open(other, "/ContactAdmin/replies");
  await expect(bell).toHaveAccessibleName("Notifications: 1 unread");
  await bell.click();
  await other.getByRole("button", { name: "Mark all read" }).click();
  await expect(closed).toHaveAccessibleName("Notifications");
  await closed.click();
  await expect(list).toHaveCount(3);
  await expect(list.locator(".unread")).toHaveCount(0);
  expect(await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expect(page).toHaveURL(inboxAddress + allInquiries);
});

test("where nothing can be written, the bell tries once; an inquiry that is deleted is not named there", async ({
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Asha Example" }]);
  const other = await inbox.colleague();
  const { members } = await server.call<{ members: Array<{ id: string; email: string }> }>("GET", "members");
  const member = members.find(({ email }) => email === colleague.email);
  for (const name of ["Ravi Example", "Asha Example"]) {
    const { id, version } = await inbox.known(name);
    const change = { assigneeId: member?.id };
    await server.call("PATCH", `contact-inquiries/${id}`, change, { "if-match": `"${version}"` });
  }
  let tries = 0;
  await other.route("**/api/inbox/bell/read", (route) => {
    tries += 1;
    return route.fulfill({ status: 503, json: { message: "The disk is full." } });
  });
  const { id } = await inbox.known("Ravi Example");
  await open(other, `${inboxAddress}?inquiry=${id}`);
  await expect.poll(() => tries).toBe(1);
  const bell = other.locator("details.bell > summary");
  await expect(bell).toHaveAccessibleName("Notifications: 2 unread");

  const gone = await inbox.known("Asha Example");
  await server.call("POST", "contact-inquiries/erase", { inquiries: [{ id: gone.id, version: gone.version }] });
  await expect(bell).toHaveAccessibleName("Notifications: 1 unread");
  await bell.click();
  await expect(other.locator(".bell li")).toHaveCount(1);
  expect(tries).toBe(1);
});
