import type { SavedView } from "#contract/inbox/saved-view.ts";
import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

test("sorts by waiting time, and saves that as a view that the team shares @slow", async ({ page, inbox, server }) => {
  await inbox.openWith([{ name: "First Example" }, { name: "Second Example" }]);
  const { views } = await server.call<{ views: SavedView[] }>("GET", "saved-views");
  for (const { id } of views) await server.call("DELETE", `saved-views/${id}`);
  expect(await inbox.names()).toEqual(["Second Example", "First Example"]);
  await page.getByRole("button", { name: "Newest first" }).click();
  await expect.poll(() => inbox.names()).toEqual(["First Example", "Second Example"]);
  expect(page.url()).toMatch(/\?sort=oldest$/);

  // A new inquiry comes last, and nothing moves; keys follow the order.
  await inbox.send([{ name: "Third Example" }]);
  await expect.poll(() => inbox.names()).toEqual(["First Example", "Second Example", "Third Example"]);
  await expect(page.getByText("1 new inquiry")).toBeAttached();
  await inbox.row("First").getByRole("link").focus();
  await page.keyboard.press("j");
  await expect(inbox.row("Second").getByRole("link")).toBeFocused();

  // A search is by the newest, and says so.
  await page.getByRole("searchbox").fill("example");
  await expect.poll(() => inbox.names()).toEqual(["Third Example", "Second Example", "First Example"]);
  await expect(page.getByRole("button", { name: "Newest first" })).toBeDisabled();
  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("button", { name: "Oldest first" })).toBeEnabled();

  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByLabel("Waiting").selectOption("Waiting for us");
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Save this view" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Longest waiting");
  await dialog.getByRole("switch", { name: "Share with the team" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  const link = page.getByRole("link", { name: "Longest waiting" }).filter({ visible: true });
  await expect(link).toHaveAttribute("aria-current", "true");

  // A colleague, who is no owner, has it at once, and cannot change it.
  const other = await inbox.colleague();
  await open(other, inboxAddress + allInquiries);
  await other.getByRole("link", { name: "Longest waiting" }).filter({ visible: true }).click();
  await expect(other).toHaveURL(/\?waiting=0&sort=oldest$/);
  await other.getByLabel("More", { exact: true }).click();
  await expect(other.getByRole("button", { name: "Save this view" }).last()).toBeVisible();
  await expect(other.getByRole("button", { name: "Change “Longest waiting”" })).toHaveCount(0);

  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Change “Longest waiting”" }).click();
  const change = page.getByRole("dialog", { name: "Change this view" });
  await change.getByLabel("Name").fill("Queue");
  await change.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByRole("link", { name: "Queue" }).filter({ visible: true })).toBeVisible();
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Change “Queue”" }).click();
  await change.getByRole("button", { name: "Delete" }).click();
  const deletion = page.getByRole("alertdialog", { name: "Delete the view Queue?" });
  // Cancelling leaves the dialog below open.
  await deletion.getByRole("button", { name: "Cancel" }).click();
  await expect(deletion).toBeHidden();
  await change.getByRole("button", { name: "Delete" }).click();
  await expect(deletion).toContainText("It is gone for the whole team.");
  await deletion.getByRole("button", { name: "Delete" }).click();
  await expect(change).toBeHidden();
  await expect(other.getByRole("link", { name: "Queue" })).toHaveCount(0);
});
