import type { TagList } from "#contract/inbox/tag.ts";
import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import type { FrontDesk } from "./server.ts";

async function deleteTags(server: FrontDesk): Promise<void> {
  const { tags } = await server.call<TagList>("GET", "tags");
  for (const { id } of tags) await server.call("DELETE", `tags/${id}`);
}

test("tags inquiries by key and in bulk, with undo, a filter, and a colleague who sees it live @slow", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Kavya Example" }, { name: "Imran Example" }]);
  await deleteTags(server);
  await inbox.row("Kavya").getByRole("link").click();
  const { panel } = inbox;
  await expect(panel.getByRole("heading", { name: "Kavya Example" })).toBeVisible();

  // Makes a tag and adds it, then finds it again for the next inquiry.
  await page.keyboard.press("t");
  const box = page.getByRole("combobox", { name: "Find or create a tag" });
  await expect(box).toBeFocused();
  await box.fill("KYC");
  await expect(page.getByRole("listbox", { name: "Tags" }).getByRole("option")).toHaveText(["Create tag “KYC”"]);
  await box.press("Enter");
  const field = page.getByRole("group", { name: "Tags", exact: true });
  await expect(field.getByRole("button", { name: "Remove the tag KYC" })).toBeVisible();
  await box.fill("Withdrawal");
  await box.press("Enter");
  await expect(field.getByRole("button", { name: "Remove the tag Withdrawal" })).toBeVisible();
  expect(await inbox.known("Kavya Example")).toMatchObject({
    version: 3,
    tags: [expect.any(String), expect.any(String)],
  });
  await expect(page.getByText("Owner tagged it Withdrawal.").first()).toBeVisible();
  await expectAccessible(page);
  await box.press("Escape");
  await expect(field.getByRole("button", { name: "Add a tag" })).toBeFocused();
  await panel.getByRole("link", { name: "Back to the list" }).click();
  await expect(inbox.row("Kavya").locator(".row-tags")).toHaveText("KYC+1");

  // A bulk change tags only those without the tag, and undo takes it off those alone.
  const other = await inbox.colleague();
  await open(other, inboxAddress + allInquiries);
  const theirs = other.getByRole("list", { name: "Inquiries" }).getByRole("listitem").filter({ hasText: "Imran" });
  for (const name of ["Kavya", "Imran"]) await inbox.row(name).getByRole("checkbox").click();
  const bar = page.getByRole("group", { name: "Selected inquiries" });
  await page.keyboard.press("t");
  await bar.getByRole("button", { name: "KYC" }).click();
  await expect(inbox.done).toContainText("tagged KYC.");
  await expect(theirs.locator(".row-tags")).toHaveText("KYC");
  await bar.locator("summary", { hasText: "Tag" }).click();
  await expect(bar.getByRole("button", { name: "Remove the tag KYC" })).toBeVisible();
  await page.keyboard.press("Escape");
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("Undone: ");
  await expect(theirs.locator(".row-tags")).toHaveCount(0);
  expect((await inbox.known("Kavya Example")).tags).toHaveLength(2);

  // The filter is in the address.
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByLabel("Tag", { exact: true }).selectOption("KYC");
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example"]);
  expect(page.url()).toMatch(/\?tag=[-\w]+$/);
  await page.reload();
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example"]);
  await page.getByRole("button", { name: "Remove the filter “KYC”" }).click();
  await expect(inbox.rows).toHaveCount(3);
});

test("two tags of one change are two lines of the history, also when more follows @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  await deleteTags(server);
  const add: string[] = [];
  for (const name of ["Bonus", "KYC"])
    add.push((await server.call<{ id: string }>("POST", "tags", { name, color: "blue" })).id);
  await server.call("POST", "contact-inquiries/changes", {
    changes: [{ id: inquiry?.id, version: 1, tags: { add, remove: [] } }],
  });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const history = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(history).toHaveCount(3);
  // The earlier ones are folded away.
  for (const status of ["in progress", "closed", "new"]) {
    await inbox.panel.getByLabel("Status").selectOption(status);
    await expect(inbox.done).toContainText(`marked ${status}`);
    await expect(history).toHaveCount(4);
  }
});

test("renames, merges and deletes tags, and says how many inquiries that touches @slow", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  await deleteTags(server);
  const ids: string[] = [];
  for (const name of ["Bonus", "KYC"])
    ids.push((await server.call<{ id: string }>("POST", "tags", { name, color: "blue" })).id);
  const { id, version } = await inbox.known("Ravi Example");
  await server.call("POST", "contact-inquiries/changes", {
    changes: [{ id, version, tags: { add: [ids[1]], remove: [] } }],
  });
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Manage tags" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Tags", exact: true });
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "KYC" })).toContainText("1 inquiry");
  await expectAccessible(page);

  // A name that is taken, whatever its case.
  await dialog.getByRole("textbox", { name: "New tag" }).fill("bonus");
  await dialog.getByRole("button", { name: "Add tag" }).click();
  await expect(dialog.getByRole("textbox", { name: "New tag" })).toBeFocused();
  await expect(dialog.getByText("There is already a tag with this name.")).toBeVisible();

  await dialog.getByLabel("Actions for KYC").click();
  await dialog.getByRole("button", { name: "Rename or recolour" }).click();
  const form = dialog.getByRole("form", { name: "Change KYC" });
  await form.getByLabel("Name").fill("Documents");
  await form.getByRole("radio", { name: "Purple" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rows.filter({ hasText: "Documents" })).toBeFocused();

  await dialog.getByLabel("Actions for Documents").click();
  await dialog.getByRole("button", { name: "Merge into another" }).click();
  const merge = page.getByRole("alertdialog", { name: "Merge Documents into another tag?" });
  await expect(merge).toContainText("1 inquiry gets Bonus instead, and Documents is deleted.");
  await merge.getByRole("button", { name: "Merge" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("1 inquiry");
  expect((await inbox.known("Ravi Example")).tags).toEqual([ids[0]]);

  await dialog.getByLabel("Actions for Bonus").click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  const deletion = page.getByRole("alertdialog", { name: "Delete the tag Bonus?" });
  await expect(deletion).toContainText("1 inquiry loses it. This cannot be undone.");
  await deletion.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("heading", { name: "No tags yet" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "New tag" })).toBeFocused();
  expect((await inbox.known("Ravi Example")).tags).toEqual([]);
});
