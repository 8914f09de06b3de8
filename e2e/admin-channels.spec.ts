import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import type { ExportedFile, ChannelHistory } from "#contract/channels/channel-list.ts";
import type { ActiveChannelList, ChannelPatch, TeamChannelList } from "#contract/channels/channel.ts";
import {
  agentPassword,
  chooseInHead,
  chooseInRow,
  editForm,
  expect,
  expectAccessible,
  makeAgent,
  open,
  smallTargets,
  test,
  three,
} from "./admin-test.ts";
import { boxesOf } from "./boxes.ts";
import { drag } from "./drag.ts";
import { holdCalls } from "./held-calls.ts";
import type { FrontDesk } from "./server.ts";

const history = "/ContactAdmin/history";
const [first, second, third] = [
  "+91 90000 00001",
  "https://www.youtube.com/c/saffronexample",
  "1800 000 0000",
] as const;

const saved = async (server: FrontDesk) => (await server.call<TeamChannelList>("GET", "contacts")).contacts;
const values = async (server: FrontDesk) => (await saved(server)).map(({ value }) => value);

/** Chooses a file to import. */
async function choose(page: Page, text: string, name = "channels.json") {
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
}

test("rows are dragged to their place, for visitors too", async ({ page, server, admin }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await admin.openWith(three);
  await expect(page.locator("li [draggable=true]")).toHaveCount(3);
  // The text of a row can still be selected for copying.
  // Repeated, as an alarm above the list may still come and move it down.
  await expect(async () => {
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const text = await page.getByRole("heading", { name: third }).boundingBox();
    if (text === null) throw new Error("there is no row");
    await page.mouse.move(text.x + 1, text.y + text.height / 2);
    await page.mouse.down();
    await page.mouse.move(text.x + 200, text.y + text.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()).trim())).toContain(third);
  }).toPass();
  await drag(page, admin.row(first), admin.row(third), "bottom");
  await expect.poll(() => admin.values()).toEqual([second, third, first]);
  await expect(page.getByRole("status").getByText(`WhatsApp ${first}: now number 3 of 3.`)).toBeAttached();
  await expect.poll(() => values(server)).toEqual([second, third, first]);
  await drag(page, admin.row(first), admin.row(third), "top");
  await expect.poll(() => values(server)).toEqual([second, first, third]);
  const { contacts: channels } = await server.call<ActiveChannelList>("GET", "contacts/active");
  expect(channels.map(({ value }) => value)).toEqual([second, first]);
});

