import { expectAccessible, smallTargets } from "./admin-test.ts";
import { expect, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const visitor = { phone: "+91 90000 55555", email: "kavya@example.com", city: "Guwahati" };

test("two inquiries of one person are merged, undone, merged again; the visitor's answer arrives, and nothing leaks @slow", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { ...visitor, name: "Kavya Example", query: "Not paid out" }]);
  const second = { ...visitor, name: "Kavya Again", phone: "090000 55555", query: "Still nothing!" };
  const { receipt } = await server.call<{ receipt: string }>("POST", "contact-inquiries", second);
  const key = new URL(receipt, server.origin).searchParams.get("key");
  await inbox.row("Kavya Example").getByRole("link").click();
  const { panel } = inbox;
  const thread = panel.getByRole("region", { name: "Conversation" });
  const [first, again] = [await inbox.known("Kavya Example"), await inbox.known("Kavya Again")];
  const others = panel.getByRole("region", { name: "From the same person (1)" });
  await expect(others.getByRole("link")).toContainText(again.reference);

  await others.getByRole("button", { name: `Merge ${again.reference} into this one` }).click();
  await expect(inbox.done).toContainText(`${again.reference} merged into ${first.reference}.`);
  await expect(thread.getByText("Still nothing!")).toBeVisible();
  await expect(thread.getByText(`Owner merged ${again.reference} into it.`)).toBeVisible();
  await expect(others).toContainText("Merged");
  await expect(others.getByRole("button", { name: `Undo merge of ${again.reference}` })).toBeFocused();
  await expectAccessible(page);
  await panel.press("z");
  await expect(inbox.done).toContainText(`Merge of ${again.reference} undone.`);
  await expect(thread.getByText("Still nothing!")).toBeHidden();
  expect(await inbox.known("Kavya Again")).toMatchObject({ status: "new", mergedInto: null });

  // A colleague who has the other one open sees the merge, and where it goes on.
  const other = await inbox.colleague();
  await open(other, `${inboxAddress}${allInquiries}&inquiry=${again.id}`);
  const theirs = other.getByRole("region", { name: /^Inquiry/ });
  await theirs.getByLabel("Text", { exact: true }).fill("We are looking into it.");
  await theirs.getByRole("tab", { name: "Note" }).click();
  await theirs.getByLabel("New note").fill("Called them twice");
  await others.getByRole("button", { name: `Merge ${again.reference} into this one` }).click();
  await expect(theirs.getByText(`Merged into ${first.reference}.`)).toBeVisible();
  await expect(theirs.getByRole("tab", { name: "Note" })).toHaveCount(0);
  await expect(theirs.getByText("We are looking into it.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Copy the reply" })).toBeVisible();
  await expect(theirs.getByText("Called them twice")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Copy the note" })).toBeVisible();
  await expectAccessible(other);
  await theirs.getByRole("link", { name: first.reference }).last().click();
  const whole = theirs.getByRole("region", { name: "Conversation" });
  await expect(whole.getByText("Still nothing!")).toBeVisible();

  const answer = { key, text: "It is about my second account." };
  expect((await page.request.post("/api/conversation/answers", { data: answer })).status()).toBe(201);
  for (const each of [thread, whole]) {
    const entry = each.getByRole("listitem").filter({ hasText: answer.text });
    await expect(entry).toContainText(`Kavya Again`);
    await expect(entry).toContainText(`answer · from ${again.reference}`);
  }
  await page.goto(receipt);
  await expect(page.getByText(`This conversation continues under reference ${first.reference}.`)).toBeVisible();
  await expect(page.getByText(answer.text)).toBeVisible();
  await expect(page.getByText("Not paid out")).toHaveCount(0);

  await theirs
    .getByRole("region", { name: "History" })
    .getByRole("button", { name: `Undo merge of ${again.reference}` })
    .click();
  await expect(whole.getByText("Still nothing!")).toBeHidden();
  expect(await inbox.known("Kavya Again")).toMatchObject({ status: "new", entries: [{ text: answer.text }] });
});

test("an inquiry is found by its reference and merged, by keyboard and on a phone @slow", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example", query: "Where is my payout?" }, { name: "Mira Example" }]);
  await inbox.row("Mira").getByRole("link").click();
  const { panel } = inbox;
  const [ravi, mira] = [await inbox.known("Ravi Example"), await inbox.known("Mira Example")];
  await expect(panel.getByLabel("Text", { exact: true })).toBeVisible();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Merge another inquiry into this one" });
  const field = dialog.getByLabel("Reference of the other inquiry");
  await expect(field).toBeFocused();
  for (const [typed, problem] of [
    ["K7P", "Enter a reference of six characters, such as K7P-4MX."],
    ["222-222", "No inquiry has this reference."],
    [mira.reference, "This is the open inquiry itself."],
  ] as const) {
    await field.fill(typed);
    await field.press("Enter");
    await expect(dialog.getByText(problem)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await field.fill(ravi.reference.toLowerCase());
  await field.press("Enter");
  await expect(dialog.getByText("Where is my payout?")).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await smallTargets(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge into this one" }).click();
  await expect(inbox.done).toContainText(`${ravi.reference} merged into ${mira.reference}.`);
  await panel.getByRole("link", { name: ravi.reference }).click();
  await panel.getByRole("button", { name: "Undo merge" }).click();
  await expect(inbox.done).toContainText(`Merge of ${ravi.reference} undone.`);
  await expect(panel.getByLabel("Text", { exact: true })).toBeVisible();
});
