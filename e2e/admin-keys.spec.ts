import { seededRandom } from "#domain/testing-random.ts";
import type { Locator, Page } from "@playwright/test";
import { expect, type Inbox, open, slowDown, test } from "./inbox-test.ts";

const visitors = ["Ravi Example", "Meera Example", "Imran Example"].map((name) => ({ name }));

/** The fields that keys lead to. */
function fieldsOf(page: Page, { panel }: Inbox): ReadonlyArray<readonly [key: string, field: Locator]> {
  return Object.entries({
    r: panel.getByLabel("Text", { exact: true }),
    n: panel.getByLabel("New note"),
    t: panel.getByRole("combobox", { name: "Find or create a tag" }),
    m: page.getByRole("dialog").getByRole("textbox").or(page.getByRole("dialog").getByRole("searchbox")).first(),
  });
}

test("letters on the way to a field go into it, whatever the network, and change no inquiry @slow", async ({
  page,
  inbox,
}) => {
  test.slow();
  await inbox.openWith(visitors);
  const { pathname, search } = new URL(page.url());
  const address = pathname + search;
  for (let seed = 1; seed <= 24; seed += 1) {
    const random = seededRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    await open(page, address);
    const changes = await slowDown(page, random);
    await expect(inbox.rows).toHaveCount(visitors.length);
    await page.keyboard.press("j");
    if (random() < 0.4) await page.keyboard.press("Enter");
    const [key, field] = fieldsOf(page, inbox)[below(4)] ?? ["", inbox.panel];
    await page.keyboard.press(key);
    const letters = "easwjkxzvrntmio15 EA?";
    const text = Array.from({ length: 3 + below(12) }, () => letters.charAt(below(letters.length))).join("");
    for (const letter of text) {
      await page.keyboard.type(letter);
      await page.waitForTimeout(random() < 0.5 ? 0 : random() * 120);
    }
    await expect(field, `${seed}: ${key} ${text}`).toBeFocused();
    await expect.poll(async () => (await field.inputValue()).slice(-text.length), `${seed}: ${key}`).toBe(text);
    expect(changes, `${seed}: ${key} ${text}`).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(() => localStorage.clear());
  }
});

test("a key acts on the open inquiry or the focused row, and says if there is none", async ({ page, inbox, admin }) => {
  await inbox.openWith(visitors);
  await page.keyboard.press("e");
  await expect(admin.toast("No inquiry has the focus. Press J to go to one.")).toBeVisible();
  await page.keyboard.press("j");
  // A number that somebody types sets no status; with Shift it does.
  await page.keyboard.type("5121");
  await page.keyboard.press("Shift+Digit2");
  await expect(inbox.done).toContainText("marked in progress");
  expect((await inbox.known("Imran Example")).status).toBe("in progress");
  await page.keyboard.press("Shift+Digit2");
  await expect(admin.toast("Nothing changed: it is like that already.")).toBeVisible();

  // The menu of the team, with its own field.
  await page.keyboard.press("Shift+A");
  const menu = page.getByRole("dialog", { name: "Assign to…" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inbox.done).toContainText("assigned");
  expect((await inbox.known("Imran Example")).assignee).not.toBeNull();

  // A selection is no inquiry to write in: nothing waits for a field that does not come.
  await inbox.row("Ravi").getByRole("checkbox").click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("r");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/status=new/);
  await page.keyboard.press("Shift+V");
  await expect(page).not.toHaveURL(/status=/);
});

