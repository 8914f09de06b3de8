import { expectAccessible } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const address = "/ContactAdmin/replies";

test.beforeEach(async ({ inbox, server }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  const { replies } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
  for (const { id } of replies) await server.call("DELETE", `saved-replies/${id}`);
});

test("saved replies are added, refused, changed and deleted @slow", async ({ page, admin, server }) => {
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Nobody has saved a reply yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add saved reply" }).click();
  const form = page.getByRole("form", { name: "Add saved reply" });
  await expect(form.getByLabel("Title")).toBeFocused();
  await form.getByLabel("Title").fill(" ");
  await form.getByLabel("Text", { exact: true }).fill("Hello {name}, {amount} is on its way. {reference}");
  await expect(form.getByText("{amount} cannot be filled in: please take it out.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Title")).toBeFocused();
  await expect(form.getByLabel("Title")).toHaveAccessibleDescription("Title is required.");
  await form.getByLabel("Title").fill("धन");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Text", { exact: true })).toHaveAccessibleDescription(
    /^\{amount\} cannot be filled in\./,
  );
  await form.getByLabel("Text", { exact: true }).fill("Hello {name}, it is on its way. {agent}");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(admin.toast("Reply saved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "All replies (1)" })).toBeVisible();

  const act = async (item: string) => {
    await page.locator("summary[aria-label='Actions for धन']").click();
    await page.getByRole("button", { name: item }).click();
  };
  await act("Edit");
  const edit = page.getByRole("form", { name: "Edit धन" });
  await edit.getByLabel("Text", { exact: true }).fill("Hello {name}");
  // Nothing typed is dropped unasked.
  await page.keyboard.press("Escape");
  await edit.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard your changes?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Team" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  // A colleague saves it meanwhile: it is asked, with both texts in view.
  const { replies } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
  await server.call("PUT", `saved-replies/${replies[0]?.id}`, { title: "धन", text: "Dear {name}" });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("A colleague has changed this reply in the meantime");
  await expect(edit.getByRole("alert")).toContainText("Dear {name}");
  await expect(edit.getByLabel("Text", { exact: true })).toHaveValue("Hello {name}");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Hello {name}", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "धन" })).toBeFocused();
  // Leaving asks once about two forms with typed text.
  await act("Edit");
  await edit.getByLabel("Text", { exact: true }).fill("Half done");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  await form.getByLabel("Title").fill("Half done, too");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Team" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();
  await open(page, address);
  await act("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Nobody has saved a reply yet" })).toBeFocused();

  // A colleague deletes what is being edited: what was typed stays.
  await server.call("POST", "saved-replies", { title: "धन", text: "Hello" });
  await open(page, address);
  await act("Edit");
  await edit.getByLabel("Text", { exact: true }).fill("Much was typed");
  const { replies: left } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
  await server.call("DELETE", `saved-replies/${left[0]?.id}`);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("no longer");
  await expect(page.getByRole("heading", { name: "Nobody has saved a reply yet" })).toBeVisible();
  await expect(edit.getByLabel("Text", { exact: true })).toHaveValue("Much was typed");
});

test("among many replies one is found by its words, on the page and with a slash in an answer @slow", async ({
  page,
  inbox,
  server,
}) => {
  await server.call("POST", "saved-replies", { title: "W".repeat(80), text: "Longwords".repeat(100) });
  await server.call("POST", "saved-replies", { title: "निकासी में देरी", text: "नमस्ते {name}, बैंक ने लौटा दिया।" });
  for (let number = 0; number < 60; number += 1) {
    await server.call("POST", "saved-replies", { title: `Reply ${number}`, text: `Text ${number}` });
  }
  await open(page, address);
  const rows = page.locator(".reply-list").getByRole("listitem");
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Show 12 more" }).click();
  await expect(rows).toHaveCount(62);
  await expect(rows.nth(50)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search saved replies" }).fill("बैंक");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("1 found")).toBeVisible();

  await open(page, `${inboxAddress}${allInquiries}&inquiry=${(await inbox.known("Ravi Example")).id}`);
  const answer = inbox.panel.getByLabel("Text", { exact: true });
  await answer.fill("");
  await answer.press("/");
  const search = inbox.panel.getByRole("combobox", { name: "Find a saved reply" });
  await expect(search).toBeFocused();
  await page.keyboard.type("देरी");
  await expect(inbox.panel.getByRole("listbox", { name: "Saved replies" }).getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await search.press("Enter");
  await expect(answer).toHaveValue("नमस्ते Ravi Example, बैंक ने लौटा दिया।");
  await expect(answer).toBeFocused();

  // A slash that is meant, and leaving the list.
  await answer.press("Enter");
  await answer.press("/");
  await search.press("/");
  await expect(answer).toHaveValue("नमस्ते Ravi Example, बैंक ने लौटा दिया।\n/");
  await inbox.panel.getByRole("button", { name: "Saved replies" }).click();
  await search.press("Escape");
  await expect(search).toBeHidden();
  await expect(answer).toBeFocused();
});
