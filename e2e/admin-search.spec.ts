import { expect, test } from "./inbox-test.ts";

test("a search shows the words found, other spellings after them, and what is in Possible spam", async ({
  page,
  inbox,
  server,
}) => {
  const inquiries = await inbox.openWith([
    { name: "Ravi Example", query: "मेरा डिपॉज़िट नहीं आया" },
    { name: "Meera Example", query: `${"A long story. ".repeat(20)}In the end my डिपॉजिट is not there.` },
    { name: "Imran Example", query: "डिपॉजिट से कमाएँ" },
    { name: "Sunita Example", query: "Where is my withdrawal?" },
  ]);
  const spam = inquiries.find(({ name }) => name === "Imran Example");
  const version = { "if-match": `"${spam?.version}"` };
  await server.call("PATCH", `contact-inquiries/${spam?.id}`, { status: "suspected" }, version);
  const box = page.getByRole("search").getByRole("searchbox", { name: "Search inquiries and notes" });
  await box.fill("डिपॉजिट");
  await expect.poll(() => inbox.names()).toEqual(["Meera Example", "Ravi Example"]);
  await expect(inbox.row("Meera").locator("mark")).toHaveText("डिपॉजिट");
  await expect(inbox.row("Meera").locator(".row-excerpt")).toContainText("…A long story. In the end my डिपॉजिट is not");
  await expect(inbox.row("Ravi").locator("mark")).toHaveText("डिपॉज़िट");

  await page.getByRole("link", { name: "1 more in Possible spam" }).click();
  await expect.poll(() => inbox.names()).toEqual(["Imran Example"]);
  await expect(box).toHaveValue("डिपॉजिट");
  await expect(page.getByRole("link", { name: /in Possible spam$/ })).toHaveCount(0);

  await page.goBack();
  await box.fill("withdrwal");
  await expect.poll(() => inbox.names()).toEqual(["Sunita Example"]);
  await expect(inbox.row("Sunita").locator("mark")).toHaveText("withdrawal");
  await expect(page.getByText("No inquiry has “withdrwal”. These have similar words.")).toBeVisible();
});
