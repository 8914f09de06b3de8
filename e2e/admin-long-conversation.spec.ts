import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import type { FrontDesk } from "./server.ts";

/** Logs replies, since a visitor could not send as many in a row. */
async function converse(server: FrontDesk, id: string, count: number): Promise<void> {
  const path = `contact-inquiries/${id}`;
  let { version } = await server.call<InquiryDetail>("GET", path);
  for (let number = 1; number <= count; number++) {
    const reply = { id: crypto.randomUUID(), way: "phone", text: `Call number ${number}` };
    ({ version } = await server.call<InquiryDetail>("POST", `${path}/replies`, reply, { "if-match": `"${version}"` }));
  }
}

test("a long conversation shows its newest entries, and the earlier ones on demand, by keyboard @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Meena Example" }]);
  const id = inquiry?.id ?? "";
  await server.call("POST", `contact-inquiries/${id}/notes`, { text: "Written before all calls" });
  await converse(server, id, 70);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  const thread = inbox.panel.getByRole("region", { name: "Conversation" });
  const call = (number: number) => thread.getByText(`Call number ${number}`, { exact: true });
  const earlier = thread.getByRole("button", { name: "Show 20 earlier" });
  await expect(call(70)).toBeInViewport();
  await expect(call(20)).toHaveCount(0);
  await expect(thread.getByText("Written before all calls")).toHaveCount(0);
  await expectAccessible(page);

  await earlier.focus();
  const placeOf = async () => Math.round((await call(21).boundingBox())?.y ?? 0);
  const before = await placeOf();
  await page.keyboard.press("Enter");
  await expect(call(1)).toHaveCount(1);
  await expect(thread.getByText("Written before all calls")).toHaveCount(1);
  await expect(earlier).toHaveCount(0);
  expect(Math.abs((await placeOf()) - before)).toBeLessThan(2);
  await expect(thread.getByRole("listitem").filter({ hasText: /Call number 21$/ })).toBeFocused();
  await expect(thread.getByText("20 earlier shown above.")).toHaveCount(1);

  // They stay when a response has only the newest.
  await server.call("POST", `contact-inquiries/${id}/notes`, { text: "Written after them" });
  await expect(thread.getByText("Written after them")).toBeInViewport();
  const text = await inbox.note();
  await text.fill("Written here");
  await text.press("Control+Enter");
  await expect(thread.getByText("Written here")).toBeInViewport();
  await expect(call(1)).toHaveCount(1);
  await expect(earlier).toHaveCount(0);
});

test("earlier entries that cannot be loaded can be tried again", async ({ page, inbox, server }) => {
  const [inquiry] = await inbox.openWith([{ name: "Meena Example" }]);
  const id = inquiry?.id ?? "";
  await converse(server, id, 51);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  const earlier = inbox.panel.getByRole("button", { name: "Show 1 earlier" });
  await page.route("**/contact-inquiries/*?entries=*", (route) => route.abort());
  await earlier.click();
  await expect(inbox.panel.getByRole("alert")).toContainText("connection");
  await page.unroute("**/contact-inquiries/*?entries=*");
  await earlier.click();
  await expect(inbox.panel.getByText("Call number 1", { exact: true })).toHaveCount(1);
  await expect(earlier).toHaveCount(0);
});
