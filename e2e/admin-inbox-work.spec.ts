import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { fillSignIn } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, test } from "./inbox-test.ts";
import { boxesOf } from "./boxes.ts";
import { resize } from "./public-test.ts";

const five = ["Asha", "Ravi", "Meera", "Imran", "Kavya"].map((name) => ({ name: `${name} Example` }));

test("several are chosen, changed, and changed back; what a colleague has changed stays", async ({
  page,
  inbox,
  server,
}) => {
  const all = await inbox.openWith(five);
  const choose = (name: string) => inbox.row(name).getByRole("checkbox");
  await choose("Kavya").click();
  await choose("Meera").click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await choose("Imran").click();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all 5 loaded" }).check();
  await expect(page.getByText("5 selected")).toBeVisible();
  await choose("Asha").click();

  const bar = page.getByRole("group", { name: "Selected inquiries" });
  const mark = async (status: string) => {
    await bar.locator("summary", { hasText: "Status" }).click();
    await bar.getByRole("button", { name: status, exact: true }).click();
  };
  await bar.locator("summary", { hasText: "Assign" }).click();
  await bar.getByRole("button", { name: "Owner", exact: true }).click();
  await expect(inbox.done).toContainText("4 assigned to");
  await mark("Closed");
  await expect(inbox.done).toContainText("4 marked closed.");
  const counts = async () => (await server.call<InboxPage>("GET", "contact-inquiries")).counts;
  expect(await counts()).toMatchObject({ new: 1, closed: 4 });
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Closed 4" })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);

  const kavya = await inbox.known("Kavya Example");
  await server.call("POST", "contact-inquiries/changes", {
    changes: [{ id: kavya.id, version: kavya.version, status: "answered" }],
  });
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("Undone for 3");
  await expect(inbox.done).toContainText("1 was changed by someone else in the meantime and stays as it is");
  expect(await counts()).toMatchObject({ new: 4, closed: 0, answered: 1 });
  expect(await inbox.known("Ravi Example")).toMatchObject({
    status: "new",
    assignee: { email: server.owner.email },
  });
  expect(all).toHaveLength(5);

  // A change based on stale data is rejected for that inquiry only.
  await page.route("**/api/contact-inquiries/changes", async (route) => {
    const body: { changes: Array<{ id: string; version: number }> } = route.request().postDataJSON();
    await route.continue({
      postData: { changes: body.changes.map((change, at) => (at === 0 ? { ...change, version: 1000 } : change)) },
    });
  });
  await mark("In progress");
  await expect(inbox.done).toContainText("3 marked in progress. 1 was changed by someone else in the meantime");
});

