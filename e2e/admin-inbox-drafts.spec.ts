import type { Locator, Page } from "@playwright/test";
import { fillSignIn, pressSignOut, signOut } from "./admin-test.ts";
import { colleague, expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const kept = "Draft saved in this browser";
const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("front-desk-draft")));

/** Navigates within the document. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** Presses a button until it is gone: it does nothing while a request is under way. */
const press = (button: Locator) =>
  expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden({ timeout: 1000 });
  }).toPass();

test("drafts of an answer and a note outlive the page and a reload, until they are sent or discarded @slow", async ({
  page,
  inbox,
}) => {
  const [other, inquiry] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  const address = `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`;
  await open(page, address);
  const answer = inbox.panel.getByLabel("Text", { exact: true });
  const note = inbox.panel.getByLabel("New note");
  const unwritten = await answer.inputValue();
  await expect(inbox.panel.getByText(kept)).toHaveCount(0);
  await answer.fill("An answer, half done");
  await (await inbox.note()).fill("A note, half done");
  await expect(inbox.panel.getByText(kept)).toHaveCount(2);

  await open(page, "/ContactAdmin/replies");
  await open(page, address);
  await page.reload();
  await expect(answer).toHaveValue("An answer, half done");
  await expect(note).toHaveValue("A note, half done");
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${other?.id}`);
  await expect(note).toHaveValue("");
  await expect(inbox.panel.getByText(kept)).toHaveCount(0);

  await open(page, address);
  // The tab of the other text says so.
  await inbox.panel.getByRole("tab", { name: "Note draft" }).click();
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await expect(inbox.panel.getByRole("listitem").filter({ hasText: "A note, half done" })).toBeInViewport();
  await inbox.panel.getByRole("tab", { name: "On the private page draft" }).press("ArrowRight");
  await expect(inbox.panel.getByRole("tab", { name: "On the private page" })).toHaveAttribute("aria-selected", "true");
  await inbox.panel.getByRole("button", { name: "Discard draft" }).click();
  await expect(answer).toHaveValue(unwritten);
  await expect(answer).toBeFocused();
  expect(await draftKeys(page)).toEqual([]);
  await answer.fill("Once more");
  await inbox.panel.getByLabel("Status").selectOption("answered");
  await expect(inbox.done).toContainText("marked answered");
  expect(await draftKeys(page)).toEqual([]);
});

test("drafts are erased with the inquiry, at a sign-out, and when another member signs in @slow", async ({
  page,
  context,
  server,
  admin,
  inbox,
}) => {
  const [inquiry, gone] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  const note = inbox.panel.getByLabel("New note");
  const write = async (id = "") => {
    await open(page, `${inboxAddress}${allInquiries}&inquiry=${id}`);
    await (await inbox.note()).fill("Only mine");
    await expect(inbox.panel.getByText(kept)).toBeVisible();
  };
  await write(gone?.id);
  await open(page, "/ContactAdmin/replies");
  await server.call("POST", "contact-inquiries/erase", { inquiries: [{ id: gone?.id, version: gone?.version }] });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${gone?.id}`);
  await expect(inbox.panel.getByText("bin").first()).toBeVisible();
  // It may be restored.
  expect(await draftKeys(page)).toHaveLength(1);
  await server.call("POST", "contact-inquiries/bin/erase", { ids: [gone?.id] });
  await expect.poll(() => draftKeys(page)).toEqual([]);

  // Sent from another tab: this one shows and stores nothing any more.
  await write(inquiry?.id);
  const second = await context.newPage();
  await open(second, inboxAddress + allInquiries);
  await signOut(second);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await draftKeys(page)).toEqual([]);
  await second.close();

  // The session expires: the draft waits for the same member.
  await inbox.colleague();
  await admin.signIn();
  await write(inquiry?.id);
  await admin.endSession();
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  expect(await draftKeys(page)).toHaveLength(1);
  await fillSignIn(page, colleague);
  await expect(note).toHaveValue("");
  expect(await draftKeys(page)).toEqual([]);
});

