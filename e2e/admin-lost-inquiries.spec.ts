import type { Page } from "@playwright/test";
import { expect, open, slowDown, test } from "./inbox-test.ts";

const visitors = ["Ravi Example", "Meera Example", "Imran Example"].map((name) => ({ name }));

/** Presses a key of another layout, which Playwright has no name for. */
async function keysOfLayout(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  return async (key: string, code: string) => {
    await devTools.send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: key });
    await devTools.send("Input.dispatchKeyEvent", { type: "keyUp", key, code });
  };
}

test("typing that closed, assigned or marked inquiries in a day's work changes none @slow", async ({ page, inbox }) => {
  test.slow();
  await inbox.openWith(visitors);
  const { pathname, search } = new URL(page.url());
  const { panel } = inbox;
  const heading = panel.getByRole("heading", { name: "Imran Example" });
  const text = panel.getByLabel("Text", { exact: true });
  const pressKey = await keysOfLayout(page);
  let changes: readonly string[] = [];

  /** Reloads the list without drafts, and focuses the first row; an inquiry takes 1.2 s to load. */
  async function begin(...keys: string[]) {
    expect(changes).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(() => localStorage.clear());
    await open(page, pathname + search);
    await expect(inbox.rows).toHaveCount(visitors.length);
    changes = await slowDown(page, () => 1);
    for (const key of ["j", ...keys]) await page.keyboard.press(key);
  }

  await test.step("the name of a tag, with a row in the focus", async () => {
    for (const name of ["dep", "newtagname"]) {
      await begin("t");
      await page.keyboard.type(name);
      await expect(panel.getByRole("combobox", { name: "Find or create a tag" })).toHaveValue(name);
    }
  });

  await test.step("a reply, while the inquiry loads", async () => {
    await begin("Enter", "r");
    await page.keyboard.type("dear sir please wait");
    await expect(text).toHaveValue(/^Hello Imran Example,[^]+dear sir please wait$/);
  });

  await test.step("the number of a payment, with no field in the focus", async () => {
    await begin();
    await page.keyboard.type("512345678901");
    await page.keyboard.press("Enter");
    await expect(heading).toBeVisible();
    await page.keyboard.type("512345678901");
    await pressKey("५", "Digit5");
    await pressKey("5", "Numpad5");
  });

  await test.step("words for the menus of a selection", async () => {
    await begin("x", "t");
    // The browser opens a menu a moment after the key.
    await expect(page.locator(".bulk-tags").getByRole("button", { name: "Manage tags" })).toBeVisible();
    await page.keyboard.type("dep");
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await page.keyboard.type("5pea");
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  await test.step("a name for the menu of the team", async () => {
    await begin("Shift+A");
    await page.keyboard.type("ease");
    const menu = page.getByRole("dialog", { name: "Assign to…" });
    await expect(menu.getByRole("combobox")).toHaveValue("ease");
  });

  await test.step("a reply on a Hindi layout", async () => {
    await begin();
    await pressKey("ी", "KeyR");
    for (const [key, code] of [
      ["म", "KeyC"],
      ["ा", "KeyE"],
      ["े", "KeyS"],
    ] as const)
      await pressKey(key, code);
    await expect(text).toHaveValue(/^Hello Imran Example,[^]+माे$/);
  });

  await test.step("letters of an input method, which belong to it until it is done", async () => {
    await begin("r");
    await expect(text).toBeFocused();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Input.imeSetComposition", { text: "नम", selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press("Control+Enter");
    await devTools.send("Input.insertText", { text: "नमस्ते" });
    await expect(text).toHaveValue(/^Hello Imran Example,[^]+नमस्ते$/);
  });

  await test.step("Caps Lock: a letter is that without Shift", async () => {
    await begin("Enter", "R");
    await page.keyboard.type("SEA");
    await expect(text).toHaveValue(/^Hello Imran Example,[^]+SEA$/);
    await begin("Enter");
    await expect(heading).toBeVisible();
    await page.keyboard.press("E");
    await expect(inbox.done).toContainText("marked closed");
    // Works as `e`: with Shift it would go on to the next inquiry.
    await expect(heading).toBeVisible();
    expect(changes).toHaveLength(1);
  });
});
