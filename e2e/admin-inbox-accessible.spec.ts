import { expectAccessible, smallTargets } from "./admin-test.ts";
import { expect, test } from "./inbox-test.ts";

const long = { name: "Without-a-break".repeat(6), city: "क".repeat(90), query: "Longwords".repeat(200) };

test("the inbox, empty, full, open and with its dialogs", async ({ page, inbox, isMobile }) => {
  await inbox.openWith([]);
  await expect(page.getByRole("heading", { name: "No inquiries yet" })).toBeVisible();
  await expectAccessible(page);
  await inbox.send([
    { name: "Ravi Example", phone: "+91 90000 00001" },
    { ...long, phone: "+91 90000 00001" },
  ]);
  await expect(inbox.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await inbox.row(long.name).getByRole("checkbox").click();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  if (!isMobile) {
    // The dialogs are the same on a phone.
    for (const name of ["Export", "Delete"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    }
  }

  await inbox.row(long.name).getByRole("link").click();
  if (isMobile) await inbox.panel.getByRole("button", { name: "Details" }).click();
  await expect(inbox.panel.getByRole("heading", { name: /From the same person/ })).toBeVisible();
  await expectAccessible(page);
  await inbox.panel.getByRole("button", { name: "Add a tag" }).click();
  const tagBox = inbox.panel.getByRole("combobox", { name: "Find or create a tag" });
  await tagBox.fill("W".repeat(40));
  await tagBox.press("Enter");
  await expect(inbox.panel.getByRole("button", { name: `Remove the tag ${"W".repeat(40)}` })).toBeVisible();
  await expectAccessible(page);
  await tagBox.press("Escape");
  await inbox.panel.getByLabel("Status").selectOption("in progress");
  if (isMobile) await page.keyboard.press("Escape");
  await expect(inbox.done).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  const text = inbox.panel.getByLabel("Text", { exact: true });
  await text.fill("Paid out");
  await inbox.panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(inbox.panel.getByRole("listitem").filter({ hasText: "Paid out" })).toBeInViewport();
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await text.fill("And on WhatsApp");
  const opened = page.context().waitForEvent("page");
  await inbox.panel.getByRole("link", { name: "WhatsApp" }).click();
  await (await opened).close();
  await expect(inbox.panel.getByText("Log what you sent on WhatsApp?")).toBeInViewport();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  if (isMobile) await expect(page.getByRole("searchbox")).toBeHidden();
  await inbox.panel.getByRole("link", { name: "Back to the list" }).click();
  await expect(inbox.panel).toBeHidden();
  await expect(inbox.row(long.name).getByRole("link")).toBeFocused();
  if (isMobile) return;
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
});

test("the bin, empty and full, and an inquiry in it", async ({ page, inbox, server }) => {
  await inbox.openWith([{ ...long, phone: "+91 90000 00001" }]);
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Bin 0" }).click();
  await expect(page.getByRole("heading", { name: "The bin is empty" })).toBeVisible();
  await expectAccessible(page);
  await server.call("POST", "contact-inquiries/erase", { inquiries: [await inbox.known(long.name)] });
  await page.getByRole("checkbox", { name: `Select ${long.name}` }).check();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("list", { name: "Deleted inquiries" }).getByRole("link").click();
  await expect(inbox.panel.getByText("This inquiry is in the bin.")).toBeVisible();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});
