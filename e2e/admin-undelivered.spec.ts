import { randomUUID } from "node:crypto";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Settings, SettingsSaved } from "#contract/settings.ts";
import { expectAccessible, none, setSettings } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import { startMailServer } from "./receivers.ts";

test("a reply that did not arrive opens its inquiry again, on top and in a view of its own @slow", async ({
  page,
  inbox,
  server,
}) => {
  test.slow();
  const mailServer = await startMailServer("a made-up password");
  const inquiries = await inbox.openWith([
    { name: "Ravi Example", email: "ravi@example.com" },
    { name: "Kavya Example", email: "kavya@example.com" },
    { name: "Meera Example", email: "meera@example.com" },
  ]);
  const sender = { user: "desk", password: "a made-up password", from: "desk@example.com", to: [] };
  const { version } = await server.call<Settings>("GET", "settings");
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 };
  const saved = await server.call<SettingsSaved>(
    "PUT",
    "settings",
    {
      ...none,
      mail: { host: "127.0.0.1", port: mailServer.port, security: "none", ...sender },
      incoming: { ...incoming, security: "tls", user: "" },
    },
    { "if-match": `"${version}"` },
  );
  const push = async (lines: readonly string[]) => {
    const headers = { "content-type": "message/rfc822", authorization: `Bearer ${saved.incomingSecret ?? ""}` };
    const from = ["From: MAILER-DAEMON@mx.example.net", "Subject: failure notice"];
    const data = [...from, `Message-ID: <${randomUUID()}@mx.example.net>`, "", ...lines].join("\r\n");
    return (await page.request.post("/api/incoming-mail", { headers, data })).json();
  };
  const reply = async (name: string) => {
    const id = inquiries.find((inquiry) => inquiry.name === name)?.id ?? "";
    const seen = await server.call<InquiryDetail>("GET", `contact-inquiries/${id}`);
    const input = { id: randomUUID(), way: "email", text: "Please try again.", status: "answered" };
    const headers = { "if-match": `"${seen.version}"` };
    await server.call("POST", `contact-inquiries/${id}/replies`, input, headers);
    return input.id;
  };
  const replies = [await reply("Ravi Example"), await reply("Kavya Example")];
  await expect.poll(() => mailServer.mails.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await expect
    .poll(async () => (await inbox.known("Kavya Example")).entries[0]?.delivery, { timeout: 20_000 })
    .toBe("delivered");

  expect(
    await push(["<ravi@example.com>: no such user (#5.1.1)", "", `Message-ID: <${replies[0]}@example.com>`]),
  ).toEqual({
    outcome: "bounce",
  });
  await open(page, inboxAddress + allInquiries);
  await expect.poll(() => inbox.names()).toEqual(["Ravi Example", "Meera Example", "Kavya Example"]);
  await expect(inbox.row("Ravi")).toContainText("Not delivered");
  await expectAccessible(page);
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Not delivered 1" }).click();
  await expect.poll(() => inbox.names()).toEqual(["Ravi Example"]);
  await inbox.row("Ravi").getByRole("link").click();
  await expect(inbox.panel).toContainText("Email not delivered: There is no such mailbox");
  await expect(inbox.panel).toContainText("A reply that did not arrive changed the status from Answered to New.");

  // Somebody decides if the address alone fits.
  expect(await push(["I wasn't able to deliver your message. <kavya@example.com>: user unknown"])).toEqual({
    outcome: "listed",
  });
  await open(page, `${inboxAddress}?view=not-taken`);
  await expect(page.getByText(/perhaps one about/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as not delivered" }).click();
  await expect(page.getByRole("link", { name: "Open inquiry" })).toBeFocused();
  await open(page, `${inboxAddress}?undelivered=yes`);
  await expect.poll(() => inbox.names()).toEqual(["Kavya Example", "Ravi Example"]);
  await setSettings(page, {});
  await mailServer.close();
});
