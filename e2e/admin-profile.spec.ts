import type { Page } from "@playwright/test";
import sharp from "sharp";
import { agentPassword, expectAccessible, fillSignIn, makeAgent } from "./admin-test.ts";
import { expect, inboxAddress, open, test } from "./inbox-test.ts";
import { asha } from "./public-test.ts";

const settingsAddress = "/ContactAdmin/your-settings";

test.afterEach(({ server }) => server.call("PUT", "profile", { names: {}, signatures: {}, picture: null }));

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

const nameIn = (page: Page) => page.getByRole("textbox", { name: "Display name", exact: true });
const signatureIn = (page: Page) => page.getByRole("textbox", { name: "Signature", exact: true });

test("a member sets a name and a signature, which visitors see with the reply, once", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([]);
  const { receipt } = await server.call<{ receipt: string }>("POST", "contact-inquiries", asha);
  await open(page, settingsAddress);
  const card = page.getByRole("region", { name: "What visitors see of you" });
  await nameIn(page).fill("Support WhatsApp 98123 45670");
  await signatureIn(page).fill("Priya\nFront desk");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(nameIn(page)).toBeFocused();
  await expect(nameIn(page)).toHaveAccessibleDescription(/no numbers, links or user names/);
  await nameIn(page).fill("Priya");
  await card.getByText("Other languages").click();
  await card.getByRole("textbox", { name: "Display name in Hindi" }).fill("प्रिया");
  await card.getByLabel("Choose a picture").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await picture("teal"),
  });
  await expect(card.getByRole("img", { name: "Your picture" })).toBeVisible();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Visitors see this from your next reply on")).toBeVisible();
  await expectAccessible(page);

  await open(page, inboxAddress);
  await inbox.row(asha.name).getByRole("link").click();
  const { panel } = inbox;
  const text = panel.getByLabel("Text", { exact: true });
  const note = panel.getByRole("note", { name: "Signature" });
  await expect(note).toHaveText("Priya Front desk");
  await panel.getByRole("button", { name: "Leave out" }).click();
  await expect(note).toBeHidden();
  await panel.getByRole("button", { name: "Add signature" }).click();
  await expectAccessible(page);
  await text.fill("It is paid out.");
  await page.keyboard.press("Control+Enter");
  await expect(inbox.done).toContainText("sent.");
  // Its undo brings back the text alone, which gets the signature once.
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("It is paid out.");
  await page.keyboard.press("Control+Enter");
  await expect(inbox.done).toContainText("sent.");
  expect((await inbox.known(asha.name)).entries.map((entry) => entry.text)).toEqual([
    "It is paid out.\n\nPriya\nFront desk",
  ]);

  await expect(async () => {
    await open(page, receipt);
    const reply = page.getByRole("log").getByRole("listitem").filter({ hasText: "It is paid out." });
    await expect(reply).toContainText("Priya · ", { timeout: 1000 });
    const face = reply.locator("img.face");
    await expect(face).toHaveAttribute("src", /^\/portrait\/[\w-]+\.webp$/);
    expect(await face.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(96);
  }).toPass();
  await expectAccessible(page);
});

test("an owner lets an agent's picture through, and removes all of it", async ({ page, inbox, server, browser }) => {
  await inbox.openWith([]);
  await makeAgent(server, "meera@example.com");
  const agent = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await open(agent, settingsAddress);
  await fillSignIn(agent, { email: "meera@example.com", password: agentPassword });
  const card = agent.getByRole("region", { name: "What visitors see of you" });
  await nameIn(agent).fill("Meera");
  await card.getByLabel("Choose a picture").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await picture("purple"),
  });
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Visitors see your initials until an owner has seen this picture.")).toBeVisible();

  await open(page, "/ContactAdmin/team");
  const list = page.getByRole("region", { name: "What visitors see of the team" });
  const row = list.getByRole("listitem").filter({ hasText: "Meera" });
  await expect(row).toContainText("Waits for an owner");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Show to visitors: the picture of Meera" }).click();
  await expect(row.getByText("Waits for an owner")).toBeHidden();
  await agent.reload();
  await expect(card.getByText("Without one, visitors see your initials.")).toBeVisible();
  await row.getByRole("button", { name: "Remove all that visitors see of Meera" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove all" }).click();
  await expect(list).toBeHidden();
  await agent.context().close();
});

test("a reply assigns the inquiry to its author, and the keys that send are a member's own choice", async ({
  page,
  inbox,
  server,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Kavya Example" }]);
  await open(page, settingsAddress);
  await page.getByRole("radio", { name: /^Sends the reply and closes the inquiry/ }).check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await open(page, inboxAddress);
  await inbox.row("Kavya").getByRole("link").click();
  const { panel } = inbox;
  const text = panel.getByLabel("Text", { exact: true });
  await expect(panel.getByRole("button", { name: "Send and close" })).toHaveAttribute("title", "Ctrl + Enter");
  await text.fill("It is paid out.");
  await text.press("Control+Shift+Enter");
  await expect(inbox.done).toContainText("sent.");
  await expect(panel.getByText("assigned it to themselves").first()).toBeVisible();
  const replied = await inbox.known("Kavya Example");
  expect(replied).toMatchObject({ status: "answered", assignee: { email: server.owner.email } });
  await inbox.done.getByRole("button", { name: "Undo" }).click();
  await expect(inbox.done).toContainText("cancelled");
  expect(await inbox.known("Kavya Example")).toMatchObject({ status: "new", assignee: null });
  await text.press("Control+Enter");
  await expect(inbox.done).toContainText("sent, and closed.");
  await server.call("PUT", "session/settings", { sendKey: "send", assignsOnReply: false });
  await open(page, inboxAddress);
  await inbox.row("Ravi").getByRole("link").click();
  await text.fill("It is on its way.");
  await text.press("Control+Enter");
  await expect(inbox.done).toContainText("sent.");
  expect(await inbox.known("Ravi Example")).toMatchObject({ status: "answered", assignee: null });
  await server.call("PUT", "session/settings", { assignsOnReply: true });
});