test("weekly hours: several times a day, past midnight, holidays, refused and saved, with a preview @slow", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith([]);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  const form = page.locator("#add-channel");
  await form.getByLabel("Value").fill("1800 000 0000");
  await form.getByText("Weekly hours").click();
  await expect(form.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
  const monday = form.getByRole("group", { name: "Monday", exact: true });
  await monday.getByLabel("Monday to").fill("13:00");
  await monday.getByRole("button", { name: "Add hours: Monday" }).click();
  // The new time has the focus.
  await page.keyboard.type("0600PM");
  await expect(monday.getByLabel("Monday from, time 2")).toHaveValue("18:00");
  await monday.getByLabel("Monday to").nth(1).fill("18:00");
  await expect(monday.getByText("This begins and ends at the same time.")).toBeVisible();
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(form.getByText("Hours must begin and end at different times")).toBeFocused();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  await monday.getByLabel("Monday to").nth(1).fill("02:00");
  await expect(monday.getByText("Goes on past midnight, until 2:00 am on Tuesday")).toBeVisible();
  await monday.getByRole("button", { name: "Copy to all days: Monday" }).click();
  for (const place of [2, 1]) {
    await form.getByRole("button", { name: `Remove Sunday, time ${place}` }).click();
  }
  const sunday = form.getByRole("group", { name: "Sunday", exact: true });
  await expect(sunday.getByText("Closed")).toBeVisible();
  await expect(sunday.getByRole("button", { name: "Add hours: Sunday" })).toBeFocused();
  await form.getByLabel("Time zone").fill("Asia/Nowhere");
  await form.getByRole("button", { name: "Add a holiday" }).click();
  await form.getByLabel("Day of holiday 1").fill("12030-11-08");
  await form.getByLabel("Name of holiday 1").fill("दीपावली");
  await form.getByRole("button", { name: "Preview" }).click();
  const card = form.getByRole("group", { name: "As visitors will see it" }).getByRole("article");
  await expect(form.getByText("There is no time zone with this name")).toBeVisible();
  await expect(card.getByText("Closed", { exact: true })).toBeVisible();
  const zones = form.locator("datalist option");
  expect((await zones.allTextContents()).slice(0, 2)).toEqual(["Asia/Kolkata", "UTC"]);
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(form.getByLabel("Time zone")).toBeFocused();
  await expect(form.getByLabel("Time zone")).toHaveAccessibleDescription(/one such as Asia\/Kolkata/);
  await expect(form.getByLabel("Day of holiday 1")).toHaveAccessibleDescription(/Holiday must be a day such as/);
  await form.getByLabel("Day of holiday 1").fill("2030-11-08");
  await form.getByLabel("Time zone").fill("Europe/London");
  await expect(card.getByRole("link", { name: "Call Now" })).toHaveAttribute("href", "tel:18000000000");
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.row("1800 000 0000").getByText("Mon–Sat 9 am–1 pm, 6 pm–2 am")).toBeVisible();
  const [channel] = await saved(server);
  expect(channel?.hours).toMatchObject({
    timeZone: "Europe/London",
    holidays: [{ date: "2030-11-08", name: "दीपावली" }],
  });
  expect(channel?.hours?.weekly).toHaveLength(12);
  const { contacts: channels } = await server.call<ActiveChannelList>("GET", "contacts/active");
  expect(channels[0]?.availability?.flips.length).toBeGreaterThan(0);

  // The saved hours are shown for editing, and visitors read their meaning: closed until a future day.
  await page.getByRole("button", { name: "Edit: 1800 000 0000" }).click();
  const edit = editForm(page, "1800 000 0000");
  await expect(edit.getByLabel("Tuesday to").nth(1)).toHaveValue("02:00");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]) {
    for (const place of [2, 1]) await edit.getByRole("button", { name: `Remove ${day}, time ${place}` }).click();
  }
  await edit.getByLabel("Time zone").fill("Asia/Kolkata");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Hours must have at least one time")).toBeFocused();
  const later = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "Asia/Kolkata" });
  const day = later.format(Date.now() + 3 * 86_400_000);
  await edit.getByRole("button", { name: `Add hours: ${day}` }).click();
  await edit.getByLabel(`${day} from`).fill("09:30");
  await edit.getByLabel(`${day} to`).fill("17:00");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await open(page, "/contact");
  await expect(page.getByText(`Closed · opens ${day} 9:30 am`)).toBeVisible();
});

test.describe("in another time zone than the site's", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a change is scheduled, refused in the past, shown on its row and cancelled", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    await chooseInRow(page, "Schedule a change", first);
    const dialog = page.getByRole("dialog", { name: "Schedule a change" });
    await expect(dialog.getByText("Indian time (IST).")).toBeVisible();
    await dialog.getByLabel("From").fill("2020-12-24T18:00");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(dialog.getByText("There is nothing to change.")).toBeFocused();
    const discard = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await page.keyboard.press("Escape");
    await discard.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog.getByLabel("From")).toHaveValue("2020-12-24T18:00");
    await dialog.getByLabel("The value").check();
    await dialog.getByLabel("Value", { exact: true }).fill("+91 90000 00004");
    await dialog.getByLabel("The description").check();
    await dialog.getByLabel("Description (optional)", { exact: true }).fill("छुट्टियों में");
    await dialog.getByLabel("Until").fill("2030-12-26T09:00");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(dialog.getByLabel("From")).toHaveAccessibleDescription(/^From must be a time in the future\./);
    await expect(dialog.getByLabel("From")).toBeFocused();
    await dialog.getByLabel("From").fill("2030-12-24T18:00");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog.getByRole("article").getByText("छुट्टियों में")).toBeVisible();
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel(`More: ${first}`)).toBeFocused();

    const planned = page.getByRole("list", { name: `Scheduled: ${first}` });
    await expect(planned).toContainText("From 24 Dec 2030, 6:00 pm until 26 Dec 2030, 9:00 am: value +91 90000 00004");
    expect(await values(server)).toContain(first);
    await planned.getByRole("button", { name: `Cancel it: ${first}` }).click();
    await expect(planned).toBeHidden();
    await expect(page.getByRole("heading", { name: first })).toBeFocused();
  });
});

