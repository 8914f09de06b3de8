import { agentPassword, expect, expectAccessible, fillSignIn, makeAgent, open } from "./admin-test.ts";
import { inboxAddress, test } from "./inbox-test.ts";

test("the palette opens pages, searches inquiries and acts on the open one, by keys alone", async ({ page, inbox }) => {
  const [inquiry] = await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }]);
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  const field = palette.getByRole("combobox");
  const current = palette.getByRole("option", { selected: true });
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("audit");
  await expect(current).toHaveText(/^Audit log/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");

  // Every page has it, with its own commands; a single key does nothing there.
  await page.keyboard.press("j");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("mee");
  await expect(current).toHaveText("Search inquiries for “mee”");
  await page.keyboard.press("Enter");
  await expect.poll(() => inbox.names()).toEqual(["Meera Example"]);

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("mark");
  await page.keyboard.press("ArrowDown");
  await expect(current).toHaveText(/^Mark In progress/);
  await expect(palette.getByRole("group", { name: `Meera Example, ${inquiry?.reference}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(inbox.done).toContainText("marked in progress");
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.press("Shift+Digit3");
  await expect(inbox.done).toContainText("marked answered");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing of the kind?");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(inbox.panel).toBeFocused();
  await page.keyboard.press("r");
  await expect(inbox.panel.getByLabel("Text", { exact: true })).toBeFocused();
});

test("the palette finds what the app holds by name, and leads to it; agents find no settings", async ({
  page,
  server,
  inbox,
}) => {
  const tag = await server.call<{ id: string }>("POST", "tags", { name: "Payouts late", color: "red" });
  await server.call("POST", "saved-replies", { title: "Payouts take a day", text: "Please wait." });
  await inbox.openWith([{ name: "Meera Example", query: "Where are my payouts?" }]);
  const agent = await inbox.colleague();
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  const find = async (text: string, group: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
    const option = palette.getByRole("group", { name: group, exact: true }).getByRole("option", { name });
    await expect(option).toBeVisible();
    return option;
  };
  await find("payouts", "Inquiries", /^Meera Example/);
  await expect(palette.getByRole("status").getByText("1 inquiry found")).toBeAttached();
  await expect(palette.getByRole("group", { name: "Settings" }).getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await palette.getByRole("option", { name: "Meera Example" }).click();
  await expect(inbox.panel.getByRole("heading", { name: "Meera Example" })).toBeVisible();

  await (await find("payouts", "Tags", /^Payouts late/)).click();
  await expect(page).toHaveURL(new RegExp(`tag=${tag.id}`));
  await (await find("take a day", "Saved replies", /^Payouts take/)).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Payouts take a day" })).toBeFocused();
  await (await find("asha", "Team", /^Asha/)).click();
  await expect(page.getByRole("row", { name: /^Asha/ })).toBeFocused();
  await (await find("withdrawal", "Channels", /^Add New Contact Withdrawal/)).click();
  await expect(page.getByLabel("Type", { exact: true })).toHaveValue("withdrawal_proof");
  await page.getByRole("button", { name: "Cancel" }).click();
  await (await find("bin", "Settings", /^Keep a deleted inquiry/)).click();
  await expect(page.getByLabel("Keep a deleted inquiry in the bin for")).toBeFocused();
  await (await find("grievance officer", "Settings", /^Grievance officer/)).click();
  await expect(page.getByLabel("Grievance officer", { exact: true })).toBeFocused();
  // Data in the browser is there with the next frame; inquiries come from the server later.
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("x");
  const atOnce = await palette.getByRole("combobox").evaluate(async (field: HTMLInputElement) => {
    field.select();
    document.execCommand("insertText", false, "payouts");
    await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll("[role=option] > span")].map(({ textContent }) => textContent);
  });
  expect(atOnce).toContain("Payouts late");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  // A service that is off has no fields yet.
  await (await find("chat telegram", "Settings", /^Chat/)).click();
  await expect(page.getByRole("heading", { name: "Telegram" })).toBeFocused();

  await open(agent, inboxAddress);
  await agent.keyboard.press("Control+k");
  await agent.keyboard.type("days");
  const found = agent.getByRole("dialog").getByRole("group");
  await expect(found.filter({ hasText: "Search inquiries for “days”" })).toBeVisible();
  await expect(agent.getByRole("group", { name: "Settings", exact: true })).toHaveCount(0);
  await agent.getByRole("combobox").fill("quiet hours");
  await agent.getByRole("option", { name: /^Quiet hours/ }).click();
  await expect(agent.getByRole("heading", { name: "Quiet hours" })).toBeFocused();
});

test("closing opens the next one; the list ends where nothing is left", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }], "?status=new");
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await expect(inbox.panel.getByRole("heading", { name: "Meera Example" })).toBeVisible();
  await page.keyboard.press("Shift+E");
  await expect(inbox.panel.getByRole("heading", { name: "Ravi Example" })).toBeVisible();
  await expect(inbox.rows).toHaveCount(1);
  await inbox.panel.getByRole("button", { name: "Close and open the next" }).click();
  await expect(inbox.panel).toBeHidden();
  await expect(page.getByRole("heading", { name: "Nothing here: no inquiry is new" })).toBeVisible();
});

test("Enter before the options have loaded chooses the first of what is typed, unless it is typed on", async ({
  page,
  inbox,
}) => {
  await inbox.openWith([{ name: "Ravi Example" }, { name: "Meera Example" }]);
  await inbox.colleague();
  let load = () => {};
  const later = () => {
    const wait = new Promise<void>((resolve) => (load = resolve));
    return page.route("**/api/members", async (route) => (await wait, route.continue()), { times: 1 });
  };
  const typeEarly = async (keys: string[]) => {
    await later();
    await page.reload();
    await expect(inbox.row("Meera")).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+A");
    const field = page.getByRole("dialog", { name: "Assign to…" }).getByRole("combobox");
    await expect(field).toBeFocused();
    await page.keyboard.type("asha");
    for (const key of keys) await page.keyboard.press(key, { delay: 20 });
    load();
  };
  await typeEarly(["Enter", "Backspace"]);
  await expect(page.getByRole("option", { name: "Assign to Asha" })).toBeVisible();
  await page.keyboard.press("Escape");
  await typeEarly(["Enter"]);
  await expect(inbox.done).toContainText("assigned to Asha");
  expect((await inbox.known("Ravi Example")).assignee).toBeNull();
});

test("agents come to the inbox after signing in, owners to the channels, and a link leads where it says @slow", async ({
  page,
  server,
}) => {
  await makeAgent(server, "palette.agent@example.com");
  const agent = { email: "palette.agent@example.com", password: agentPassword };
  for (const [who, from, to] of [
    [agent, "/ContactAdmin", inboxAddress],
    [agent, "/ContactAdmin/replies", "/ContactAdmin/replies"],
    [server.owner, "/ContactAdmin", "/ContactAdmin"],
  ] as const) {
    await page.context().clearCookies();
    await open(page, from);
    await fillSignIn(page, who);
    await expect(page.getByText("Signed in as").first()).toBeAttached();
    expect(new URL(page.url()).pathname).toBe(to);
  }
});
