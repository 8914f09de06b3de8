import type { Locator } from "@playwright/test";
import { asha, fillInquiry } from "./public-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

test(
  "an inquiry from the visitor's form to its end: it appears, is assigned, noted, answered, closed and erased",
  { tag: "@postgresql" },
  async ({ page, server, inbox, browser }) => {
    await inbox.openWith([{ name: "Ravi Example" }]);
    await server.call("POST", "saved-replies", {
      title: "Payments",
      text: "Namaste {name}, {reference} is paid.",
    });
    await server.call("POST", "saved-replies", { title: "Thanks", text: "Thank you, {name}." });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
    await expect(page.getByText("1 inquiry", { exact: true }).first()).toBeVisible();

    const visitor = await browser.newPage({ baseURL: server.origin });
    await open(visitor, "/contact/message");
    await fillInquiry(visitor, asha);
    await visitor.getByRole("button", { name: "Send Message" }).click();
    await expect(inbox.row(asha.name)).toBeVisible();
    await expect(page.getByRole("status").getByText("1 new inquiry")).toBeAttached();
    expect(await inbox.names()).toEqual([asha.name, "Ravi Example"]);
    await expect(page).toHaveTitle("(2) Inbox");
    await inbox.row(asha.name).getByRole("link").click();
    const { panel } = inbox;
    await expect(panel).toBeFocused();
    const { reference } = await inbox.known(asha.name);
    await expect(panel.getByRole("heading", { name: asha.name })).toBeVisible();
    for (const text of [reference, "+91 90000 00009", asha.email, asha.city, "कृपया बताइए।"]) {
      // A colleague may have the same email, in the closed list of assignees.
      await expect(panel.getByText(text).filter({ visible: true }).first()).toBeVisible();
    }

    await panel.getByRole("button", { name: "Assign to me" }).click();
    await expect(inbox.done).toContainText(`${reference} assigned to Owner`);
    await expect(panel.getByLabel("Assigned to")).toHaveValue(/./);
    await expect(panel.getByLabel("Assigned to")).toBeFocused();
    const note = await inbox.note();
    await note.fill("Asked the payments desk.\nवे कल उत्तर देंगे।");
    await panel.getByRole("button", { name: "Add note" }).click();
    await expect(panel.getByRole("listitem").filter({ hasText: "Asked the payments desk." })).toContainText("Owner");
    await expect(note).toHaveValue("");

    await panel.getByRole("tab", { name: "On the private page" }).click();
    const answer = panel.getByLabel("Text", { exact: true });
    const choose = async (reply: string, words: string) => {
      await panel.getByRole("button", { name: "Saved replies" }).click();
      await panel.getByRole("option", { name: reply }).click();
      await expect(answer).toHaveValue(words);
    };
    await choose("Payments", `Namaste ${asha.name}, ${reference} is paid.`);

    // A saved reply never replaces typed text.
    await answer.fill("Typed by hand. ");
    await choose("Thanks", `Typed by hand.\n\nThank you, ${asha.name}.`);
    await choose("Payments", `Typed by hand.\n\nNamaste ${asha.name}, ${reference} is paid.`);
    await choose("Thanks", `Typed by hand.\n\nThank you, ${asha.name}.`);
    // Once for each inserted reply.
    for (let times = 0; times < 3; times += 1) await answer.press("Control+z");
    await expect(answer).toHaveValue("Typed by hand. ");
    await answer.press("Control+Shift+z");
    await panel.getByRole("link", { name: "Back to the list" }).click();
    await inbox.row(asha.name).getByRole("link").click();
    await expect(answer).toHaveValue(`Typed by hand.\n\nThank you, ${asha.name}.`);
    await answer.fill("");
    await choose("Payments", `Namaste ${asha.name}, ${reference} is paid.`);
    const text = encodeURIComponent(`Namaste ${asha.name}, ${reference} is paid.`);
    const whatsapp = panel.getByRole("link", { name: "WhatsApp" });
    await expect(whatsapp).toHaveAttribute("href", `https://wa.me/919000000009?text=${text}`);
    await expect(whatsapp).toHaveAttribute("rel", "noopener noreferrer");
    await expect(panel.getByRole("link", { name: "Call", exact: true })).toHaveAttribute("href", "tel:+919000000009");
    await expect(panel.getByRole("link", { name: "Email" })).toHaveAttribute(
      "href",
      `mailto:asha@example.com?subject=${encodeURIComponent(`Your message ${reference}`)}&body=${text}`,
    );
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    const opened = page.context().waitForEvent("page");
    await whatsapp.click();
    await (await opened).close();
    await expect(panel.getByText("Log what you sent on WhatsApp?")).toBeVisible();
    await panel.getByRole("button", { name: "Do not log" }).click();
    await expect(panel.getByRole("tabpanel", { name: "On the private page" })).toBeFocused();
    const reopened = page.context().waitForEvent("page");
    await whatsapp.click();
    await (await reopened).close();
    await panel.getByRole("button", { name: "Log", exact: true }).click();
    await expect(panel).toBeFocused();
    await expect(panel.getByLabel("Status")).toHaveValue("answered");
    await expect(panel.getByText("Log what you sent on WhatsApp?")).toBeHidden();

    await panel.getByLabel("Status").selectOption("closed");
    await expect(inbox.done).toContainText(`${reference} marked closed.`);
    const thread = panel.getByRole("region", { name: "Conversation" });
    await thread.getByText("2 changes").click();
    await expect(thread).toContainText("changed the status from Answered to Closed");
    const after = await inbox.known(asha.name);
    expect(after).toMatchObject({ status: "closed", assignee: { email: server.owner.email } });
    expect(after.notes).toHaveLength(1);
    await inbox.done.getByRole("button", { name: "Undo" }).click();
    await expect(panel.getByLabel("Status")).toHaveValue("answered");

    // The visitor sees the status, and withdraws everything.
    await visitor.getByRole("link", { name: "See your message" }).first().click();
    await expect(visitor.getByRole("main").getByText("Answered")).toBeVisible();
    await visitor.getByText("Erase my message").click();
    await visitor.getByRole("button", { name: "Erase it for good" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Your message has been erased");
    await expect(panel.getByText("This inquiry is no longer there.")).toBeVisible();
    await expect(inbox.row(asha.name)).toHaveCount(0);
    await visitor.close();
  },
);

/** The number of lines of an element's text. */
function lines(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}

test("the address holds the view: it is shared, and Back leads back @slow", async ({ page, inbox, server }) => {
  const [newest] = await inbox.openWith([
    { name: "Ravi Example" },
    { name: "मीरा उदाहरण", email: "meera.udaharan.lucknow@example.com" },
  ]);
  await server.call("POST", "contact-inquiries/changes", {
    changes: [{ id: newest?.id, version: newest?.version, status: "in progress" }],
  });
  const status = page.getByRole("navigation", { name: "Views" });
  await expect(status.getByRole("link", { name: "In progress 1" })).toBeVisible();
  await expect(status.getByRole("link", { name: "All 2" })).toHaveAttribute("aria-current", "true");
  await status.getByRole("link", { name: "In progress" }).click();
  await expect(page).toHaveURL(`${inboxAddress}?status=in+progress`);
  await expect.poll(() => inbox.names()).toEqual(["मीरा उदाहरण"]);
  await inbox.row("मीरा").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`inquiry=${newest?.id}`));
  await expect(inbox.panel.getByRole("heading", { name: "मीरा उदाहरण" })).toBeVisible();
  // Wraps at the @ where it must, and never within a word.
  expect(await lines(inbox.panel.getByText("meera.udaharan.lucknow@example.com"))).toBeLessThanOrEqual(2);

  const shared = await page.context().newPage();
  await open(shared, page.url());
  await expect(shared.getByRole("heading", { name: "मीरा उदाहरण" })).toBeVisible();
  await expect(shared.getByRole("list", { name: "Inquiries" }).getByRole("listitem")).toHaveCount(1);
  await shared.close();

  await page.goBack();
  await expect(inbox.panel).toBeHidden();
  await page.goBack();
  await expect.poll(() => inbox.names()).toEqual(["मीरा उदाहरण", "Ravi Example"]);
  await page.goForward();
  await expect.poll(() => inbox.names()).toEqual(["मीरा उदाहरण"]);

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Assigned to", { exact: true }).selectOption("Me");
  await expect(page.getByRole("heading", { name: "No inquiry found" })).toBeVisible();
  await page.getByLabel("Assigned to", { exact: true }).selectOption("Nobody");
  await page.getByLabel("Received from").fill("2020-01-01");
  await page.getByLabel("Received until").fill("2020-01-02");
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-02/);
  await expect(page.getByRole("heading", { name: "No inquiry found" })).toBeVisible();
  await expect(page.getByText("Change the filters, or look at all of them.")).toBeVisible();
  await page.getByLabel("Received from").fill("2020-01-03");
  await expect(page.getByLabel("Received until")).toHaveAccessibleDescription(
    "“Received until” is before “Received from”.",
  );
  await expect(page.getByText("“Received until” is before “Received from”: no day is in between.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expect.poll(() => inbox.names()).toEqual(["मीरा उदाहरण"]);
});

test("search finds parts of words, Hindi, one letter, and what stands in notes @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [, , ravi] = await inbox.openWith([
    { name: "Ravi Example", query: "Party of yaks" },
    { name: "मीरा उदाहरण", city: "लखनऊ" },
    { name: "Imran Example", phone: "+91 90000 77777" },
  ]);
  await server.call("POST", `contact-inquiries/${ravi?.id}/notes`, { text: "The quartermaster knows" });
  const box = page.getByRole("search").getByRole("searchbox", { name: "Search inquiries and notes" });
  for (const [words, names] of [
    ["arty", ["Ravi Example"]],
    // No reference has this letter.
    ["y", ["Ravi Example"]],
    ["मी", ["मीरा उदाहरण"]],
    ["लखन", ["मीरा उदाहरण"]],
    ["rterma", ["Ravi Example"]],
    ["77777", ["Imran Example"]],
    ["exam im", ["Imran Example"]],
    ["nothing of the kind", []],
  ] as const) {
    await box.fill(words);
    await expect.poll(() => new URL(page.url()).searchParams.get("search"), words).toBe(words);
    await expect.poll(() => inbox.names(), words).toEqual(names);
  }
  await expect(page.getByRole("status").getByText("0 inquiries")).toBeAttached();
  await expect(page.getByText("Try other words, or look at all of them.")).toBeVisible();
  await page.getByRole("link", { name: "All inquiries" }).click();
  await expect(box).toHaveValue("");
  await expect.poll(() => inbox.names()).toHaveLength(3);
});