test("a member who answers elsewhere stays present while their page sleeps, until they leave the inquiry @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  const other = await inbox.colleague();
  const address = `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`;
  await open(page, address);
  await open(other, address);
  const present = inbox.panel.getByText("Asha is also here");
  await expect(present).toBeVisible();
  // A phone that freezes ends its stream without a message.
  await other.route("**/api/inbox/events", (route) => route.abort());
  await other.clock.install();
  await other.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await other.clock.runFor(121_000);
  await inbox.send([{ name: "Later Example" }]);
  await expect(inbox.row("Later")).toBeVisible();
  await expect(present).toBeVisible();
  await other.close({ runBeforeUnload: true });
  await expect(present).toBeHidden();
  expect(server.output()).not.toContain('"level":50');
});

test("a change without a connection is listed, and made once when the connection is back", async ({
  page,
  context,
  inbox,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  // The presence call uses the connection that is about to be lost.
  const request = page.waitForResponse(
    (response) => response.request().postData()?.includes(`"${inquiry?.id}"`) === true,
  );
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await request;
  const failed = page.locator(".failed-changes");
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/).filter({ visible: true })).toBeInViewport();
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(failed).toContainText(`Failed to change ${inquiry?.reference}: The server did not answer.`);
  await expect(failed).toContainText("It will be retried when the connection is back.");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expect(failed.getByRole("button", { name: "Try again" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/^Offline since/).filter({ visible: true })).toBeInViewport({ ratio: 1 });
    // The keyboard focus does not land below it.
    await inbox.panel.getByRole("link", { name: "Back to the list" }).focus();
    await inbox.panel.getByRole("link", { name: "WhatsApp" }).focus();
    const box = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect());
    const [button, notices] = [await box(page.locator(":focus")), await box(page.locator(".inbox-notices"))];
    // They stand side by side at a desk.
    expect(button.bottom <= notices.top || button.left >= notices.right).toBe(true);
  }
  await context.setOffline(false);
  await expect(inbox.done).toContainText(`${inquiry?.reference} marked closed`, { timeout: 20_000 });
  await expect(failed.getByRole("button")).toHaveCount(0);
  expect((await inbox.known("Ravi Example")).version).toBe(2);
});

test("a change whose answer was lost is not made twice, and not over a colleague's @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [first, second] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  const failed = page.locator(".failed-changes");
  let made = 0;
  await page.route("**/api/contact-inquiries/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    made += 1;
    // The server makes the change, and its response is lost.
    if (made === 1) await route.fetch();
    return made <= 2 ? route.abort() : route.fallback();
  });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${first?.id}`);
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(failed).toContainText("The server did not answer.");
  await expect.poll(() => made).toBe(2);
  await press(failed.getByRole("button", { name: "Try again" }));
  await expect(inbox.done).toContainText(`${first?.reference} marked closed`);
  await expect(page.getByText("was not marked closed")).toBeHidden();
  expect((await inbox.known("Mira Example")).version).toBe(2);

  await page.unrouteAll();
  let tries = 0;
  await page.route("**/api/contact-inquiries/*", (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    tries += 1;
    return route.abort();
  });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${second?.id}`);
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(failed).toContainText("The server did not answer.");
  const theirs = { id: second?.id, version: 1, status: "answered" };
  await server.call("POST", "contact-inquiries/changes", { changes: [theirs] });
  await expect(inbox.panel.getByLabel("Status")).toHaveValue("answered");
  await expect.poll(() => tries).toBe(2);
  await page.unrouteAll();
  await press(failed.getByRole("button", { name: "Try again" }));
  await expect(page.getByText("was not marked closed")).toBeVisible();
  expect((await inbox.known("Ravi Example")).status).toBe("answered");
});

test("what fails after its author has left the inbox is said on the other pages, and kept", async ({ page, inbox }) => {
  const [second, first] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  const { panel } = inbox;
  const failed = page.getByRole("alert").filter({ hasText: "changes or replies of yours in the inbox have failed" });
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  await page.route(/\/api\/contact-inquiries\/[^/]+(\/replies)?$/, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    await isLost;
    return route.abort();
  });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${second?.id}`);
  await panel.getByLabel("Status").selectOption("closed");
  await panel.getByRole("button", { name: "Assign to me" }).click();
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${first?.id}`);
  await panel.getByLabel("Text", { exact: true }).fill("Paid out");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Sending..." })).toBeVisible();
  for (const name of ["Saved replies", "Discard draft"])
    await expect(panel.getByRole("button", { name })).toBeDisabled();
  await panel.getByLabel("Text", { exact: true }).press("/");
  await expect(panel.getByRole("combobox", { name: "Find a saved reply" })).toHaveCount(0);
  await go(page, "/ContactAdmin/replies");
  await expect(page.getByRole("heading", { name: "Saved replies", level: 1 })).toBeVisible();
  // Closing the window would lose them.
  await expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true }))))
    .toBe(false);
  lose();
  await expect(failed).toContainText("2 changes");
  await page.unrouteAll();
  await pressSignOut(page);
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await failed.getByRole("link", { name: "Open the inbox" }).click();
  // Retried by itself, the two changes of one inquiry as one, and then the reply.
  await expect(inbox.done).toContainText(`Reply to ${first?.reference} sent.`, { timeout: 20_000 });
  expect(await inbox.known("Mira Example")).toMatchObject({ status: "closed", assignee: {}, version: 2 });
  expect((await inbox.known("Ravi Example")).entries).toHaveLength(1);
});

