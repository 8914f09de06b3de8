import type { Page } from "@playwright/test";
import { boxesOf } from "./boxes.ts";
import { expectAccessible, smallTargets } from "./admin-test.ts";
import { resize } from "./public-test.ts";
import { expect, type GivenInquiry, allInquiries, inboxAddress, open, test } from "./inbox-test.ts";

const long: GivenInquiry = {
  name: "Without-a-break".repeat(6),
  city: "क".repeat(90),
  email: `${"long".repeat(15)}@example.com`,
  query: `${"W".repeat(300)} ${"मेरा पैसा नहीं आया। ".repeat(150)}`,
};

/** Checks that nothing is wider than the window or than the conversation. */
async function expectNoSidewaysScroll(page: Page) {
  const over = () =>
    [document.documentElement, ...document.querySelectorAll(".inquiry-panel, .inquiry-panel *")]
      .filter((element) => element.matches("html, .thread, .details, .inquiry-panel, .composer"))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth}`);
  expect(await page.evaluate(over)).toEqual([]);
}

test("the message stands first and the composer in view, at a desk and on a phone @slow", async ({ page, inbox }) => {
  const [, inquiry] = await inbox.openWith([long, { name: "Later Example", email: String(long.email) }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const { panel } = inbox;
  const message = panel.getByText(/^W{300}/);
  const answer = panel.getByRole("button", { name: "Send and close" });
  const status = panel.getByLabel("Status");
  for (const [width, height] of [
    [1366, 768],
    [1280, 720],
    [768, 1024],
    [390, 844],
    [360, 640],
  ] as const) {
    await resize(page, { width, height });
    // Read in one step: a line about a changed channel may come between two.
    const below = await message.evaluate(
      (text, pane) => text.getBoundingClientRect().top - (pane?.getBoundingClientRect().top ?? NaN),
      await panel.elementHandle(),
    );
    expect(below, `${width}`).toBeLessThan(140);
    await expect(answer).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    if (width >= 1280) {
      await expect(status).toBeInViewport();
      continue;
    }
    await panel.getByRole("button", { name: "Details" }).click();
    await expect(status).toBeInViewport();
    await expect(panel.getByRole("heading", { name: "From the same person (1)" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    if (width === 360) {
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await expect(status).toBeHidden();
    await expect(panel.getByRole("button", { name: "Details" })).toBeFocused();
  }
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
});

test("a text grows to its limit, is sent by its key, and answered and closed in one step", async ({ page, inbox }) => {
  const [, inquiry] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Mira Example" }]);
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const { panel } = inbox;
  const answer = panel.getByLabel("Text", { exact: true });
  await answer.fill("A line\n".repeat(100));
  const shares = async () => {
    const [composer, whole] = await boxesOf(page.locator(".composer"), panel);
    return composer.height / whole.height;
  };
  expect(await shares()).toBeGreaterThan(0.35);
  expect(await shares()).toBeLessThan(0.41);
  // Escape leaves the text and drops nothing.
  await answer.press("Escape");
  await expect(panel).toBeFocused();
  await expect(answer).toHaveValue(/A line/);

  // Too long a text is counted, kept and not sent.
  await answer.fill("A line\n".repeat(600));
  await expect(panel.getByText("200 characters too long: 4,000 fit.")).toBeVisible();
  await answer.press("Control+Enter");
  await expect(answer).toBeFocused();
  await expect(answer).toHaveValue("A line\n".repeat(600));
  expect((await inbox.known("Ravi Example")).entries).toEqual([]);
  await expect(inbox.row("Ravi").getByText("draft", { exact: true })).toBeVisible();
  await page.reload();
  await expect(inbox.row("Ravi").getByText("draft", { exact: true })).toBeVisible();
  await expect(inbox.row("Mira").getByText("draft", { exact: true })).toHaveCount(0);

  await answer.fill("Paid out");
  await answer.press("Control+Shift+Enter");
  await expect.poll(async () => (await inbox.known("Ravi Example")).status).toBe("closed");
  // The draft is gone with the answer.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain("draft");
});

test("much that happened folds, notes are marked, and a suspected report says what it is about @slow", async ({
  page,
  inbox,
  server,
}) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  for (let version = 1; version <= 7; version += 1) {
    // No status is the one before the last: that pair would be one line.
    const status = (["new", "in progress", "answered"] as const)[version % 3];
    await server.call("POST", "contact-inquiries/changes", { changes: [{ id: inquiry?.id, version, status }] });
  }
  await server.call("POST", `contact-inquiries/${inquiry?.id}/notes`, { text: "Called, nobody picked up." });
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const thread = inbox.panel.getByRole("region", { name: "Conversation" });
  const changes = thread.getByText(/changed the status from/).filter({ visible: true });
  await expect(changes).toHaveCount(0);
  const fold = thread.getByText("7 changes");
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(changes).toHaveCount(7);
  await expect(inbox.panel.getByRole("region", { name: "History" }).getByText(/changed the status/)).not.toHaveCount(0);
  const note = thread.getByRole("listitem").filter({ hasText: "nobody picked up" });
  await expect(note).toContainText("note, only the team sees it");

  await server.call("POST", "impostor-reports", {
    reported: "https://t.me.evil.example/saffron",
    happened: "They asked for my OTP. https://a.example https://b.example https://c.example https://d.example",
  });
  const row = inbox.row("https://t.me.evil.example/saffron");
  await row.getByRole("link").click();
  await expect(thread.getByRole("listitem").filter({ hasText: "They asked" })).toContainText(
    /Impostor report.*Reported https:\/\/t\.me\.evil\.example\/saffron/s,
  );
});

test("the history has a sign for each event, its sentences in one column and its times in another", async ({
  page,
  inbox,
  server,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }]);
  const me = await server.call<{ member: { id: string } }>("GET", "session");
  for (const change of [{ status: "answered" }, { assigneeId: me.member.id }, { snoozedUntil: "answer" }]) {
    const { id, version } = await inbox.known("Ravi Example");
    await server.call("PATCH", `contact-inquiries/${id}`, change, { "if-match": `"${version}"` });
  }
  await open(page, `${inboxAddress}${allInquiries}&inquiry=${inquiry?.id}`);
  const events = inbox.panel.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(events).toHaveCount(4);
  const shown = await events.evaluateAll((all) =>
    all.map((event) => ({
      sign: event.querySelector(".icon path")?.getAttribute("d"),
      sentence: event.querySelector(":scope > span:not(.status-icon)")?.getBoundingClientRect().left,
      time: Math.round(event.querySelector("time")?.getBoundingClientRect().right ?? 0),
    })),
  );
  const different = (values: Array<string | number | null | undefined>) => new Set(values).size;
  expect(shown.map(({ sign }) => sign)).not.toContain(undefined);
  expect(different(shown.map(({ sign }) => sign))).toBe(4);
  expect(different(shown.map(({ sentence }) => sentence))).toBe(1);
  expect(different(shown.map(({ time }) => time))).toBe(1);
});