test("deleting asks first, says how many, and is undone at once or in the bin @slow", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith(five);
  const erasures = () => server.askStore("select reason from erasure");
  const before = (await erasures()).length;
  const kept = async () => (await server.call<InboxPage>("GET", "contact-inquiries")).inquiries;
  await inbox.row("Kavya").getByRole("checkbox").click();
  await inbox.row("Imran").getByRole("checkbox").click();
  const opener = page.getByRole("button", { name: "Delete", exact: true });
  await opener.click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 inquiries?" });
  await expect(dialog.getByText("They move to the bin")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(opener).toBeFocused();
  expect(await kept()).toHaveLength(5);

  await page.route("**/api/contact-inquiries/erase", (route) =>
    route.fulfill({ status: 500, json: { message: "Not today." } }),
  );
  await opener.click();
  await dialog.getByRole("button", { name: "Delete 2" }).click();
  await expect(dialog.getByText("Not today.")).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Delete 2" }).click();
  await expect(dialog).toBeHidden();
  await expect(inbox.done).toContainText("2 inquiries deleted.");
  await expect.poll(() => inbox.names()).toEqual(["Meera Example", "Ravi Example", "Asha Example"]);
  // The button goes with the selection: the focus moves to the row now in the place of the last selected one.
  await expect(inbox.row("Ravi").getByRole("link")).toBeFocused();
  expect(await kept()).toHaveLength(3);
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("2 inquiries restored.");
  await expect.poll(() => inbox.names()).toHaveLength(5);
  // They are back as they were, selected.
  await expect(page.getByText("2 selected")).toBeVisible();
  await opener.click();
  await dialog.getByRole("button", { name: "Delete 2" }).click();
  await expect.poll(() => inbox.names()).toHaveLength(3);

  // An inquiry that a colleague changed while the dialog was open stays, and stays open.
  await inbox.row("Asha").getByRole("link").click();
  await inbox.panel.getByRole("button", { name: "Delete" }).click();
  const asha = await inbox.known("Asha Example");
  await server.call("POST", `contact-inquiries/${asha.id}/notes`, { text: "They have called." });
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(inbox.done).toContainText("Nothing was deleted. 1 was changed by someone else in the meantime");
  await expect(inbox.panel.getByText("They have called.")).toBeVisible();
  expect(await kept()).toHaveLength(3);
  await inbox.panel.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(inbox.panel).toBeHidden();
  await expect(inbox.row("Ravi").getByRole("link")).toBeFocused();

  // An open inquiry shows when a colleague deletes it.
  await inbox.row("Ravi").getByRole("link").click();
  const ravi = await inbox.known("Ravi Example");
  await server.call("POST", "contact-inquiries/erase", { inquiries: [ravi] });
  await expect(inbox.panel.getByText("This inquiry is in the bin.")).toBeVisible();
  await expect(inbox.row("Ravi")).toHaveCount(0);
  await inbox.panel.getByRole("button", { name: "Restore" }).click();
  await expect(inbox.row("Ravi")).toHaveCount(1);

  const statuses = page.getByRole("navigation", { name: "Views" });
  await statuses.getByRole("link", { name: "Bin 3" }).click();
  const bin = page.getByRole("list", { name: "Deleted inquiries" });
  await expect(bin.getByRole("listitem")).toHaveCount(3);
  await expect(bin.getByRole("listitem").first()).toContainText("Erased in 30 days");
  // The checkbox stands beside the words on a phone, not on a line of its own.
  const desk = page.viewportSize();
  await resize(page, { width: 360, height: 740 });
  const [pick, words] = await boxesOf(bin.getByRole("checkbox").first(), bin.getByRole("link").first());
  expect(pick.right).toBeLessThanOrEqual(words.left);
  expect(pick.top).toBeLessThan(words.top + 24);
  if (desk !== null) await page.setViewportSize(desk);
  await page.getByRole("button", { name: /^Restore Asha Example/ }).click();
  await expect(bin.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByText(/^Deleted inquiries/)).toBeFocused();
  await page.getByRole("checkbox", { name: "Select all 2 loaded" }).check();
  await page.getByRole("button", { name: "Restore 2" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();
  expect(await kept()).toHaveLength(5);

  // Only an owner can purge, and it is final.
  await server.call("POST", "contact-inquiries/erase", { inquiries: [await inbox.known("Ravi Example")] });
  await expect(bin.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Empty the bin" }).click();
  const last = page.getByRole("alertdialog", { name: "Erase everything in the bin for good?" });
  await expect(last.getByText("This cannot be undone.")).toBeVisible();
  await last.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();
  expect((await erasures()).length).toBe(before + 1);
});

test("works by keys alone, and leaves them alone where somebody types @slow", async ({ page, inbox, server }) => {
  await inbox.openWith(five);
  const link = (name: string) => inbox.row(name).getByRole("link");
  await page.keyboard.press("j");
  await expect(link("Kavya")).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(link("Imran")).toBeFocused();
  await page.keyboard.press("Control+j");
  await page.keyboard.press("Shift+J");
  await expect(link("Imran")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inbox.panel.getByRole("heading", { name: "Imran Example" })).toBeVisible();
  await expect(inbox.panel).toBeFocused();

  await page.keyboard.press("a");
  await expect(inbox.done).toContainText("assigned to Owner");
  await page.keyboard.press("e");
  await expect(inbox.done).toContainText("marked closed");
  expect(await inbox.known("Imran Example")).toMatchObject({
    status: "closed",
    assignee: { email: server.owner.email },
  });

  // With one open, the next opens at once, and the focus stays in the list.
  await page.keyboard.press("j");
  await expect(inbox.panel.getByRole("heading", { name: "Meera Example" })).toBeVisible();
  await expect(link("Meera")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inbox.panel).toBeHidden();
  await expect(link("Meera")).toBeFocused();

  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox");
  await expect(box).toBeFocused();
  await page.keyboard.type("ek?ja");
  await expect(box).toHaveValue("ek?ja");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await inbox.known("Meera Example")).toMatchObject({ status: "new" });

  // Moves from the search to the list: the query stays.
  await page.keyboard.press("Enter");
  const nothing = page.locator(".empty-list");
  await expect(nothing).toBeFocused();
  await page.keyboard.press("/");
  await box.fill("Example");
  await expect.poll(() => inbox.names()).toHaveLength(5);
  for (const key of ["Escape", "ArrowDown", "Enter"]) {
    await box.focus();
    await page.keyboard.press(key);
    await expect(link("Kavya"), key).toBeFocused();
    await expect(box).toHaveValue("Example");
  }
  await page.keyboard.press("j");
  await expect(link("Imran")).toBeFocused();
  await box.fill("");
  await expect(page).not.toHaveURL(/search/);
  await box.blur();

  // A row that leaves the view passes the focus to the next.
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "New" }).click();
  await expect.poll(() => inbox.names()).toHaveLength(4);
  await link("Meera").focus();
  await page.keyboard.press("e");
  await expect(inbox.row("Meera")).toHaveCount(0);
  await expect(link("Ravi")).toBeFocused();

  // An open inquiry that leaves the view stays open, and shortcuts act on it until the next one opens.
  await page.keyboard.press("k");
  await expect(link("Kavya")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inbox.panel).toBeFocused();
  await expect(inbox.panel.getByRole("heading", { name: "Kavya Example" })).toBeVisible();
  await link("Kavya").focus();
  await page.keyboard.press("e");
  await expect(inbox.row("Kavya")).toHaveCount(0);
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.press("a");
  await expect(inbox.panel.getByLabel("Assigned to")).toHaveValue(/./);
  await page.keyboard.press("j");
  await expect(inbox.panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();
  await expect(link("Ravi")).toBeFocused();
  await page.keyboard.press("e");
  await expect(inbox.row("Ravi")).toHaveCount(0);
  expect(await inbox.known("Kavya Example")).toMatchObject({
    status: "closed",
    assignee: { email: server.owner.email },
  });
  expect(await inbox.known("Ravi Example")).toMatchObject({ status: "closed", assignee: null });

  // The selection stays while somebody works in the panel.
  await inbox.send([{ name: "Divya Example" }]);
  await inbox.row("Divya").getByRole("checkbox").click();
  await link("Asha").click();
  await expect(inbox.panel.getByRole("heading", { name: "Asha Example" })).toBeVisible();
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.press("a");
  await expect(inbox.done).toContainText(`${(await inbox.known("Asha Example")).reference} assigned`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(inbox.row("Divya")).toHaveCount(0);
  expect(await inbox.known("Divya Example")).toMatchObject({ status: "closed", assignee: null });
  expect(await inbox.known("Asha Example")).toMatchObject({ status: "new", assignee: { email: server.owner.email } });

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("option", { name: "Mark Closed" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(keys.getByRole("combobox")).toHaveValue("j");
  await keys.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(box).not.toBeFocused();
});

test("the view and what is chosen are downloaded, as CSV and as JSON Lines", async ({ page, inbox, server }) => {
  await inbox.openWith([...five, { name: "=cmd", query: 'one "two"\nतीन' }]);
  const asha = await inbox.known("Asha Example");
  await server.call("POST", `contact-inquiries/${asha.id}/notes`, { text: "A note" });
  const dialog = page.getByRole("dialog", { name: "Export" });
  const download = async (format: string) => {
    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: format }).click();
    const file = await saved;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  const exportAll = async () => {
    await page.getByLabel("More", { exact: true }).click();
    await page.getByRole("button", { name: "Export" }).click();
  };
  await exportAll();
  await expect(dialog.getByText("All of this view: 6 inquiries")).toBeVisible();
  const csv = await download("CSV");
  expect(csv.name).toBe("inquiries.csv");
  expect(csv.text).toMatch(/^\ufeff/);
  const records: Array<Record<string, string>> = parse(csv.text, { bom: true, columns: true });
  expect(records.map((record) => record["Full Name"])).toEqual(["'=cmd", ...five.map(({ name }) => name).toReversed()]);
  expect(records[0]?.["Message"]).toBe('one "two"\nतीन');
  await expect(dialog.getByText("Saved as inquiries.csv: 6 inquiries.")).toBeVisible();
  await page.keyboard.press("Escape");

  await inbox.row("Asha").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog.getByText("The 1 selected")).toBeVisible();
  const lines = await download("JSON Lines");
  expect(lines.name).toBe("inquiries.jsonl");
  expect(
    lines.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).name),
  ).toEqual(["Asha Example"]);
  expect(lines.text).toContain("A note");
  await page.route("**/export.csv**", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await dialog.getByRole("link", { name: "CSV" }).click();
  await expect(dialog.getByText("The export failed.")).toBeVisible();
});

test("a view too large to hold goes to the disk as it comes, or is left to the browser @slow", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(five);
  // More than any test sends.
  await page.route("**/api/contact-inquiries?*", async (route) => {
    const answer = await route.fetch();
    const list: InboxPage = await answer.json();
    await route.fulfill({ json: { ...list, counts: { ...list.counts, new: 1_000_000 } } });
  });
  await page.reload();
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByText("All of this view: 10,00,000 inquiries")).toBeVisible();

  await page.evaluate(() => {
    const files = navigator.storage.getDirectory();
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await files).getFileHandle(suggestedName, { create: true }),
    });
  });
  await dialog.getByRole("link", { name: "JSON Lines" }).click();
  await expect(dialog.getByText("Saved as inquiries.jsonl: 5 inquiries.")).toBeVisible();
  const text = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("inquiries.jsonl");
    return (await handle.getFile()).text();
  });
  expect(text.trimEnd().split("\n")).toHaveLength(5);

  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
  const saved = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "CSV" }).click();
  expect((await saved).url()).toMatch(/\/api\/contact-inquiries\/export\.csv$/);
});