test("an undo pressed while a change is on its way is of that change, not of the one before", async ({
  page,
  inbox,
}) => {
  const [second, first] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${first?.id}`);
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(inbox.done).toContainText(`${first?.reference} marked closed`);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/api/contact-inquiries/${second?.id}`, async (route) => {
    if (route.request().method() === "PATCH") await isAnswered;
    return route.fallback();
  });
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${second?.id}`);
  await inbox.panel.getByLabel("Status").selectOption("answered");
  await inbox.panel.focus();
  await page.keyboard.press("z");
  answer();
  await expect(inbox.done).toContainText("Undone");
  expect(await inbox.known("Ravi Example")).toMatchObject({ status: "closed", version: 2 });
  expect(await inbox.known("Mira Example")).toMatchObject({ status: "new", version: 3 });

  // It is not offered again on the next visit.
  await go(page, "/ContactAdmin/replies");
  await expect(page.getByRole("heading", { name: "Saved replies", level: 1 })).toBeVisible();
  await go(page, inboxAddress + allInquiries);
  await expect(inbox.row("Ravi Example")).toBeVisible();
  await expect(inbox.done.getByRole("status")).toHaveText("");
});

test("the undo stays while it has the focus, wherever the pointer is, and goes when it has neither @slow", async ({
  page,
  inbox,
}) => {
  await page.clock.install();
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await inbox.panel.getByLabel("Status").selectOption("closed");
  const undo = inbox.done.getByRole("button", { name: "Undo" });
  await undo.focus();
  await undo.hover();
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await expect(undo).toBeFocused();
  await inbox.panel.focus();
  await page.clock.runFor(11_000);
  await expect(undo).toHaveCount(0);
});

test("an undo whose answer was lost, pressed again, is no colleague's change @slow", async ({ page, inbox }) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const loseAnswer = (url: string) =>
    page.route(
      url,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const undo = inbox.done.getByRole("button", { name: "Undo" });
  const failed = page.locator(".failed-changes");
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(inbox.done).toContainText("marked closed");
  await loseAnswer("**/api/contact-inquiries/changes");
  await undo.click();
  await expect(failed).toContainText("The server did not answer.");
  await undo.click();
  await expect(inbox.done.getByRole("status")).toHaveText(/^Undone: .* marked closed\.$/);
  expect(await inbox.known("Ravi Example")).toMatchObject({ status: "new", version: 3 });

  await inbox.panel.getByLabel("Text", { exact: true }).fill("Paid out");
  await inbox.panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(inbox.done).toContainText(`Reply to ${inquiry?.reference} sent.`);
  await loseAnswer("**/api/replies/*");
  await undo.click();
  await expect(failed).toContainText("The server did not answer.");
  await undo.click();
  await expect(inbox.done).toContainText(`Reply to ${inquiry?.reference} cancelled.`);
  await expect(inbox.panel.getByLabel("Text", { exact: true })).toHaveValue("Paid out");
});

test("a note whose answer was lost is added once, however often it is sent @slow", async ({ page, inbox }) => {
  const [inquiry, other] = await inbox.openWith([{ name: "Mira Example" }, { name: "Ravi Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await page.route(
    "**/notes",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await (await inbox.note()).fill("Typed once");
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await expect(inbox.panel.getByText("The server did not answer.")).toBeVisible();
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${other?.id}`);
  await expect(inbox.panel.getByRole("heading", { name: "Mira Example" })).toBeVisible();
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await expect(await inbox.note()).toHaveValue("Typed once");
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await expect(inbox.panel.getByLabel("New note")).toHaveValue("");
  expect((await inbox.known("Ravi Example")).notes).toHaveLength(1);

  // One that is on its way cannot be sent again by leaving the inquiry and coming back.
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/notes", async (route) => {
    await isAnswered;
    await route.fallback();
  });
  await (await inbox.note()).fill("On a slow line");
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${other?.id}`);
  await expect(inbox.panel.getByRole("heading", { name: "Mira Example" })).toBeVisible();
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  await expect(await inbox.note()).toHaveValue("On a slow line");
  await expect(await inbox.note()).not.toBeEditable();
  answer();
  await expect(await inbox.note()).toHaveValue("");
  await expect(await inbox.note()).toBeEditable();
});

test("what comes while a member types takes no focus; a failed reply goes with its text, or is said beside it @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [inquiry, other] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/api/contact-inquiries/${inquiry?.id}`, async (route) => {
    if (route.request().method() === "PATCH") await isAnswered;
    await route.fallback();
  });
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await go(page, `${inboxAddress}${allInquiries}&inquiry=${other?.id}`);
  await expect(inbox.panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();
  const text = inbox.panel.getByLabel("Text", { exact: true });
  await text.fill("It is al");
  const theirs = { id: inquiry?.id, version: 1, status: "answered" };
  await server.call("POST", "contact-inquiries/changes", { changes: [theirs] });
  answer();
  await expect(page.getByText(`${inquiry?.reference} was not marked closed`)).toBeVisible();
  // Its letters would close it and set its status.
  await page.keyboard.type("ready there, 1 e");
  await expect(text).toHaveValue("It is already there, 1 e");
  expect((await inbox.known("Ravi Example")).version).toBe(1);

  await page.route("**/replies", (route) => route.fulfill({ status: 500, json: {} }));
  const notSent = page.getByText(`Failed to reply to ${other?.reference}`);
  await inbox.panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(notSent).toBeVisible();
  await inbox.panel.getByRole("button", { name: "Discard draft" }).click();
  await expect(notSent).toBeHidden();

  await text.fill("It is already there.");
  await inbox.panel.getByRole("button", { name: "Send", exact: true }).click();
  await expect(notSent).toBeVisible();
  const { version } = await inbox.known("Ravi Example");
  await server.call("POST", "contact-inquiries/erase", { inquiries: [{ id: other?.id, version }] });
  await expect(inbox.panel.getByLabel("Text", { exact: true })).toHaveCount(0);
  await expect(notSent).toBeVisible();
});

