import { expectAccessible } from "./admin-test.ts";
import { colleague, expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

test("a note mentions a colleague, chosen by keyboard, who hears of it and sees the mark @slow", async ({
  page,
  inbox,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  const other = await inbox.colleague();
  await other.setViewportSize({ width: 360, height: 740 });
  await open(other, inboxAddress + allInquiries);
  await expect(other.getByText("Live", { exact: true })).toBeVisible();
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const note = await inbox.note();
  const members = page.getByRole("listbox", { name: "Members" });

  // Escape closes the list alone, and an address opens none.
  await note.pressSequentially("me@as");
  await expect(members).toHaveCount(0);
  await note.fill("");
  await note.pressSequentially("Ask @");
  await expect(members.getByRole("option", { name: colleague.email })).toBeVisible();
  await expect(members.getByText("owner@example.com", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(members).toHaveCount(0);
  await expect(note).toBeFocused();
  await note.pressSequentially("as");
  await expect(members.getByRole("option", { name: colleague.email })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(note).toHaveValue("Ask @Asha ");
  await note.pressSequentially("about the bank");
  await page.keyboard.press("Control+Enter");
  await expect(inbox.panel.locator("mark")).toHaveText("@Asha");
  await expect(note).toHaveValue("");
  await expect(other.getByText("You were mentioned in a note")).toBeVisible();
  await open(other, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await expect(other.locator("mark")).toHaveAttribute("title", colleague.email);
});
