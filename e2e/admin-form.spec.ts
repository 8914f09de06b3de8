import { inputOf } from "#domain/brands/brand-inputs.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { expect, expectAccessible, test, three } from "./admin-test.ts";

/** The start of each type's example, and a value with its link. */
const types: Record<ChannelType, { example: string; value: string; opens: string }> = {
  phone: { example: "+91", value: "+91 90000-00001", opens: "tel:+919000000001" },
  whatsapp: { example: "+91", value: "+91 90000 00001", opens: "https://wa.me/919000000001" },
  email: { example: "support@", value: "help@example.com", opens: "mailto:help@example.com" },
  telegram: { example: "https://t.me/", value: "@saffron_example", opens: "https://t.me/saffron_example" },
  withdrawal_proof: { example: "https://", value: "https://example.com/paid", opens: "https://example.com/paid" },
  youtube: {
    example: "https://www.youtube.com/",
    value: "youtube.com/@saffronexample",
    opens: "https://youtube.com/@saffronexample",
  },
  instagram: {
    example: "https://www.instagram.com/",
    value: "saffron.example",
    opens: "https://instagram.com/saffron.example",
  },
  facebook: {
    example: "https://www.facebook.com/",
    value: "saffron.example",
    opens: "https://facebook.com/saffron.example",
  },
  twitter: {
    example: "https://x.com/",
    value: "https://twitter.com/saffron_ex",
    opens: "https://twitter.com/saffron_ex",
  },
  linkedin: {
    example: "https://www.linkedin.com/",
    value: "https://www.linkedin.com/company/saffron",
    opens: "https://www.linkedin.com/company/saffron",
  },
  website: { example: "https://", value: "https://example.com", opens: "https://example.com" },
};

test("one button shows and hides the form, which keeps nothing", async ({ page, admin }) => {
  await admin.openWith([]);
  const form = page.locator("#add-channel");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Add New Contact" }).click();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect(cancel).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("button", { name: "Add New Contact" })).toBeHidden();
  await expect(form.getByLabel("Type")).toHaveValue("phone");
  await expect(form.getByLabel("Active")).toBeChecked();
  await form.getByLabel("Type").selectOption("email");
  await form.getByLabel("Value").fill("help@example.com");
  await form.getByLabel("Description").fill("Soon gone");
  await form.getByLabel("Active").uncheck();
  await cancel.click();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "Add New Contact" }).click();
  await expect(form.getByLabel("Type")).toHaveValue("phone");
  await expect(form.getByLabel("Value")).toHaveValue("");
  await expect(form.getByLabel("Description")).toHaveValue("");
  await expect(form.getByLabel("Active")).toBeChecked();
});

test("each type has its example, its hint and a preview of where the value opens @slow", async ({ page, admin }) => {
  await admin.openWith([]);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  const form = page.locator("#add-channel");
  await expect(form.getByLabel("Type").locator("option")).toHaveCount(channelTypes.length);
  for (const type of channelTypes) {
    await test.step(type, async () => {
      const { example, value, opens } = types[type];
      await form.getByLabel("Type").selectOption(type);
      await form.getByLabel("Value").fill("");
      await expect(form.getByRole("link")).toHaveCount(0);
      await expect(form.getByText("Opens")).toHaveCount(0);
      await expect.poll(() => form.getByLabel("Value").getAttribute("placeholder")).toContain(example);
      await expect(form.getByText("full URL")).toHaveCount(inputOf(type).field === "url" ? 1 : 0);
      await form.getByLabel("Value").fill(value);
      const link = form.getByRole("link");
      await expect(link).toHaveAttribute("href", opens);
      await expect(link).toHaveText(opens);
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    });
  }
  // One that opens nothing gets a quiet note, one with a warning its warning.
  await form.getByLabel("Type").selectOption("telegram");
  await page.getByLabel("Value").fill("https://t.me.evil.example/saffron");
  await expect(page.getByText("Opens nothing yet.")).toBeVisible();
  await expect(page.getByLabel("Value")).not.toHaveAttribute("aria-invalid");
  await expect(page.locator("#add-channel").getByRole("link")).toHaveCount(0);
  await page.getByLabel("Value").fill("@abc");
  await expect(page.getByText("try this one")).toBeVisible();
});

test("a channel is added: the form goes, the list is loaded again, the focus is back on the button", async ({
  page,
  admin,
}) => {
  await admin.openWith(three);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  await page.getByLabel("Type").selectOption("telegram");
  await page.getByLabel("Value").fill("  https://t.me/saffron_example  ");
  await page.getByLabel("Description").fill("सुबह के मैच की बातें");
  await page.locator("#add-channel").getByLabel("Active").uncheck();
  const reloaded = page.waitForResponse(
    (response) => response.url().endsWith("/api/contacts") && response.request().method() === "GET",
  );
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.toast("Contact added successfully")).toBeVisible();
  await reloaded;
  await expect(page.getByRole("heading", { name: "All Contacts (4)" })).toBeVisible();
  await expect(page.locator("#add-channel")).toBeHidden();
  await expect(page.getByRole("button", { name: "Add New Contact" })).toBeFocused();
  expect((await admin.values()).at(-1)).toBe("https://t.me/saffron_example");
  const row = admin.row("https://t.me/saffron_example");
  await expect(row.getByText("सुबह के मैच की बातें")).toBeVisible();
  await expect(row.getByText("Hidden", { exact: true })).toBeVisible();
  await expect(row.getByRole("switch")).not.toBeChecked();
});

test("a refused channel: the toast, the message at its field, the focus there, everything typed kept", async ({
  page,
  admin,
}) => {
  await admin.openWith([]);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  await page.getByLabel("Type").selectOption("whatsapp");
  await page.getByLabel("Value").fill("90000 00001");
  await page.getByLabel("Description").fill("Ours");
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.toast("Failed to add contact")).toBeVisible();
  const value = page.getByLabel("Value");
  await expect(value).toHaveAccessibleDescription(/country code, such as \+91 90000 00000/);
  await expect(value).toHaveAttribute("aria-invalid", "true");
  await expect(value).toBeFocused();
  await expect(value).toHaveValue("90000 00001");
  await expect(page.getByLabel("Type")).toHaveValue("whatsapp");
  await expect(page.getByLabel("Description")).toHaveValue("Ours");
  await expectAccessible(page);

  await value.fill("+91 90000 00001");
  await expect(value).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "All Contacts (1)" })).toBeVisible();
});

test("a value is required, by the browser and after trimming by the server; without a response it stays @slow", async ({
  page,
  admin,
}) => {
  await admin.openWith([]);
  await page.getByRole("button", { name: "Add New Contact" }).click();
  await expect(page.getByLabel("Value")).toHaveAttribute("maxlength", String(channelLimits.value));
  await expect(page.getByLabel("Description")).toHaveAttribute("maxlength", String(channelLimits.proof));
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(page.getByLabel("Value")).toBeFocused();
  expect(await page.getByLabel("Value").evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await page.getByLabel("Value").fill("   ");
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(page.getByText("Value is required.")).toBeVisible();
  await expect(admin.toast("Failed to add contact")).toBeHidden();

  await page.getByLabel("Value").fill("1800 000 0000");
  let gone = 0;
  await page.route("**/api/contacts", (route) => {
    gone += 1;
    return route.abort();
  });
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.toast("Failed to add contact")).toBeVisible();
  await expect(page.getByText("The server did not answer.")).toBeVisible();
  await expect(page.getByLabel("Value")).toHaveValue("1800 000 0000");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Add Contact" }).click();
  await expect(admin.toast("Contact added successfully")).toBeVisible();
  expect(gone).toBe(1);
});
