import type { InboxPage } from "#contract/inbox/inbox.ts";
import { expectAccessible } from "./admin-test.ts";
import { expect, test } from "./inbox-test.ts";

test("a sender is blocked, undone, blocked again, and unblocked in the list @slow", async ({ page, inbox, server }) => {
  const sender = { phone: "+91 90000 43210", email: "tout@example.com" };
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Tout Example", ...sender }]);
  await inbox.row("Tout").getByRole("link").click();
  const { panel } = inbox;
  const dialog = page.getByRole("dialog", { name: "Block this sender?" });
  await panel.getByRole("button", { name: "Block this sender" }).click();
  await expectAccessible(page);
  for (const what of ["Their phone number", "Their email address"]) await dialog.getByLabel(what).uncheck();
  await dialog.getByRole("button", { name: "Block this sender" }).click();
  await expect(dialog.getByText("Choose what to block.")).toBeFocused();
  await dialog.getByLabel("Their phone number").check();
  await dialog.getByRole("button", { name: "Block this sender" }).click();
  await expect(inbox.done).toContainText(/Sender of \S+ blocked/);
  await expect(panel.getByText("Blocked by phone number")).toBeVisible();
  await expect(panel.getByText("Owner blocked the sender.").first()).toBeVisible();
  await panel.press("z");
  await expect(inbox.done).toContainText(/Sender of \S+ unblocked/);
  await expect(panel.getByText("Blocked by phone number")).toBeHidden();

  await panel.getByRole("button", { name: "Block this sender" }).click();
  await dialog.getByRole("button", { name: "Block this sender" }).click();
  await expect(panel.getByText("Blocked by phone number and email address")).toBeVisible();
  await inbox.send([{ name: "Tout Again", phone: "090000-43210" }]);
  const { inquiries } = await server.call<InboxPage>("GET", "contact-inquiries?status=suspected");
  expect(inquiries.map(({ name }) => name)).toEqual(["Tout Again"]);

  const list = page.getByRole("dialog", { name: "Blocked senders" });
  await page.locator(".inbox-tools").getByText("More").or(page.locator(".inbox-tools summary")).first().click();
  await page.getByRole("button", { name: "Blocked senders" }).click();
  await expect(list.getByText("t…@example.com")).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("button", { name: "Unblock …43210" }).click();
  await expect(list.getByText("…43210 is unblocked.")).toBeFocused();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByText("…43210 is blocked again.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  for (const hint of ["…43210", "t…@example.com"]) {
    await list.getByRole("button", { name: `Unblock ${hint}` }).click();
    await expect(list.getByText(`${hint} is unblocked.`)).toBeVisible();
  }
  await expect(list.getByText("Nobody is blocked.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel.getByText("Blocked by")).toBeHidden();
});