test("further pages load on scroll; new inquiries wait while the member reads further down @slow", async ({
  page,
  inbox,
}) => {
  // The list starts below the window, as it may under many alarms.
  await page.setViewportSize({ width: 1280, height: 200 });
  await inbox.openWith(Array.from({ length: 60 }, (_, number) => ({ name: `Visitor ${number}` })));
  await expect(inbox.rows.first()).toContainText("Visitor 59");
  await expect(async () => {
    await inbox.rows.last().scrollIntoViewIfNeeded();
    await expect(inbox.rows.last()).toHaveAttribute("aria-posinset", "60", { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();

  const read = inbox.row("Visitor 7").first();
  await read.scrollIntoViewIfNeeded();
  await expect(inbox.rows.first()).not.toBeInViewport();
  // The page gets it in the same frame as our observer.
  await inbox.rows.first().evaluate(
    (row) =>
      new Promise<void>((resolve) => {
        new IntersectionObserver(([entry]) => entry?.isIntersecting === false && setTimeout(resolve, 100)).observe(row);
      }),
  );
  const at = async () => (await read.boundingBox())?.y ?? NaN;
  const before = await at();
  await inbox.send([{ name: "Newest Example" }, { name: "Even newer Example" }]);
  const arrivals = page.getByRole("button", { name: "2 new", exact: true });
  await expect(arrivals).toBeVisible();
  // Off-screen rows have their estimated height, within a fraction of a pixel.
  expect(Math.abs((await at()) - before)).toBeLessThan(2);
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrivals.click();
  await expect(inbox.rows.first()).toContainText("Even newer Example");
  await expect(inbox.rows.first()).toBeInViewport();
  await expect(arrivals).toBeHidden();
});

test("what fails is said where it happened, loses nothing, and can be tried again @slow", async ({
  page,
  inbox,
  admin,
  server,
}) => {
  // The feed's first event would reload what failed before a press, so it is left out.
  await page.context().route("**/api/inbox/events", () => undefined);
  await inbox.openWith([{ name: "Ravi Example" }]);
  const fail = (at: string) =>
    page.route(at, (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await fail("**/api/contact-inquiries?*");
  await page.reload();
  await expect(page.getByText("The inquiries could not be loaded. Not today.")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(inbox.row("Ravi")).toBeVisible();

  await fail("**/api/contact-inquiries/*");
  await inbox.row("Ravi").getByRole("link").click();
  await expect(inbox.panel.getByText("The inquiry could not be loaded. Not today.")).toBeVisible();
  await page.unrouteAll();
  await inbox.panel.getByRole("button", { name: "Try again" }).click();
  await expect(inbox.panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();

  await fail("**/notes");
  await inbox.panel.getByLabel("Text", { exact: true }).fill("An answer, half done");
  await (await inbox.note()).fill("Typed once");
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await expect(inbox.panel.getByText("Not today.")).toBeVisible();
  await inbox.panel.getByRole("link", { name: "Back to the list" }).click();
  await inbox.row("Ravi").getByRole("link").click();
  await expect(inbox.panel.getByLabel("Text", { exact: true })).toHaveValue("An answer, half done");
  await expect(await inbox.note()).toHaveValue("Typed once");
  await page.unrouteAll();
  await admin.endSession();
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  // A response that is older than the note does not take the note away.
  const added = page.waitForResponse("**/notes");
  await page.route(
    "**/api/contact-inquiries/*",
    async (route) => {
      const response = await route.fetch();
      await added;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await fillSignIn(page.getByRole("dialog", { name: "Please sign in again" }), server.owner);
  await expect(page.getByRole("dialog")).toBeHidden();
  await inbox.panel.getByRole("button", { name: "Add note" }).click();
  await expect(inbox.panel.getByRole("listitem").filter({ hasText: "Typed once" })).toBeVisible();

  await page.route("**/api/contact-inquiries/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(page.getByText(`Failed to change ${(await inbox.known("Ravi Example")).reference}`)).toBeVisible();
  await expect(page.getByText("The server did not answer.")).toBeVisible();
  await expect(inbox.panel.getByLabel("Status")).toHaveValue("new");
  await page.unrouteAll();
  await inbox.panel.getByLabel("Status").selectOption("closed");
  await expect(inbox.done).toContainText("marked closed");
  await expect(page.getByText("The server did not answer.")).toBeHidden();
});

test("a change that failed goes along with the next one of its inquiry, and both are undone at once", async ({
  page,
  inbox,
}) => {
  // Leaves the feed out: nothing is tried again by itself.
  await page.context().route("**/api/inbox/events", () => undefined);
  await inbox.openWith([{ name: "Ravi Example" }]);
  await inbox.row("Ravi").getByRole("link").click();
  const { panel } = inbox;
  await page.route("**/api/contact-inquiries/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await panel.getByLabel("Status").selectOption("closed");
  await expect(page.getByText("The server did not answer.")).toBeVisible();
  await page.unrouteAll();
  await panel.getByRole("button", { name: "Assign to me" }).click();
  await expect(inbox.done).toContainText("marked closed and assigned to");
  await expect(page.getByText("The server did not answer.")).toBeHidden();
  const made = await inbox.known("Ravi Example");
  expect([made.status, made.assignee]).toEqual(["closed", expect.anything()]);
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("Undone:");
  const undone = await inbox.known("Ravi Example");
  expect([undone.status, undone.assignee]).toEqual(["new", null]);
});

test("a burst of events is one call, not one for each @slow", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  let lists = 0;
  page.on("request", (request) => {
    // The shell's count of new ones is none of them.
    if (/\/api\/contact-inquiries\?sort=activity&limit=50/.test(request.url())) lists += 1;
  });
  const begun = performance.now();
  await inbox.send(Array.from({ length: 40 }, (_, number) => ({ name: `Visitor ${number}` })));
  await expect(inbox.row("Visitor 39")).toBeVisible();
  const seconds = (performance.now() - begun) / 1000;
  // One call every two seconds, however long the burst lasts on a busy machine.
  expect(lists).toBeLessThan(5 + seconds);

  // The list is requested again when the feed connects, and when it missed too many events.
  let connections = 0;
  await page.route("**/api/inbox/events", async (route) => {
    connections += 1;
    // Waits for the list, whose request would otherwise be that of both connections.
    if (connections === 2) await expect.poll(() => lists).toBe(2);
    const [retry, reload] = connections === 1 ? [1000, false] : [60_000, true];
    const hello = JSON.stringify({ connection: "a", reload });
    return route.fulfill({
      contentType: "text/event-stream",
      body: `retry: ${retry}\n\nevent: hello\ndata: ${hello}\n\n`,
    });
  });
  // A last request of this page is not counted.
  await page.goto("about:blank");
  lists = 0;
  await page.goto(inboxAddress + allInquiries);
  await expect.poll(() => lists).toBe(3);
});

test("a long inbox holds what is near the window; the keys and the way back lead to the rest @slow", async ({
  page,
  inbox,
}) => {
  await inbox.openWith(Array.from({ length: 230 }, (_, number) => ({ name: `Visitor ${number}.` })));
  const shown = (name: string) => inbox.row(`Visitor ${name}.`).first();
  const scroll = (to: number) =>
    page.locator(".inbox-rows").evaluate((pane, top) => pane.scrollTo(0, Math.min(top, pane.scrollHeight)), to);
  await expect(async () => {
    await scroll(Infinity);
    await expect(shown("0")).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(inbox.rows.last()).toHaveAttribute("aria-posinset", "230");
  await expect(inbox.rows.first()).toHaveAttribute("aria-setsize", "230");
  expect((await inbox.names()).length).toBeLessThan(60);
  const heights = await inbox.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1);
  // Omitted rows keep their room: the list is as high as all its rows.
  const { height = 0 } = (await page.getByRole("list", { name: "Inquiries" }).boundingBox()) ?? {};
  expect(Math.abs(height - 230 * (heights[0] ?? 0))).toBeLessThan(3);

  // The row is far away by now: the current row is still the first one.
  await page.keyboard.press("j");
  await expect(shown("229").getByRole("link")).toBeFocused();
  await shown("150").waitFor({ state: "detached" });
  await scroll(79 * (heights[0] ?? 0));
  await shown("150").getByRole("link").focus();
  await scroll(Infinity);
  await expect(shown("0")).toBeInViewport();
  for (const name of ["149", "148", "147", "146"]) {
    await page.keyboard.press("j");
    await expect(shown(name).getByRole("link")).toBeFocused();
  }
  await expect(shown("146")).toBeInViewport();
});