test("a second device has the drafts and marks their rows; of two texts written apart, its member takes one", async ({
  page,
  browser,
  inbox,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  const address = `${inboxAddress}?inquiry=${inquiry?.id}`;
  const saved = (from: Page) =>
    from.waitForResponse(
      (response) => response.url().includes("/api/drafts/") && response.request().method() === "PUT",
    );
  await open(page, address);
  const answer = inbox.panel.getByLabel("Text", { exact: true });
  const first = saved(page);
  await answer.fill("From the first device");
  expect((await first).status()).toBe(200);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  await context.addCookies(await page.context().cookies());
  const second = await context.newPage();
  await open(second, inboxAddress);
  await expect(second.getByRole("list", { name: "Inquiries" }).getByText("draft", { exact: true })).toBeVisible();
  await open(second, address);
  const other = second.getByLabel("Text", { exact: true });
  await expect(other).toHaveValue("From the first device");

  const more = saved(page);
  await answer.fill("Another one");
  await more;
  const refused = saved(second);
  await other.fill("From the second device");
  expect((await refused).status()).toBe(412);
  const question = second.getByRole("alert").filter({ hasText: "You have written another text here" });
  await expect(question).toContainText("Another one");
  await expect(other).toHaveValue("From the second device");
  await question.getByRole("button", { name: "Use that text" }).click();
  await expect(question).toBeHidden();
  await expect(other).toHaveValue("Another one");
  await expect(other).toBeFocused();

  await inbox.panel.getByRole("button", { name: "Discard draft" }).click();
  await expect.poll(async () => (await (await page.request.get("/api/drafts")).json()).drafts).toEqual([]);
  await second.reload();
  await expect(other).not.toHaveValue("Another one");
  await context.close();
});