test("two people on one inquiry see each other, and neither overwrites the other @slow", async ({ page, inbox }) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  const other = await inbox.colleague();
  const address = `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`;
  await open(page, address);
  await open(other, address);
  const others = other.getByRole("region", { name: /^Inquiry/ });
  await expect(inbox.panel.getByText("Asha is also here")).toBeVisible();
  await expect(others.getByText("Owner is also here")).toBeVisible();

  // A change by one member shows at once for the other.
  await others.getByLabel("Status").selectOption("in progress");
  await expect(inbox.panel.getByLabel("Status")).toHaveValue("in progress");
  await expect(inbox.row("Ravi").getByText("In progress")).toBeVisible();

  // If the feed is missing, a change based on stale data is rejected, and the differences are shown.
  await page.route("**/api/inbox/events", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("banner").getByText(/^Offline since/)).toBeVisible();
  await (await inbox.note()).fill("Typed, not sent yet");
  await others.getByLabel("Status").selectOption("answered");
  const thread = others.getByRole("region", { name: "Conversation" });
  await thread.getByText("2 changes").click();
  await expect(thread).toContainText("changed the status from In progress to Answered");
  await inbox.panel.getByLabel("Status").selectOption("closed");
  const notice = inbox.panel.getByRole("alert");
  await expect(notice).toContainText("not marked closed");
  await expect(notice).toContainText("Asha changed the status from In progress to Answered.");
  await expect(notice).toContainText("Your draft is saved below.");
  await expect(inbox.panel.getByLabel("Status")).toHaveValue("answered");
  await expect(inbox.panel.getByLabel("New note")).toHaveValue("Typed, not sent yet");
  expect((await inbox.known("Ravi Example")).status).toBe("answered");
  await notice.getByRole("button", { name: "Do it anyway" }).click();
  await expect(notice).toBeHidden();
  await expect.poll(async () => (await inbox.known("Ravi Example")).status).toBe("closed");
  await expect(others.getByLabel("Status")).toHaveValue("closed");

  await other.getByRole("link", { name: "Back to the list" }).click();
  await page.unrouteAll();
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(inbox.panel.getByText("is also here")).toBeHidden();
});

