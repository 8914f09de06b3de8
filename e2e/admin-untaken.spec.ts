import type { Page } from "@playwright/test";
import type { UntakenPage } from "#contract/inbox/untaken-mail.ts";
import type { SettingsSaved } from "#contract/settings.ts";
import { expectAccessible, setSettings } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const incoming = {
  replyTo: "desk@example.com",
  unmatched: "inquiry",
  way: "push",
  host: "",
  port: 993,
  security: "tls",
  user: "",
};

/** Pushes an email, as a mail provider does. */
async function push(page: Page, secret: string, headers: readonly string[], body: string): Promise<void> {
  const pushed = await page.request.post("/api/incoming-mail", {
    headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
    data: [...headers, `Message-ID: <${crypto.randomUUID()}@mail.example.com>`, "", body].join("\r\n"),
  });
  expect(await pushed.json()).toEqual({ outcome: "listed" });
}

test("emails that were not taken are listed with their reason, taken, taken back and downloaded @slow", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  const known = await (await page.request.get("/api/settings")).json();
  await setSettings(page, {});
  const { version } = await (await page.request.get("/api/settings")).json();
  const saved = await page.request.put("/api/settings", {
    data: { ...known, mail: null, webhook: null, telegram: null, incoming: { ...incoming, newSecret: true } },
    headers: { "if-match": `"${version}"` },
  });
  const { incomingSecret: secret }: SettingsSaved = await saved.json();
  await open(page, `${inboxAddress}?view=not-taken`);
  const list = page.getByRole("list", { name: "Emails that were set aside" });
  // The list itself may still be loading.
  const before = (await server.call<UntakenPage>("GET", "untaken-mails")).mails.length;

  await push(
    page,
    secret ?? "",
    ["From: Asha Example <asha@example.org>", "Subject: My deposit of Friday", "Precedence: bulk"],
    "It has not arrived yet, can you look at it please?",
  );
  await push(page, secret ?? "", ["From: Mallory <mallory@example.net>", "Subject: Lines"], "\n".repeat(100_000));
  await open(page, inboxAddress + allInquiries);
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: /^Set aside/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(before + 2);
  const asha = list.getByRole("listitem").filter({ hasText: "My deposit of Friday" });
  await expect(asha).toContainText("Sent by a program, such as a newsletter.");
  await expect(asha).toContainText("can you look at it please?");
  await expectAccessible(page);

  await asha.getByRole("button", { name: "Add to inbox: “My deposit of Friday” from Asha Example" }).click();
  const undo = asha.getByRole("button", { name: "Undo adding “My deposit of Friday” from Asha Example" });
  await expect(undo).toBeFocused();
  expect(await inbox.known("Asha Example")).toMatchObject({ email: "asha@example.org", status: "new" });
  await undo.press("Enter");
  const take = asha.getByRole("button", { name: "Add to inbox: “My deposit of Friday” from Asha Example" });
  await expect(take).toBeFocused();
  await take.press("Enter");
  await asha.getByRole("link", { name: "Open inquiry" }).click();
  await expect(inbox.panel).toContainText("can you look at it please?");

  await page.goBack();
  const unread = list.getByRole("listitem").filter({ hasText: "Mallory" });
  await expect(unread).toContainText("Could not be read: it has too many lines.");
  await expect(unread.getByRole("button")).toHaveCount(0);
  const downloaded = page.waitForEvent("download");
  await unread.getByRole("link", { name: "Download “Lines” from Mallory" }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/^email-\d+\.eml$/);
});