test("the rest of a text whose field is gone runs no command, and no field is awaited that does not come", async ({
  page,
  inbox,
  admin,
  server,
}) => {
  await inbox.openWith(visitors);
  const changes: string[] = [];
  let release = () => {};
  let held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/contact-inquiries/**", async (route) => {
    const request = route.request();
    if (request.method() !== "GET") changes.push(request.url());
    if (request.method() === "GET" || request.url().endsWith("/replies")) await held;
    await route.continue().catch(() => undefined);
  });
  const text = inbox.panel.getByLabel("Text", { exact: true });

  // It is left while it loads: what is typed then waits for nothing.
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.keyboard.type("dear");
  await page.goBack();
  await expect(admin.toast("Not entered: “dear”")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  release();

  // Sent before it is there: it waits in its field.
  held = new Promise((resolve) => (release = resolve));
  await page.reload();
  await expect(inbox.rows).toHaveCount(visitors.length);
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.keyboard.type("We look into it. Pl");
  await page.keyboard.press("Control+Enter");
  await expect(
    admin.toast("Not sent: the field is still opening. Press the keys again once your text is in it."),
  ).toBeVisible();
  release();
  await expect(text).toHaveValue(/\n?We look into it\. Pl$/);

  // Sent while its author still types: the letters after the response, too.
  held = new Promise((resolve) => (release = resolve));
  await page.keyboard.press("Control+Enter");
  await expect(text).toHaveAttribute("readonly");
  await page.keyboard.type("ea");
  release();
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.type("se 2 sae");
  await expect(admin.toast("Not entered: “se 2 sae”")).toBeVisible();
  expect(changes).toHaveLength(1);
  await page.keyboard.press("Shift+Digit2");
  await expect(inbox.done).toContainText("marked in progress");

  // A colleague erases it for good.
  await page.keyboard.press("r");
  await page.keyboard.type("Thank you, ");
  const { id, version } = await inbox.known("Imran Example");
  await server.call("POST", "contact-inquiries/erase", { inquiries: [{ id, version }] });
  await expect(text).toBeHidden();
  await page.keyboard.type("1 e");
  const { status } = await inbox.known("Meera Example");
  expect(status).toBe("new");
  expect(changes).toHaveLength(2);
});

test("undo that is pressed before the response waits for it, and undoes that change", async ({ page, inbox }) => {
  await inbox.openWith(visitors);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(inbox.done).toContainText("assigned");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/contact-inquiries/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await page.keyboard.press("e");
  await page.keyboard.press("z");
  release();
  await expect(inbox.done).toContainText("Undone");
  expect(await inbox.known("Imran Example")).toMatchObject({ status: "new", assignee: { email: /./ } });
});

test("the caret goes to the end of the greeting at the first focus, by key and mouse", async ({ page, inbox }) => {
  await inbox.openWith(visitors);
  const text = inbox.panel.getByLabel("Text", { exact: true });
  const typed = async () => {
    await page.keyboard.type("Please wait.");
    return text.inputValue();
  };
  await inbox.row("Ravi").getByRole("link").click();
  await text.click({ position: { x: 60, y: 10 } });
  expect(await typed()).toMatch(/^Hello Ravi Example,[^]*Please wait\.$/);
  // What the member wrote is theirs: a click puts the caret where it is.
  await inbox.row("Meera").getByRole("link").click();
  await expect(inbox.panel.getByRole("heading", { name: "Meera Example" })).toBeVisible();
  await page.keyboard.press("r");
  expect(await typed()).toMatch(/^Hello Meera Example,[^]*Please wait\.$/);
  await text.click({ position: { x: 60, y: 10 } });
  expect(await text.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBeLessThan(20);
});

test("a finger in the middle of the greeting writes at its end, on a phone", async ({
  inbox,
  browser,
  server,
  page,
}) => {
  await inbox.openWith(visitors);
  const context = await browser.newContext({
    baseURL: server.origin,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await open(phone, new URL(page.url()).pathname);
  await phone.getByRole("link", { name: /Ravi Example/ }).tap();
  const text = phone.getByLabel("Text", { exact: true });
  await text.tap({ position: { x: 60, y: 10 } });
  await phone.keyboard.insertText("Sir please wait.");
  await expect(text).toHaveValue(/^Hello Ravi Example,[^]*Sir please wait\.$/);
  // The second time it is the member's own text.
  await text.tap({ position: { x: 60, y: 10 } });
  expect(await text.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBeLessThan(20);
  await context.close();
});