test("the preview shows the visitors' own cards, and leads nowhere else @slow", async ({ page, admin }) => {
  await admin.openWith([...three, { type: "instagram", value: "@saffron.example" }]);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "As visitors see it" });
  await expect(dialog.getByRole("link", { name: "Connect Now" })).toHaveAttribute("href", "https://wa.me/919000000001");
  await expect(dialog.getByText(third)).toHaveCount(0);
  await dialog.getByLabel("Page").selectOption("Contact: Quick Contact");
  await dialog.getByRole("link", { name: "Send Message" }).click();
  await expect(dialog.getByRole("link", { name: "Chat Now" })).toBeVisible();
  await dialog.getByLabel("Page").selectOption("Contact: Community");
  await expect(dialog.getByRole("link", { name: "Follow Us" })).toBeVisible();
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe("/ContactAdmin");
});

test("a change is undone from the strip and from the history, but not once it has been changed since", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith(three);
  const email = "another.owner@example.com";
  await makeAgent(server, email, "owner");
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  const [channel] = await saved(server);
  const change = (fields: ChannelPatch) => server.call("PATCH", `contacts/${channel?._id}`, fields);
  await change({ value: "+91 90000 00002" });
  await page.reload();
  const strip = page.getByRole("region", { name: "Changes in the last 24 hours" });
  await expect(strip.locator("del")).toContainText(first);
  await expect(strip.locator("ins")).toContainText("+91 90000 00002");
  await strip.getByRole("button", { name: `Undo: Changed WhatsApp ${first}` }).click();
  await expect(admin.toast("The change is undone.")).toBeVisible();
  await expect.poll(() => admin.values()).toEqual([first, second, third]);

  await change({ proof: "One" });
  await change({ proof: "Two" });
  await page.reload();
  const more = page.locator("details").filter({ has: page.getByLabel(`More: ${first}`) });
  await more.locator("summary").click();
  await more.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { name: `Changes to WhatsApp ${first}` })).toBeVisible();
  await expect(page.locator(".history-entry").filter({ hasText: second })).toHaveCount(0);
  const entry = (number: number) => page.locator(`#change-${number}`);
  const { changes } = await server.call<ChannelHistory>("GET", "contacts/history");
  const last = changes[0]?.number ?? 0;
  await expect(entry(last)).toContainText("Owner changed WhatsApp");
  await expect(entry(last).locator("del")).toContainText("One");
  await expect(entry(last).locator("ins")).toContainText("Two");
  await expect(entry(last - 1)).toContainText("Changed since, so it cannot be undone on its own.");
  await expect(entry(last - 1).getByRole("button")).toHaveCount(0);
  await entry(last).getByRole("button", { name: /^Undo/ }).click();
  await expect(entry(last + 1)).toContainText(`undoes change ${last}`);
  await expect(entry(last).getByText("Undone", { exact: true })).toBeVisible();
  await expect(entry(last).getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Changes/ })).toBeFocused();
  expect((await saved(server))[0]?.proof).toBe("One");

  // Older ones are loaded on request.
  for (let place = 0; place < 20; place += 1) await change({ proof: `Number ${place}` });
  await open(page, history);
  await expect(page.locator(".history-entry")).toHaveCount(20);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => page.locator(".history-entry").count()).toBeGreaterThan(20);
  await expect(page.locator(".history-entry").nth(20)).toBeFocused();

  // A failed request besides the history's is reported too.
  await page.route("**/api/contacts", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await page.reload();
  await expect(page.getByText("The list of the channels could not be loaded. Not today.")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("could not be loaded")).toBeHidden();
});

test("the history folds the translations of a new channel's description", async ({ page, server, admin }) => {
  await admin.signIn();
  const translations = { hi: "एक दिन में जवाब", ta: "ஒரு நாளில் பதில்" };
  const channel = { type: "email", value: "desk@example.com", isActive: true, proof: "Answers in a day", translations };
  await server.call("POST", "contacts", channel);
  await open(page, history);
  const entry = page.locator(".history-entry").first();
  await expect(entry).toContainText("Answers in a day");
  await expect(entry).not.toContainText(translations.hi);
  await entry.getByText("+2 languages").click();
  await expect(entry).toContainText(translations.hi);
  await expect(entry).toContainText(translations.ta);
});