test("an impostor report is marked, shows what it is about as text, and has a filter of its own", async ({
  page,
  server,
  inbox,
}) => {
  const reported = "https://t.me.evil.example/saffron_example";
  await inbox.openWith([{ name: "Ravi Example" }]);
  await server.call("POST", "impostor-reports", { reported, happened: "They asked for my OTP." });
  await expect(inbox.row(reported)).toContainText("Impostor report");
  await inbox.row(reported).getByRole("link").click();
  const { panel } = inbox;
  await expect(panel.getByRole("heading", { name: "Impostor report" })).toBeVisible();
  await expect(panel.getByText(reported)).toBeVisible();
  await expect(panel.getByText("They asked for my OTP.")).toBeVisible();
  await expect(panel.getByText("They left no number and no address")).toBeVisible();
  await expect(panel.locator("a[href*=evil]")).toHaveCount(0);
  await expect(panel.getByLabel("Text", { exact: true })).toHaveValue(/^Hello,\n/);

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Kind").selectOption("Impostor reports");
  await expect(inbox.rows).toHaveCount(1);
  await expect(page).toHaveURL(/kind=impostor/);
  await expect(page.getByText("1 inquiry", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Kind").selectOption("Messages");
  await expect(inbox.row("Ravi Example")).toBeVisible();
  await expect(inbox.rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(inbox.rows).toHaveCount(2);
  await inbox.row(reported).getByRole("link").click();
});

test("the work is in view: the rows, and the open inquiry beside them; on a phone one or the other", async ({
  page,
  inbox,
  server,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  // No alarm of an earlier journey stands above the rows.
  await server.setChannels([]);
  const long = { name: "Without-a-break".repeat(6), city: "क".repeat(90), query: "Longwords".repeat(200) };
  await inbox.openWith([...Array.from({ length: 14 }, (_, number) => ({ name: `Visitor ${number}` })), long]);
  const dismiss = page.getByRole("button", { name: /^Dismiss/ });
  if (await dismiss.isVisible()) await dismiss.click();
  await inbox.row(long.name).getByRole("link").click();
  await expect(inbox.panel.getByText(long.query)).toBeInViewport();
  const places = () => inbox.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()));
  // Below notices of earlier journeys; what was dismissed leaves its place once the pointer rests.
  const notices = () => page.locator(".shell-notices").evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(async () => ((await places())[0]?.top ?? NaN) - (await notices())).toBeLessThanOrEqual(134);
  expect((await places()).filter(({ bottom }) => bottom <= 768).length).toBeGreaterThanOrEqual(8);
  // Only the panes scroll.
  const hidden = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
  expect(await hidden()).toEqual([0, 0]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(inbox.rows.first()).toBeHidden();
  expect(await hidden()).toEqual([0, 0]);
  await inbox.panel.getByRole("link", { name: "Back to the list" }).click();
  await expect(inbox.rows.first()).toBeInViewport();
  expect(await hidden()).toEqual([0, 0]);
});

test("the number of new inquiries in the sidebar follows at once; what is set narrows the list, and can be removed", async ({
  page,
  inbox,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }]);
  const area = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Inbox/ });
  await expect(area).toHaveAccessibleName("Inbox 2 new");
  await inbox.row("Ravi").getByRole("link").focus();
  await page.keyboard.press("e");
  await expect(area).toHaveAccessibleName("Inbox 1 new");
  await page.keyboard.press("z");
  await expect(area).toHaveAccessibleName("Inbox 2 new");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Team" }).click();
  await expect(page).toHaveTitle("Team");
  await area.click();
  await expect(inbox.rows).toHaveCount(2);
  await expect(page).toHaveTitle("(2) Inbox");

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Kind").selectOption("Impostor reports");
  await expect(page.getByRole("heading", { name: "No inquiry found" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter “Impostor reports”" }).click();
  await expect(inbox.rows).toHaveCount(2);
});
