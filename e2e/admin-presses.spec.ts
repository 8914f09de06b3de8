import type { Locator, Page } from "@playwright/test";
import { expect, type Inbox, inboxAddress, open, test } from "./inbox-test.ts";

/**
 * Ten tasks of an agent's day, each by its shortest way. A key with its modifiers counts as one press, as a click does;
 * what is typed into a field does not count. The limits are what commit 62cb0945 took (decision 90).
 */
test.use({ viewport: { width: 1366, height: 768 } });

const visitors = Array.from({ length: 14 }, (_, at) => ({
  name: `Visitor ${String.fromCodePoint(65 + at)} Example`,
  phone: `+91 98765 432${10 + at}`,
}));
const oldest = "Visitor A Example";

function counterOn(page: Page) {
  let count = 0;
  return {
    async press(...keys: string[]) {
      for (const key of keys) {
        count += 1;
        await page.keyboard.press(key);
      }
    },
    async click(control: Locator, modifiers: Array<"Shift"> = []) {
      count += 1;
      await control.click({ modifiers, timeout: 30_000 });
    },
    type: (text: string) => page.keyboard.type(text),
    atMost(most: number, task: string) {
      test.info().annotations.push({ type: "presses", description: `${task}: ${count}, at most ${most}` });
      expect.soft(count, task).toBeLessThanOrEqual(most);
      count = 0;
    },
  };
}

const textIn = ({ panel }: Inbox) => panel.getByLabel("Text", { exact: true });

test("ten tasks of a day take no more presses than before @slow", async ({ page, inbox, server }) => {
  test.slow();
  await inbox.openWith(visitors);
  await inbox.colleague();
  const { replies } = await server.call<{ replies: Array<{ id: string }> }>("GET", "saved-replies");
  for (const { id } of replies) await server.call("DELETE", `saved-replies/${id}`);
  await server.call("POST", "saved-replies", { title: "Paid", text: "Namaste {name}, it is paid out." });
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const presses = counterOn(page);
  const { panel, done } = inbox;
  const begin = async (query = "?status=new") => {
    await open(page, inboxAddress + query);
    await expect(inbox.rows.first()).toBeVisible();
  };

  await begin("");
  if ((await inbox.names())[0] !== oldest) {
    await presses.press("Control+k");
    await presses.type("waited longest");
    await presses.press("Enter");
    await expect.poll(async () => (await inbox.names())[0]).toBe(oldest);
  }
  await presses.press("j", "r");
  await expect(textIn(inbox)).toBeFocused();
  await presses.type("It is on its way.");
  await presses.press("Control+Enter");
  await expect(done).toContainText("sent.");
  expect((await inbox.known(oldest)).status).toBe("answered");
  presses.atMost(5, "open who waits longest, and reply");

  await presses.press("z");
  await expect(textIn(inbox)).toBeFocused();
  expect((await inbox.known(oldest)).status).toBe("new");
  presses.atMost(1, "undo a sent reply");

  await begin();
  await presses.press("j", "r");
  await expect(textIn(inbox)).toBeFocused();
  const first = await panel.getByRole("heading", { level: 2 }).textContent();
  await presses.type("It is paid.");
  await presses.press("Control+Shift+Enter");
  await expect(panel.getByRole("heading", { level: 2 })).not.toHaveText(first ?? "");
  presses.atMost(3, "reply, close, and go on to the next");

  await begin();
  await presses.press("j", "Shift+A");
  await expect(page.getByRole("dialog", { name: "Assign to…" }).getByRole("combobox")).toBeFocused();
  await presses.type("asha");
  await presses.press("Enter");
  await expect(done).toContainText("assigned to Asha");
  presses.atMost(3, "assign to a colleague");

  await begin();
  await presses.press("j", "t");
  await presses.type("deposit");
  await expect(panel.getByRole("option", { name: "Create tag “deposit”" })).toBeVisible();
  await presses.press("Enter");
  await expect(done).toContainText("deposit");
  presses.atMost(3, "add a tag");

  await begin();
  await presses.press("j", "s");
  await presses.click(page.getByRole("dialog").getByRole("button", { name: /^Tomorrow/ }));
  await expect(done).toContainText("snoozed");
  presses.atMost(3, "snooze until tomorrow");

  await begin("");
  await presses.press("/");
  await presses.type("9876543219");
  await expect(inbox.rows).toHaveCount(1);
  await presses.click(inbox.rows.getByRole("link"));
  await expect(panel.getByRole("heading", { name: "Visitor J Example" })).toBeVisible();
  presses.atMost(2, "find by a phone number");

  await begin();
  await presses.click(inbox.rows.nth(2).getByRole("checkbox"));
  await presses.click(inbox.rows.nth(6).getByRole("checkbox"), ["Shift"]);
  await presses.press("e");
  await expect(done).toContainText("5 marked closed.");
  presses.atMost(3, "close five at once");

  await begin();
  await presses.press("j", "Enter");
  await expect(panel).toBeFocused();
  await presses.press("/");
  await expect(panel.getByRole("option", { name: "Paid" })).toBeVisible();
  await presses.press("Enter");
  await expect(textIn(inbox)).toHaveValue(/it is paid out\.$/);
  await presses.press("Control+Enter");
  await expect(done).toContainText("sent.");
  presses.atMost(5, "reply with a saved reply");

  await begin();
  await presses.press("j", "r");
  await expect(textIn(inbox)).toBeFocused();
  await presses.type("Please send a photo.");
  const opened = page.context().waitForEvent("page");
  await presses.click(panel.getByRole("link", { name: "WhatsApp" }));
  await (await opened).close();
  await presses.click(panel.getByRole("button", { name: "Log", exact: true }));
  await expect(done).toContainText("logged.");
  presses.atMost(4, "reply in WhatsApp, and log it");
});