test("hiding all is at hand on every screen; the history shows the order, and undoing it asks first", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith(three);
  const channels = Array.from({ length: 30 }, (_, place) => ({ type: "telegram", value: `@saffron_example_${place}` }));
  const file = { format: "front-desk-channels", version: 1, channels };
  const { version } = await server.call<{ version: number }>("POST", "contacts/import", { file });
  await server.call("POST", "contacts/import", { file, version, dryRun: false, removeOthers: true });
  const hide = page.getByRole("button", { name: "Hide all channels now" });
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(size);
    await page.reload();
    // Nothing covers its lower edge, such as the bottom tab bar of a phone; alarms above it may still load and move it.
    const atItsEdge = () =>
      hide.evaluate((button) => {
        const { left, width, bottom } = button.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, bottom - 1)?.textContent;
      });
    await expect.poll(atItsEdge).toBe("Hide all channels now");
    // One press hides all: it must not be beside the button of every day.
    const [hideBox, addBox] = await boxesOf(hide, page.getByRole("button", { name: "Add New Contact" }));
    const gap = Math.max(hideBox.left - addBox.right, addBox.left - hideBox.right);
    expect(gap).toBeGreaterThanOrEqual(44);
  }

  const [a, b, ...others] = (await saved(server)).map(({ _id }) => _id);
  await server.call("PUT", "contacts/order", { ids: [b, a, ...others] });
  await server.call("PUT", "contacts/hidden", { hidden: true });
  await server.call("PUT", "contacts/hidden", { hidden: false });
  await open(page, history);
  const entry = (title: string) =>
    page
      .locator(".history-entry")
      .filter({ has: page.getByRole("heading", { name: title }) })
      .first();
  await expect(entry("Changed the order")).toContainText("Telegram @saffron_example_1 from place 2 to 1");
  await entry("Imported a file").getByText("And 13 more").click();
  await expect(entry("Imported a file").getByText("@saffron_example_29")).toBeVisible();

  const undo = entry("Showed all channels again").getByRole("button", { name: "Undo" });
  await undo.click();
  const question = page.getByRole("alertdialog", { name: "Hide all channels from visitors?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(undo).toBeFocused();
  await expect(page.getByText("All channels are hidden")).toBeHidden();
  await undo.click();
  await question.getByRole("button", { name: "Hide all channels" }).click();
  await expect(page.getByText("All channels are hidden")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Changes", exact: true })).toBeFocused();
});

test("a file is exported, looked at and imported; an invalid one, a conflict and what it does not name @slow", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith(three);
  const download = page.waitForEvent("download");
  await chooseInHead(page, "Export");
  expect((await download).suggestedFilename()).toMatch(/^channels-\d{4}-\d\d-\d\d\.json$/);
  // The server's own tests check its responses against the contract.
  const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as ExportedFile;
  expect(file.channels.map(({ value }) => value)).toEqual([first, second, third]);

  await chooseInHead(page, "Import");
  const dialog = page.getByRole("dialog", { name: "Import channels" });
  const wrong = { ...file, channels: [file.channels[0], { type: "whatsapp", value: "90000 00001" }] };
  await choose(page, JSON.stringify(wrong, null, 2));
  await expect(dialog.getByRole("alert")).toContainText(/Line \d+, channel 2, value: Write the full number/);
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  await choose(page, "{");
  await expect(dialog.getByRole("alert")).toContainText("This file is not JSON.");
  await choose(page, JSON.stringify({ ...file, format: "other" }));
  await expect(dialog.getByRole("alert")).toContainText("This is not a file of channels");
  await choose(page, JSON.stringify({ ...file, channels: [] }));
  await expect(dialog.getByText("Nothing: the file names no channel.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  expect(await values(server)).toEqual([first, second, third]);

  const [one, , other] = file.channels;
  const wanted = {
    ...file,
    channels: [other, { ...one, proof: "Words of the file" }, { type: "telegram", value: "@saffron_example" }],
  };
  await choose(page, JSON.stringify(wanted));
  await expect(dialog.getByRole("region", { name: "Added" })).toContainText("Telegram @saffron_example");
  await expect(dialog.getByRole("region", { name: "Changed" }).locator("ins")).toContainText("Words of the file");
  await expect(dialog.getByText("The order of the list changes.")).toBeVisible();
  const removes = dialog.getByLabel("Delete the 1 channel that the file does not name");
  await expect(removes).not.toBeChecked();
  await expect(removes).toHaveAccessibleDescription(`YouTube ${second}`);
  await removes.check();
  await expect(dialog.getByRole("region", { name: "Deleted" })).toContainText(second);
  await removes.uncheck();
  await expect(dialog.getByRole("region", { name: "Deleted" })).toHaveCount(0);

  // Late responses are not shown: neither of a choice that was reverted nor of another file.
  let isHeld = true;
  const calls = await holdCalls(page, "**/api/contacts/import", () => isHeld);
  const release = async (call: Route) => {
    const answered = page.waitForResponse("**/api/contacts/import");
    await call.continue();
    await (await answered).finished();
  };
  await removes.check();
  const reverted = await calls.next();
  isHeld = false;
  await removes.uncheck();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeVisible();
  await release(reverted);
  await expect(removes).not.toBeChecked();
  await expect(dialog.getByRole("region", { name: "Deleted" })).toHaveCount(0);
  isHeld = true;
  await choose(page, JSON.stringify(file));
  const older = await calls.next();
  isHeld = false;
  await choose(page, "{");
  await expect(dialog.getByRole("alert")).toContainText("This file is not JSON.");
  await release(older);
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  // The same file can be chosen again after a correction.
  const chooser = page.waitForEvent("filechooser");
  await page.getByLabel("File", { exact: true }).click();
  await chooser;
  await expect(page.getByLabel("File", { exact: true })).toHaveValue("");
  await choose(page, JSON.stringify(wanted));
  await expect(dialog.getByRole("heading", { name: "What channels.json would change" })).toBeVisible();

  // A colleague's change comes first: nothing is imported, and the new differences are shown.
  await server.call("POST", "contacts", { type: "website", value: "https://example.com/new" });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("The list has changed meanwhile, so nothing was imported.")).toBeVisible();
  await expect(dialog.getByText("Delete the 2 channels that the file does not name")).toBeVisible();
  expect(await values(server)).toEqual([first, second, third, "https://example.com/new"]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.toast("The channels are imported")).toBeVisible();
  await expect
    .poll(() => admin.values())
    .toEqual([third, first, "@saffron_example", second, "https://example.com/new"]);
});

test("the good lines of a CSV file are imported, knowing which are not @slow", async ({ page, server, admin }) => {
  await admin.openWith(three);
  await chooseInHead(page, "Import");
  const dialog = page.getByRole("dialog", { name: "Import channels" });
  await choose(page, '<a class="button" href="https://t.me/saffron_page">Telegram</a>', "links.html");
  await expect(dialog.getByRole("region", { name: "Added" })).toContainText("https://t.me/saffron_page");
  const lines = [
    "Value;Type;Description;Owner",
    "https://t.me/saffron_example;;Daily tips;Ravi",
    "https://t.me.evil.example/x;telegram;;Ravi",
    "https://www.instagram.com/saffron_example/;;Call +91 98765 43210;Ravi",
  ];
  await choose(page, lines.join("\r\n"), "links.csv");
  const refused = dialog.getByRole("region", { name: "Not imported" });
  await expect(refused).toContainText("Line 3: https://t.me.evil.example/xTelegram: Write the channel's full URL");
  // The server refuses the description, which names a number that is not ours.
  await expect(refused).toContainText("Line 4: https://www.instagram.com/saffron_example/");
  await expect(dialog.getByText("Columns that are not imported: Owner.")).toBeVisible();
  await expect(dialog.getByText("3 other channels of the list stay")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 1 channel" }).click();
  await expect(admin.toast("The channels are imported")).toBeVisible();
  expect((await values(server)).toSorted()).toEqual([first, second, third, "https://t.me/saffron_example"].toSorted());
});
