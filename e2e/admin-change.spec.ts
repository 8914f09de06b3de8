import type { TeamChannelList } from "#contract/channels/channel.ts";
import { chooseInRow, editForm, expect, test, three } from "./admin-test.ts";

const [first, second, third] = [
  "+91 90000 00001",
  "https://www.youtube.com/c/saffronexample",
  "1800 000 0000",
] as const;
const question = "Are you sure you want to delete this contact?";

test.describe("deleting", () => {
  test("asks first, loads the list again and goes on at the next row, down to the last one", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    const dialog = page.getByRole("alertdialog", { name: question });
    for (const leave of [
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await chooseInRow(page, "Delete", second);
      await expect(dialog.getByText(second)).toBeVisible();
      await leave();
      await expect(dialog).toBeHidden();
      await expect(page.getByLabel(`More: ${second}`)).toBeFocused();
    }
    expect((await server.call<TeamChannelList>("GET", "contacts")).contacts).toHaveLength(3);

    const remove = async (value: string) => {
      await chooseInRow(page, "Delete", value);
      const reloaded = page.waitForResponse((response) => response.url().endsWith("/api/contacts"));
      await dialog.getByRole("button", { name: "Delete" }).click();
      await expect(dialog).toBeHidden();
      await reloaded;
    };
    await remove(second);
    await expect(admin.toast("Contact deleted successfully")).toBeVisible();
    await expect(page.getByRole("heading", { name: "All Contacts (2)" })).toBeVisible();
    await expect(page.getByRole("heading", { name: third })).toBeFocused();
    await remove(third);
    await expect(page.getByRole("heading", { name: first })).toBeFocused();
    await remove(first);
    await expect(page.getByRole("heading", { name: "No contacts found" })).toBeFocused();
    expect((await server.call<TeamChannelList>("GET", "contacts")).contacts).toEqual([]);
  });

  test("says in the dialog why it failed, also after a colleague's deletion, and can be tried again @slow", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    await page.route("**/api/contacts/*", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
    await chooseInRow(page, "Delete", first);
    const dialog = page.getByRole("alertdialog", { name: question });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("Not today.")).toBeVisible();
    await expect(dialog.getByText("Failed to delete contact")).toBeVisible();
    await expect(page.getByRole("heading", { name: "All Contacts (3)", includeHidden: true })).toBeAttached();
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "All Contacts (2)" })).toBeVisible();

    await server.setChannels(three.slice(2));
    await chooseInRow(page, "Delete", second);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("no longer there")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "All Contacts (1)" })).toBeVisible();
  });
});

