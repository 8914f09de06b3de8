import type { Locator, Page } from "@playwright/test";
import { expectAccessible, setSettings } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";
import { startMailServer } from "./receivers.ts";
import type { FrontDesk } from "./server.ts";

const panelOf = (page: Page) => page.getByRole("region", { name: /^Inquiry/ });
const textIn = (panel: Locator) => panel.getByLabel("Text", { exact: true });

/** Sends an inquiry as a visitor does, and returns the key of its private page. */
async function submit(server: FrontDesk, name: string): Promise<string> {
  const message = {
    name,
    phone: "+91 90000 55555",
    email: "kavya@example.com",
    city: "Guwahati",
    query: "Not paid out",
  };
  const { receipt } = await server.call<{ receipt: string }>("POST", "contact-inquiries", message);
  return new URL(receipt, server.origin).searchParams.get("key") ?? "";
}

test(
  "two members answer a visitor, who answers back: undone, sent, live, and never past each other",
  { tag: "@postgresql" },
  async ({ page, inbox, server }) => {
    await inbox.openWith([{ name: "Ravi Example" }]);
    const { replies } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
    for (const { id } of replies) await server.call("DELETE", `saved-replies/${id}`);
    await server.call("POST", "saved-replies", { title: "Paid", text: "Namaste {name}, {reference} is paid out." });
    const key = await submit(server, "Kavya Example");
    const known = () => inbox.known("Kavya Example");
    await inbox.row("Kavya").getByRole("link").click();
    const { panel } = inbox;
    const thread = panel.getByRole("region", { name: "Conversation" });
    const { reference, id } = await known();
    await expect(panel).toBeFocused();

    // A greeting alone is not sent.
    await panel.getByRole("button", { name: "Send", exact: true }).click();
    await expect(panel.getByRole("alert")).toHaveText("Write a reply first: there is only the greeting.");
    await textIn(panel).press("Escape");
    await expect(panel).toBeFocused();

    // Three presses with a saved reply: slash, Enter, and the key that sends.
    await page.keyboard.press("/");
    await expect(panel.getByRole("option", { name: "Paid" })).toBeVisible();
    await page.keyboard.press("Enter");
    const words = `Namaste Kavya Example, ${reference} is paid out.`;
    await expect(textIn(panel)).toHaveValue(words);
    await page.keyboard.press("Control+Shift+Enter");
    await expect(inbox.done).toContainText(`Reply to ${reference} sent, and closed.`);
    await expect(panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();
    await expect(page.locator(".toast")).toHaveCount(0);
    expect(await known()).toMatchObject({ status: "closed", entries: [{ way: "page", text: words }] });

    // Its undo leads back to the text.
    await panel.press("z");
    await expect(inbox.done).toContainText(`Reply to ${reference} cancelled.`);
    await expect(panel.getByRole("heading", { name: "Kavya Example" })).toBeVisible();
    await expect(textIn(panel)).toHaveValue(words);
    expect(await known()).toMatchObject({ status: "new", entries: [] });
    await panel.getByRole("button", { name: "Send", exact: true }).click();
    await expect(inbox.done).toContainText(`Reply to ${reference} sent.`);
    await expect(panel).toBeFocused();
    const sent = thread.getByRole("listitem").filter({ hasText: words });
    await expect(sent).toContainText(/on the private page · sends in \d+ seconds?/);
    await inbox.done.getByRole("button", { name: "Undo" }).click();
    await expect(textIn(panel)).toBeFocused();
    await expect(textIn(panel)).toHaveValue(words);
    await expect(sent).toHaveCount(0);
    await panel.getByRole("button", { name: "Send and close" }).click();
    await expect(panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();

    // The visitor's answer appears live, also to a colleague who has it open.
    const other = await inbox.colleague();
    const others = panelOf(other);
    await open(other, `${inboxAddress}${allInquiries}&inquiry=${id}`);
    await expect(others.getByText(words)).toBeVisible();
    // It is open at once: what is typed next never goes to the inquiry that was open before.
    const opened = await inbox
      .row("Kavya")
      .getByRole("link")
      .evaluate(async (link: HTMLElement) => {
        link.click();
        await Promise.resolve();
        return document.querySelector(".inquiry-panel")?.getAttribute("aria-label");
      });
    expect(opened).toContain("Kavya");
    await textIn(panel).fill("Please look again.");
    const answer = (text: string) => page.request.post("/api/conversation/answers", { data: { key, text } });
    expect((await answer("It has not arrived.")).status()).toBe(201);
    await expect(inbox.row("Kavya")).toContainText("It has not arrived.");
    await expect(inbox.row("Kavya")).toHaveAttribute("data-status", "new");
    for (const each of [panel, others]) {
      await expect(each.getByRole("listitem").filter({ hasText: "It has not arrived." })).toBeInViewport();
      await expect(each.getByText("The visitor's answer changed the status from Closed to New.").first()).toBeVisible();
    }
    await expect(textIn(panel)).toHaveValue("Please look again.");
    await expect(others.getByText("Owner is replying")).toBeVisible();
    await expect(other.getByRole("list", { name: "Inquiries" }).getByText("Owner is replying")).toBeVisible();
    await expect(inbox.row("Kavya")).not.toContainText("is replying");

    // The visitor has written since the text was begun. A member who did not see that is asked, too.
    await other.route("**/api/inbox/events", (route) => route.abort());
    await other.reload();
    await expect(other.getByRole("banner").getByText(/^Offline since/)).toBeVisible();
    await textIn(others).fill("We are looking into it.");
    await panel.getByRole("button", { name: "Send", exact: true }).click();
    await panel.getByRole("button", { name: "Send anyway" }).click();
    await expect(inbox.done).toContainText(`Reply to ${reference} sent.`);
    await others.getByRole("button", { name: "Send", exact: true }).click();
    const question = others.getByRole("alert");
    await expect(question).toBeFocused();
    await expect(question).toContainText("Owner has written meanwhile. Send anyway?");
    await expect(others.getByRole("listitem").filter({ hasText: "Please look again." })).toBeInViewport();
    await expectAccessible(other);
    await question.getByRole("button", { name: "Do not send" }).click();
    await expect(textIn(others)).toBeFocused();
    await expect(textIn(others)).toHaveValue("We are looking into it.");
    await answer("Thank you!");
    await others.getByRole("button", { name: "Send", exact: true }).click();
    await expect(question).toContainText("The visitor has written meanwhile.");
    await question.getByRole("button", { name: "Send anyway" }).click();
    await expect(question).toBeHidden();
    await expect(thread.getByRole("listitem").filter({ hasText: "We are looking into it." })).toContainText("Asha");
    expect((await known()).entries).toHaveLength(5);
  },
);

test("what arrives while a member writes is shown at once and asked at Send; who reads further up stays there", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([]);
  const key = await submit(server, "Kavya Example");
  const answer = (text: string) => page.request.post("/api/conversation/answers", { data: { key, text } });
  const { id, reference } = await inbox.known("Kavya Example");
  for (let at = 0; at < 12; at += 1) await server.call("POST", `contact-inquiries/${id}/notes`, { text: `Note ${at}` });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  const { panel } = inbox;
  const thread = panel.getByRole("region", { name: "Conversation" });
  await expect(thread.getByText("Note 11")).toBeInViewport();
  const bar = panel.getByRole("status").filter({ hasText: "written meanwhile" });
  await textIn(panel).press("End");
  await page.keyboard.type("Your money comes in 3 days.");

  // Somebody who reads what was written first is told, and not moved.
  await thread.evaluate((pane) => pane.scrollTo({ top: 0 }));
  await expect(thread.getByText("Note 0", { exact: true })).toBeInViewport();
  const other = await inbox.colleague();
  await open(other, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  await textIn(panelOf(other)).fill("Refund done today.");
  await panelOf(other).getByRole("button", { name: "Send", exact: true }).click();
  await expect(bar).toHaveText(/^Asha has written meanwhile\./);
  await expect(thread.getByText("Note 0", { exact: true })).toBeInViewport();
  await thread.getByRole("button", { name: "1 new message" }).click();
  await expect(thread.getByText("Refund done today.")).toBeInViewport();

  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const question = panel.getByRole("alert");
  await expect(question).toContainText("Asha has written meanwhile. Send anyway?");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Do not send" }).click();
  await expect(textIn(panel)).toBeFocused();
  await expect(bar).toBeHidden();

  // Messages that were read are not asked about again, also after a reload; later ones are.
  expect((await answer("Thank you!")).status()).toBe(201);
  await expect(bar).toHaveText(/^The visitor has written meanwhile\./);
  await page.reload();
  await expect(textIn(panel)).toHaveValue(/Your money comes in 3 days\.$/);
  await bar.getByRole("button", { name: "Read it" }).click();
  await expect(bar).toBeHidden();
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(inbox.done).toContainText(`Reply to ${reference} sent.`);
});

test("what arrives while a note is written is shown, and asked before it is added, whatever the connection", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([]);
  const key = await submit(server, "Kavya Example");
  const answer = (text: string) => page.request.post("/api/conversation/answers", { data: { key, text } });
  const { id } = await inbox.known("Kavya Example");
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  const { panel } = inbox;
  const bar = panel.getByRole("status").filter({ hasText: "written meanwhile" });
  const question = panel.getByRole("alert");
  const box = await inbox.note();
  await box.fill("Nothing is known yet.");
  const notes = async () => (await inbox.known("Kavya Example")).notes.map(({ text }) => text);

  const other = await inbox.colleague();
  await open(other, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  await panelOf(other).getByRole("tab", { name: "Note" }).click();
  await panelOf(other).getByLabel("New note").fill("The bank has confirmed it.");
  await panelOf(other).getByRole("button", { name: "Add note" }).click();
  await expect(bar).toHaveText(/^Asha has written meanwhile\./);
  await box.press("Control+Enter");
  await expect(question).toContainText("Asha has written meanwhile. Add the note anyway?");
  await expect(question).toBeFocused();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Do not add" }).click();
  await expect(box).toBeFocused();
  await expect(bar).toBeHidden();
  expect(await notes()).toEqual(["The bank has confirmed it."]);

  // Messages that are not loaded yet are asked about as well; the text as it is then is added.
  await page.route("**/api/inbox/events", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("banner").getByText(/^Offline since/)).toBeVisible();
  await panel.getByRole("tab", { name: /^Note/ }).click();
  await expect(box).toHaveValue("Nothing is known yet.");
  expect((await answer("It has come!")).status()).toBe(201);
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(question).toContainText("The visitor has written meanwhile. Add the note anyway?");
  await box.fill("It came.");
  await question.getByRole("button", { name: "Add anyway" }).click();
  await expect(question).toBeHidden();
  await expect.poll(notes).toEqual(["The bank has confirmed it.", "It came."]);

  // A colleague's note counts for a reply, too.
  await page.unrouteAll();
  await page.reload();
  await textIn(panel).press("End");
  await page.keyboard.type("We look into it.");
  await expect(panelOf(other).getByText("It came.")).toBeVisible();
  await panelOf(other).getByLabel("New note").fill("Do not reply: it is a thief.");
  await panelOf(other).getByRole("button", { name: "Add note" }).click();
  await expect(bar).toHaveText(/^Asha has written meanwhile\./);
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(question).toContainText("Asha has written meanwhile. Send anyway?");
});

test("a reply whose response was lost is sent once; one that has left cannot be taken back", async ({
  page,
  inbox,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const { panel } = inbox;
  const send = panel.getByRole("button", { name: "Send", exact: true });
  const failed = page.locator(".failed-changes");
  const online = () => page.evaluate(() => dispatchEvent(new Event("online")));
  // The first try arrives; until the connection is back, no other does.
  let tries = 0;
  await page.route("**/replies", async (route) => {
    tries += 1;
    if (tries === 1) await route.fetch();
    await route.abort();
  });
  await textIn(panel).fill("Paid out");
  await send.click();
  await expect(failed).toContainText(`Failed to reply to ${inquiry?.reference}: The server did not answer.`);
  await expect(textIn(panel)).toHaveValue("Paid out");
  await expectAccessible(page);
  // Tried again once by itself.
  await expect.poll(() => tries).toBe(2);
  await expect(send).toBeEnabled();
  await page.unroute("**/replies");
  await online();
  await expect(inbox.done).toContainText(`Reply to ${inquiry?.reference} sent.`);
  await expect(failed).toHaveText("");
  await expect(textIn(panel)).toHaveValue("");
  expect((await inbox.known("Ravi Example")).entries).toHaveLength(1);

  await page.route("**/api/replies/*", (route) => route.fulfill({ status: 409, json: { message: "It has left." } }));
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText(`Too late to undo: the reply to ${inquiry?.reference} has left already.`);
  await expect(inbox.done.getByRole("button", { name: "Undo" })).toBeHidden();

  // A text that was changed since is sent only by its member.
  await page.route("**/replies", (route) => route.abort());
  await textIn(panel).fill("Paid");
  await send.click();
  await expect(failed).toContainText(`Failed to reply to ${inquiry?.reference}`);
  await expect(send).toBeEnabled();
  await textIn(panel).fill("Paid twice");
  await page.unroute("**/replies");
  await online();
  await expect(panel.getByRole("alert")).toContainText("Not sent. The text has changed since.");
  await expect(textIn(panel)).toHaveValue("Paid twice");
  expect((await inbox.known("Ravi Example")).entries).toHaveLength(1);
});

test("what was said on WhatsApp or by phone is logged in two presses @slow", async ({ page, inbox }) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const { panel } = inbox;
  await textIn(panel).fill("Please send a photo.");
  const opened = page.context().waitForEvent("page");
  await panel.getByRole("link", { name: "WhatsApp" }).click();
  await (await opened).close();
  await expect(panel.getByText("Log what you sent on WhatsApp?")).toBeVisible();
  await panel.getByRole("button", { name: "Log", exact: true }).click();
  await expect(inbox.done).toContainText(`Reply to ${inquiry?.reference} logged.`);
  const logged = panel.getByRole("listitem").filter({ hasText: "Please send a photo." });
  await expect(logged).toContainText("WhatsApp, logged");
  await expect(panel.getByText("Log what you sent on WhatsApp?")).toBeHidden();

  // No program takes a call here.
  await panel.getByRole("link", { name: "Call", exact: true }).evaluate((link) => {
    link.addEventListener("click", (event) => event.preventDefault());
  });
  await panel.getByRole("link", { name: "Call", exact: true }).click();
  await panel.getByRole("button", { name: "Log", exact: true }).click();
  await expect(panel.getByRole("alert")).toHaveText("Write what was said first.");
  await textIn(panel).fill("He sends it tonight.");
  await textIn(panel).press("Control+Enter");
  await expect(panel.getByRole("listitem").filter({ hasText: "He sends it tonight." })).toContainText("phone, logged");
  expect(await inbox.known("Ravi Example")).toMatchObject({
    status: "answered",
    entries: [{ way: "whatsapp" }, { way: "phone" }],
  });
});

test("a reply by email shows how far it has got, and is sent again where it did not get through @slow", async ({
  page,
  inbox,
  server,
}) => {
  const mailServer = await startMailServer("a made-up password");
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example", email: "ravi@example.com" }]);
  const sender = { user: "desk", password: "a made-up password", from: "desk@example.com", to: [] };
  await setSettings(page, { mail: { host: "127.0.0.1", port: mailServer.port, security: "none", ...sender } });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const { panel } = inbox;
  await expect(panel.getByRole("tab", { name: "Reply by email" })).toHaveAttribute("aria-selected", "true");
  await expect(panel.getByRole("link", { name: "Email" })).toBeHidden();
  await textIn(panel).fill("Paid out by email.");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const entry = panel.getByRole("listitem").filter({ hasText: "Paid out by email." });
  await expect(entry).toContainText(/email · sends in \d+ seconds?/);
  await expect(entry).toContainText("email · delivered", { timeout: 30_000 });
  // Earlier journeys may have left mails of their own.
  const sent = () => mailServer.mails.filter(({ to }) => to.includes("ravi@example.com"));
  expect(sent()).toHaveLength(1);

  const [{ id } = { id: "" }] = (await inbox.known("Ravi Example")).entries;
  const problem = "The mail server did not answer.";
  await server.askStore(`update outbox set state = 'dead' where id = '${id}'`);
  await server.askStore(`update inquiry_entry set delivery = 'dead', problem = '${problem}' where id = '${id}'`);
  await page.reload();
  await expect(entry).toContainText("Email not delivered: The mail server did not answer.");
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Send again" }).click();
  await expect(entry).toContainText("email · delivered", { timeout: 20_000 });
  expect(sent()).toHaveLength(2);
  await setSettings(page, {});
  await mailServer.close();
});

test("from the form to a reply by email, the visitor's answer by email, and the end, with two members @slow", async ({
  page,
  inbox,
  server,
}) => {
  test.slow();
  const mailServer = await startMailServer("a made-up password");
  await inbox.openWith([{ name: "Ravi Example" }]);
  const sender = { user: "desk", password: "a made-up password", from: "desk@example.com", to: [] };
  const mail = { host: "127.0.0.1", port: mailServer.port, security: "none", ...sender };
  await setSettings(page, { mail });

  // An owner sets up incoming mail, and sees the secret for the provider once.
  await open(page, "/ContactAdmin/settings?section=incoming");
  const section = page.getByRole("region", { name: "Incoming email" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.getByLabel("Address").fill("desk@example.com");
  await section.getByLabel("How emails come in").selectOption("Pushed by your mail provider");
  await expectAccessible(page);
  await section.getByRole("button", { name: "Save" }).click();
  const secret = (await section.locator(".fresh-secret code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);

  const key = await submit(server, "Kavya Example");
  await open(page, inboxAddress + allInquiries);
  await inbox.row("Kavya").getByRole("link").click();
  const { panel } = inbox;
  await panel.getByRole("tab", { name: "Reply by email" }).click();
  await textIn(panel).fill("Please send us the date.");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  const entry = panel.getByRole("listitem").filter({ hasText: "Please send us the date." });
  await expect(entry).toContainText("email · delivered", { timeout: 30_000 });

  // The visitor answers in their mail program, which quotes our email.
  const raw = mailServer.mails.find(({ to }) => to.includes("kavya@example.com"))?.raw ?? "";
  const [, replyTo = ""] = /^Reply-To: .*?<?(desk\+[^>\s]+)>?\s*$/m.exec(raw) ?? [];
  const [, messageId = ""] = /^Message-ID: (\S+)/m.exec(raw) ?? [];
  const answer = [
    "From: Kavya Example <kavya@example.com>",
    `To: ${replyTo}`,
    "Subject: Re: Your message",
    `In-Reply-To: ${messageId}`,
    "Message-ID: <1@mail.example.com>",
    "",
    "It was on Friday.",
    "",
    "On Saturday, Example Desk wrote:",
    "> Please send us the date.",
  ].join("\r\n");
  const headers = { "content-type": "message/rfc822", authorization: `Bearer ${secret}` };
  for (const outcome of ["answer", "known"]) {
    const pushed = await page.request.post("/api/incoming-mail", { headers, data: answer });
    expect(await pushed.json()).toEqual({ outcome });
  }
  const answered = panel.getByRole("listitem").filter({ hasText: "It was on Friday." });
  await expect(answered).toContainText("answer by email");
  await expect(answered).not.toContainText("Example Desk wrote");
  await answered.getByText("Quoted text").click();
  await expect(answered).toContainText("Example Desk wrote");
  await expectAccessible(page);

  // A colleague closes it. The visitor's page shows what each key may see.
  const other = await inbox.colleague();
  const { id } = await inbox.known("Kavya Example");
  await open(other, `${inboxAddress}${allInquiries}&inquiry=${id}`);
  const others = panelOf(other);
  await textIn(others).fill("Friday it is. It is paid out now.");
  await others.getByRole("button", { name: "Send and close" }).click();
  await expect.poll(async () => (await inbox.known("Kavya Example")).status).toBe("closed");
  const seenWith = async (shownKey: string) => {
    const response = await page.request.post("/api/conversation", { data: { key: shownKey } });
    const { entries }: { entries: Array<{ text: string }> } = await response.json();
    return entries.map(({ text }) => text);
  };
  // Who opened the inquiry has not proved that its address is theirs; who got the emails has their key.
  await expect
    .poll(() => seenWith(key), { timeout: 30_000 })
    .toEqual(["We have replied by email.", "We have replied by email."]);
  const [, mailedKey = ""] = /\/receipt\?key=([\w-]+)/.exec(raw.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=")) ?? [];
  expect(await seenWith(mailedKey)).toEqual([
    "Please send us the date.",
    "It was on Friday.",
    "Friday it is. It is paid out now.",
  ]);
  await setSettings(page, {});
  await mailServer.close();
});
