import type { SettingsSaved } from "#contract/settings.ts";
import { pathIn } from "#contract/paths.ts";
import { expectAccessible, setSettings } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 };

/** A screenshot of 1×1, and a logo: PNG in Base64. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const logo = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

test("an email shows its words, its files by name, and a logo by a press @slow", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  const known = await (await page.request.get("/api/settings")).json();
  await setSettings(page, {});
  const { version } = await (await page.request.get("/api/settings")).json();
  const settings = { ...incoming, security: "tls", user: "", newSecret: true };
  const saved = await page.request.put("/api/settings", {
    data: { ...known, mail: null, webhook: null, telegram: null, incoming: settings },
    headers: { "if-match": `"${version}"` },
  });
  const { incomingSecret = "" }: SettingsSaved = await saved.json();
  const part = (type: string, more: string, body: string) =>
    `--m\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${body}\r\n`;
  const html =
    '<blockquote>Please wait.</blockquote><p>It failed: <img src="cid:shot"></p>' +
    '<div class="gmail_signature">Meera <img src="cid:logo"></div>';
  const data = [
    "From: Meera Example <meera@example.org>\r\nTo: desk@example.com\r\nSubject: Withdrawal\r\n" +
      'Message-ID: <files@mail.example.com>\r\nContent-Type: multipart/related; boundary="m"\r\n\r\n',
    part("text/html; charset=utf-8", "", btoa(html)),
    part("image/png", 'Content-ID: <shot>\r\nContent-Disposition: inline; filename="UPI receipt.png"\r\n', picture),
    part("image/png", 'Content-ID: <logo>\r\nContent-Disposition: inline; filename="logo.png"\r\n', logo),
    part("application/pdf", 'Content-Disposition: attachment; filename="Bank statement.pdf"\r\n', btoa("%PDF-1.7")),
    part("application/zip", 'Content-Disposition: attachment; filename="all.zip"\r\n', btoa("PK")),
    "--m--",
  ].join("");
  const headers = { "content-type": "message/rfc822", authorization: `Bearer ${incomingSecret}` };
  const pushed = await page.request.post("/api/incoming-mail", { headers, data });
  expect(await pushed.json()).toEqual({ outcome: "inquiry" });

  await open(page, inboxAddress + allInquiries);
  await expect(inbox.row("Meera").locator(".row-excerpt")).toContainText("It failed:");
  await expect(inbox.row("Meera").locator(".row-excerpt")).not.toContainText("Please wait.");
  await inbox.row("Meera").getByRole("link").click();
  const message = inbox.panel.getByRole("listitem").filter({ hasText: "It failed:" }).first();
  await expect(message.locator("header")).toContainText("email");
  await expect(message).toContainText("Not kept here: “all.zip” (neither a picture nor a PDF).");
  await expect(message.getByRole("img", { name: "UPI receipt.png" })).toBeVisible();
  await expect(message.getByRole("link", { name: "Bank statement.pdf" })).toBeVisible();
  await expect(message.getByRole("img", { name: "logo.png" })).toHaveCount(0);
  await message.getByRole("button", { name: "Show 1 hidden picture" }).click();
  await expect(message.getByRole("img", { name: "logo.png" })).toBeVisible();
  await expect(message.getByRole("button", { name: "Hide them again" })).toBeFocused();
  await expectAccessible(page);
  const { PICTURES: folder } = process.env;
  if (folder !== undefined) {
    const address = page.url();
    for (const colorScheme of ["light", "dark"] as const)
      for (const language of ["", "/hi"])
        for (const width of [360, 1280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await open(page, address.replace("/ContactAdmin", `${language}/ContactAdmin`));
          await page.locator(".entry.visitor").first().waitFor();
          await page.screenshot({ path: `${folder}/${colorScheme}${language.replace("/", "-")}-${width}.png` });
        }
  }
  await setSettings(page, {});
  await open(page, page.url().replace(inboxAddress, pathIn("hi", inboxAddress)));
  const inHindi = page.locator(".entry.visitor").first();
  await expect(inHindi).toContainText("यहाँ नहीं रखी गईं: “all.zip” (न तस्वीर, न PDF)।");
  await expect(inHindi).not.toContainText("Not kept");
});