test.describe("editing", () => {
  test("starts from what is there, and saves it", async ({ page, server, admin }) => {
    await admin.openWith(three);
    await page.getByRole("button", { name: `Edit: ${first}` }).click();
    const form = editForm(page, first);
    await expect(form.getByLabel("Type")).toHaveValue("whatsapp");
    await expect(form.getByLabel("Value")).toHaveValue(first);
    await expect(form.getByLabel("Value")).toBeFocused();
    await expect(form.getByLabel("Description")).toHaveValue("हिंदी और अंग्रेज़ी");
    await expect(form.getByLabel("Active")).toBeChecked();
    await expect(form.getByRole("link")).toHaveAttribute("href", "https://wa.me/919000000001");

    await form.getByLabel("Type").selectOption("telegram");
    await form.getByLabel("Value").fill("@saffron_example");
    await form.getByLabel("Description").fill("");
    await form.getByLabel("Active").uncheck();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(admin.toast("Contact saved")).toBeVisible();
    await expect(form).toBeHidden();
    await expect.poll(() => admin.values()).toEqual(["@saffron_example", second, third]);
    await expect(page.getByRole("button", { name: "Edit: @saffron_example" })).toBeFocused();
    const [saved] = (await server.call<TeamChannelList>("GET", "contacts")).contacts;
    expect(saved).toMatchObject({ type: "telegram", value: "@saffron_example", proof: "", isActive: false });
  });

  test("sends what was changed alone, so that what a colleague did meanwhile stays; nothing where nothing was @slow", async ({
    page,
    server,
    admin,
  }) => {
    await admin.openWith(three);
    const sent: unknown[] = [];
    page.on("request", (request) => {
      if (/\/api\/contacts\/[^/]+$/.test(request.url()) && request.method() !== "GET")
        sent.push(request.postDataJSON());
    });
    const form = editForm(page, first);
    await page.getByRole("button", { name: `Edit: ${first}` }).click();
    await form.getByLabel("Value").fill(` ${first} `);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    expect(sent).toEqual([]);

    await page.getByRole("button", { name: `Edit: ${first}` }).click();
    const [channel] = (await server.call<TeamChannelList>("GET", "contacts")).contacts;
    await server.call("PATCH", `contacts/${channel?._id}`, { isActive: false, value: "+91 90000 00002" });
    await form.getByLabel("Description").fill("Only in the evening");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    expect(sent).toEqual([{ proof: "Only in the evening" }]);
    await expect.poll(() => admin.values()).toEqual(["+91 90000 00002", second, third]);
    const [saved] = (await server.call<TeamChannelList>("GET", "contacts")).contacts;
    expect(saved).toMatchObject({ value: "+91 90000 00002", isActive: false, proof: "Only in the evening" });
  });

  test("a refused value stands at its field, and nothing changes", async ({ page, server, admin }) => {
    await admin.openWith(three);
    await page.getByRole("button", { name: `Edit: ${second}` }).click();
    const form = editForm(page, second);
    await form.getByLabel("Value").fill("https://youtube.com.evil.example/@saffron");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(admin.toast("Failed to save contact")).toBeVisible();
    await expect(form.getByLabel("Value")).toBeFocused();
    await expect(form.getByLabel("Value")).toHaveAccessibleDescription(/such as https:\/\/www\.youtube\.com\/@example/);
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toBeHidden();
    const { contacts: channels } = await server.call<TeamChannelList>("GET", "contacts");
    expect(channels.map(({ value }) => value)).toEqual([first, second, third]);
    // Cancelled input does not come back.
    await page.getByRole("button", { name: `Edit: ${second}` }).click();
    await expect(form.getByLabel("Value")).toHaveValue(second);
    await expect(form.getByLabel("Value")).not.toHaveAttribute("aria-invalid");
  });

  test("shows what would change, and Escape does not drop it unasked", async ({ page, server, admin }) => {
    await admin.openWith([...three, { type: "telegram", value: "@saffron_example" }]);
    await page.getByRole("button", { name: `Edit: ${first}` }).click();
    const form = editForm(page, first);
    const review = form.getByRole("region", { name: "What changes" });
    await expect(review).toHaveCount(0);
    await form.getByLabel("Value").fill("+91 90000 00007");
    await expect(review.locator("del mark")).toHaveText(["1", "1"]);
    await expect(review.locator("ins mark")).toHaveText(["7", "7"]);
    await expect(form.getByText("Everyone who taps WhatsApp will reach it.")).toBeVisible();

    const discard = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await page.keyboard.press("Escape");
    await expect(discard).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(discard).toBeHidden();
    await expect(form.getByLabel("Value")).toHaveValue("+91 90000 00007");
    await form.getByLabel("Type").selectOption("telegram");
    await form.getByLabel("Value").fill("t.me/saffron_exampIe");
    await expect(form.getByText("This looks like @saffron_example, but it is not the same.")).toBeVisible();
    // A colleague's deletion does not change it either.
    await server.setChannels(three.slice(1));
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("heading", { name: "All Contacts (2)" })).toBeVisible();
    await expect(form.getByLabel("Value")).toHaveValue("t.me/saffron_exampIe");
    await form.getByLabel("Value").press("Escape");
    await discard.getByRole("button", { name: "Discard" }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => admin.values()).toEqual([second, third]);
  });
});
