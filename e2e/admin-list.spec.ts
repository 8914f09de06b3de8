import type { TeamChannelList } from "#contract/channels/channel.ts";
import { addresses, chooseInRow, expect, open, test, three } from "./admin-test.ts";
import { holdCalls } from "./held-calls.ts";

test("the list loads, and says so where it is empty", async ({ page, server, admin }) => {
  await server.setChannels([]);
  await admin.signIn();
  const calls = await holdCalls(page, "**/api/contacts");
  await open(page, addresses.admin);
  await expect(page.getByText("Loading contacts...")).toBeVisible();
  await (await calls.next()).continue();
  await expect(page.getByRole("heading", { name: "No contacts found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hide all channels now" })).toHaveCount(0);
  await expect(page.getByText("Add your first contact to get started")).toBeVisible();
  await expect(page.getByText("Loading contacts...")).toBeHidden();
});

test("each row shows the channel, its state and where it opens", async ({ page, admin }) => {
  await admin.openWith(three);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Management");
  await expect(page.getByRole("heading", { name: "All Contacts (3)" })).toBeVisible();

  const whatsapp = admin.row("+91 90000 00001");
  await expect(whatsapp.getByText("WhatsApp", { exact: true })).toBeVisible();
  await expect(whatsapp.getByText("हिंदी और अंग्रेज़ी")).toBeVisible();
  await expect(whatsapp.getByRole("switch", { name: "Active" })).toBeChecked();
  await expect(whatsapp.getByText("Always")).toBeVisible();
  expect((await whatsapp.boundingBox())?.height).toBeLessThanOrEqual(60.5);
  await whatsapp.getByLabel("More: +91 90000 00001").click();
  const link = whatsapp.getByRole("link", { name: "Open link" });
  await expect(link).toHaveAttribute("href", "https://wa.me/919000000001");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");

  await expect(admin.row("https://www.youtube.com/c/saffronexample").getByText("Try the link")).toBeVisible();
  const hidden = admin.row("1800 000 0000");
  await expect(hidden.getByText("Hidden", { exact: true })).toBeVisible();
  await expect(hidden.getByRole("switch", { name: "Active" })).not.toBeChecked();
});

test("a list that does not load can be tried again, by the person alone @slow", async ({ page, server, admin }) => {
  await server.setChannels(three);
  await admin.signIn();
  let asked = 0;
  await page.route("**/api/contacts", (route) => {
    asked += 1;
    return route.fulfill({ status: 500, json: { message: "Something went wrong on our side. Please try again." } });
  });
  await open(page, addresses.admin);
  await expect(admin.toast("Failed to load contacts")).toBeVisible();
  await expect(page.getByText("Something went wrong on our side.")).toBeVisible();
  await expect(admin.toast("Failed to load contacts")).toBeHidden();
  expect(asked).toBe(1);

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(admin.toast("Failed to load contacts")).toBeVisible();
  expect(asked).toBe(2);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "All Contacts (3)" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
});

