import PostalMime from "postal-mime";
import { hi } from "#languages/compiled/hi.ts";
import { expectAccessible, setSettings } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import { startMailServer } from "./receivers.ts";

test("a visitor who reads Hindi is answered in Hindi, by a saved reply with a text for it @slow", async ({
  page,
  inbox,
  server,
  admin,
}) => {
  test.slow();
  const mailServer = await startMailServer("a made-up password");
  await inbox.openWith([{ name: "Ravi Example" }]);
  const sender = { user: "desk", password: "a made-up password", from: "desk@example.com", to: [] };
  await setSettings(page, { mail: { host: "127.0.0.1", port: mailServer.port, security: "none", ...sender } });
  const { replies } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
  for (const { id } of replies) await server.call("DELETE", `saved-replies/${id}`);
  await server.call("POST", "saved-replies", { title: "Later", text: "Hello {name}, please wait." });
  await server.call("POST", "contact-inquiries", {
    name: "Kavya Example",
    phone: "+91 90000 55555",
    email: "kavya@example.com",
    city: "Guwahati",
    query: "पैसे नहीं मिले",
    language: "hi",
  });

  // A member writes the text in Hindi.
  await open(page, "/ContactAdmin/replies");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  const form = page.getByRole("form", { name: "Add saved reply" });
  await form.getByLabel("Title").fill("Paid out");
  await form.getByLabel("Text", { exact: true }).fill("Hello {name}, {reference} is paid out.");
  await form.getByText("Text in other languages").click();
  const hindi = form.getByLabel("Text in Hindi (optional)");
  await hindi.fill("नमस्ते {name}, {amount} भेज दिए गए।");
  await expect(form.getByText("{amount} cannot be filled in: please take it out.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(hindi).toBeFocused();
  await expect(hindi).toHaveAccessibleDescription(/^\{amount\} cannot be filled in\./);
  await hindi.fill("नमस्ते {name}, {reference} के पैसे भेज दिए गए।");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(admin.toast("Reply saved")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Paid out" })).toContainText("Also in Hindi");

  // The inbox says which language they read, and begins the answer in it.
  await open(page, inboxAddress + allInquiries);
  await expect(inbox.row("Kavya").locator(".row-tag", { hasText: "Hindi" })).toBeVisible();
  await expect(inbox.row("Ravi")).not.toContainText("Hindi");
  await inbox.row("Kavya").getByRole("link").click();
  const { panel } = inbox;
  const { reference } = await inbox.known("Kavya Example");
  await expect(page.getByText("Language Hindi")).toBeVisible();
  await panel.getByRole("tab", { name: "Reply by email" }).click();
  const text = panel.getByLabel("Text", { exact: true });
  await expect(text).toHaveValue(/^नमस्ते Kavya Example,/);

  // A saved reply without a text in Hindi says so.
  await panel.getByRole("button", { name: "Saved replies" }).click();
  await expect(panel.getByRole("option", { name: "Later Hello {name}, please wait." })).toBeVisible();
  await panel.getByRole("option", { name: "Later" }).click();
  await expect(text).toHaveValue("Hello Kavya Example, please wait.");
  const inserted = panel.getByRole("status").filter({ hasText: "inserted" });
  await expect(inserted).toHaveText("This saved reply has no Hindi text: its main text was inserted.");
  await panel.getByRole("button", { name: "Saved replies" }).click();
  await panel.getByRole("option", { name: "Paid out Hindi: नमस्ते" }).click();
  const words = `नमस्ते Kavya Example, ${reference} के पैसे भेज दिए गए।`;
  await expect(text).toHaveValue(words);
  await expect(inserted).toHaveText("The Hindi text of the saved reply was inserted.");
  await expectAccessible(page);

  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const entry = panel.getByRole("listitem").filter({ hasText: words });
  await expect(entry).toContainText("email · delivered", { timeout: 30_000 });
  const { raw } = mailServer.mails.find(({ to }) => to.includes("kavya@example.com")) ?? { raw: "" };
  const mail = await PostalMime.parse(raw);
  expect(mail.subject).toBe(`Re: ${hi.mail.subject(reference)}`);
  expect(mail.text).toContain(`${words}\n\n-- \n`);
  expect(mail.text).toContain(`${hi.mail.read}: ${server.origin}/hi/receipt?key=`);
  expect(mail.html).toContain('lang="hi-IN"');
  await setSettings(page, {});
  await mailServer.close();
});