test("a switch hides a channel from visitors and shows it again; a failure is reverted, and the row says why", async ({
  page,
  server,
  admin,
}) => {
  await admin.openWith(three);
  const active = async () =>
    (await server.call<TeamChannelList>("GET", "contacts/active")).contacts.map(({ value }) => value);
  const row = admin.row("+91 90000 00001");
  await row.getByRole("switch").click();
  await expect(row.getByText("Hidden", { exact: true })).toBeVisible();
  await expect.poll(active).toEqual(["https://www.youtube.com/c/saffronexample"]);
  await row.getByRole("switch").focus();
  await page.keyboard.press("Space");
  await expect(row.getByRole("switch")).toBeChecked();
  await expect.poll(active).toHaveLength(2);
  await page.reload();
  await expect(row.getByRole("switch")).toBeChecked();

  const last = admin.row("1800 000 0000");
  await page.route("**/api/contacts/*", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await last.getByRole("switch").click();
  await expect(admin.toast("Failed to save contact")).toBeVisible();
  // Shown at the bottom edge, and no higher than its line.
  const { y = 0, height = 0 } = (await admin.toast("Failed to save contact").boundingBox()) ?? {};
  expect(height).toBeLessThan(60);
  expect(y).toBeGreaterThan(600);
  await expect(last.getByText("Not today.")).toBeVisible();
  await expect(last.getByRole("switch")).not.toBeChecked();
  await page.unrouteAll();
  // One that a colleague has deleted goes from the list.
  await server.setChannels(three.slice(0, 2));
  await last.getByRole("switch").click();
  await expect(page.getByRole("heading", { name: "All Contacts (2)" })).toBeVisible();
});

test.describe("moving", () => {
  const [first, second, third] = [
    "+91 90000 00001",
    "https://www.youtube.com/c/saffronexample",
    "1800 000 0000",
  ] as const;

  test("changes the order for the team and for visitors; the focus goes with the row", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    const saved = async () =>
      (await server.call<TeamChannelList>("GET", "contacts")).contacts.map(({ value }) => value);
    const handle = page.getByRole("button", { name: `Move: ${first}` });
    await handle.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => admin.values()).toEqual([second, first, third]);
    await expect(handle).toBeFocused();
    await expect(page.getByRole("status").getByText(`WhatsApp ${first}: now number 2 of 3.`)).toBeAttached();
    await expect.poll(saved).toEqual([second, first, third]);

    await page.keyboard.press("ArrowDown");
    await expect.poll(() => admin.values()).toEqual([second, third, first]);
    await expect.poll(saved).toEqual([second, third, first]);
    await page.getByLabel(`More: ${first}`).click();
    await expect(page.getByRole("button", { name: `Move down: ${first}` })).toBeDisabled();
    await page.getByRole("button", { name: `Move up: ${first}` }).click();
    await expect(handle).toBeFocused();
    await chooseInRow(page, "Move up", first);
    await expect.poll(saved).toEqual([first, second, third]);
    await page.reload();
    await expect.poll(() => admin.values()).toEqual([first, second, third]);
  });

  test("moves made while one is being saved are all saved, whatever is loaded again meanwhile @slow", async ({
    page,
    server,
    admin,
  }) => {
    const values = Array.from({ length: 8 }, (_, place) => `https://example.com/${place}`);
    await admin.openWith(values.map((value) => ({ type: "website", value })));
    let saves = 0;
    const calls = await holdCalls(page, "**/api/contacts/order", () => {
      saves += 1;
      return saves === 1;
    });
    let loads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/contacts") && request.method() === "GET") loads += 1;
    });
    await page.getByRole("button", { name: "Move: https://example.com/0" }).focus();
    const moved = [...values.slice(1, 7), values[0], values[7]];
    // The server now has the old order: neither returning to the page nor another change loads it.
    const again: Record<number, () => Promise<void>> = {
      4: () => page.evaluate(() => void dispatchEvent(new Event("visibilitychange"))),
      5: () => page.getByRole("switch").first().dispatchEvent("click"),
    };
    for (let place = 2; place <= 7; place++) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText(`now number ${place} of 8.`)).toBeAttached();
      await Promise.all([again[place] && page.waitForResponse("**/api/contacts/state"), again[place]?.()]);
    }
    // The announcement may be there one frame before the rows.
    await expect.poll(() => admin.values()).toEqual(moved);
    expect(loads).toBe(0);
    const call = await calls.next();
    expect(saves).toBe(1);
    await call.continue();
    await expect
      .poll(async () => (await server.call<TeamChannelList>("GET", "contacts")).contacts.map(({ value }) => value))
      .toEqual(moved);
    expect(await admin.values()).toEqual(moved);
    expect(saves).toBe(2);
  });

  test("is reverted after a failure, and the row says why; after a colleague's change the list is loaded again @slow", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    await page.route("**/api/contacts/order", (route) =>
      route.fulfill({ status: 500, json: { message: "Not today." } }),
    );
    await chooseInRow(page, "Move down", first);
    await expect(admin.toast("Failed to move contact")).toBeVisible();
    await expect(admin.row(first).getByText("Not today.")).toBeVisible();
    await expect.poll(() => admin.values()).toEqual([first, second, third]);
    await expect(page.getByRole("button", { name: `Move: ${first}` })).toBeFocused();
    await expect(admin.toast("Failed to move contact")).toBeHidden();
    await page.unrouteAll();
    await server.setChannels([{ type: "email", value: "help@example.com" }]);
    await chooseInRow(page, "Move down", first);
    await expect(admin.toast("Failed to move contact")).toBeVisible();
    await expect.poll(() => admin.values()).toEqual(["help@example.com"]);
  });
});

test("a thousand channels stay usable @slow", async ({ page, admin }) => {
  // Fast alone, but parallel tests may leave it little CPU.
  test.slow();
  await admin.openWith([]);
  const channels = Array.from({ length: 1000 }, (_, place) => ({
    _id: `id-${place}`,
    type: "website",
    value: `https://example.com/${place}`,
    isActive: true,
    proof: "",
  }));
  await page.route("**/api/contacts", (route) => route.fulfill({ json: { contacts: channels } }));
  await page.route("**/api/contacts/order", (route) => route.fulfill({ json: { contacts: channels } }));
  await page.reload();
  await expect(page.getByText("All Contacts (1000)")).toBeVisible({ timeout: 45_000 });
  await expect(page.locator("ol > li").nth(500)).toHaveCSS("content-visibility", "auto");
  const handle = page.locator("#move-id-500");
  await handle.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("now number 502 of 1000.")).toBeAttached();
  await expect(handle).toBeFocused();
  await expect(handle).toBeInViewport();
  // The menu is not clipped by its row.
  await page.getByLabel("More: https://example.com/500").click();
  await expect(page.getByRole("button", { name: "Delete: https://example.com/500" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.getByLabel("Search channels").fill("com/77");
  await expect.poll(() => admin.values()).toHaveLength(11);
  await expect(page.getByText("11 of 1000 match.")).toBeAttached();
  await expect(page.getByRole("button", { name: /^Move/ })).toHaveCount(0);
});
