import type { Locator, Page } from "@playwright/test";
import { expect, open, setSettings } from "./admin-test.ts";
import { holdCalls } from "./held-calls.ts";
import { allInquiries, inboxAddress, test } from "./inbox-test.ts";

interface Form {
  /** Opens the form, filled in but for `field`, in which Enter sends it. */
  begin: (page: Page) => Promise<Locator>;
  typed: string;
  done: string;
  /** Leaves to the other journeys what they rely on. */
  restore?: (page: Page) => Promise<void>;
}

const forms: Record<string, Form> = {
  "a saved reply": {
    async begin(page) {
      await open(page, "/ContactAdmin/replies");
      await page.getByRole("button", { name: "Add saved reply" }).click();
      const form = page.getByRole("form", { name: "Add saved reply" });
      await form.getByLabel("Text", { exact: true }).fill("Hello {name}");
      return form.getByLabel("Title");
    },
    typed: "Greting",
    done: "Reply saved",
  },
  "a channel": {
    async begin(page) {
      await open(page, "/ContactAdmin");
      await page.getByRole("button", { name: "Add New Contact" }).click();
      return page.locator("#add-channel").getByLabel("Value");
    },
    typed: "+91 90000 00001",
    done: "Contact added successfully",
  },
  "a section of the settings": {
    async begin(page) {
      await open(page, "/ContactAdmin/settings?section=retention");
      return page.getByLabel("Erase a closed inquiry after").first();
    },
    typed: "200",
    done: "Settings saved",
  },
  "the site": {
    async begin(page) {
      await open(page, "/ContactAdmin/settings?section=site");
      return page.getByLabel("Name on the home page");
    },
    typed: "Saffron Exchnge",
    done: "Site published",
    async restore(page) {
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByRole("button", { name: "Undo change" }).first().click();
      await expect(page.getByText("Change undone")).toBeVisible();
    },
  },
};

/** Sends the form by Enter, twice: the first call fails. Nothing that is typed meanwhile is taken. */
async function expectHeld(page: Page, field: Locator, typed: string): Promise<void> {
  const changes = await holdCalls(
    page,
    "**/api/**",
    (request) => request.method() !== "GET" && !request.url().includes("/inbox/"),
  );
  const busy = page.locator("[type=submit][aria-disabled]");
  await field.fill(typed);
  await field.press("Enter");
  await expect(busy).toBeFocused();
  await page.keyboard.type("x");
  await expect(field).toHaveValue(typed);
  await (await changes.next()).abort();
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(busy).toBeFocused();
  await (await changes.next()).fallback();
  await expect(busy).toHaveCount(0);
  await page.unrouteAll();
}

for (const [what, { begin, typed, done, restore }] of Object.entries(forms)) {
  test(`${what} is not edited while it is saved: no correction is lost @slow`, async ({ page, admin, server }) => {
    await server.setChannels([]);
    await admin.signIn();
    await setSettings(page, {});
    await expectHeld(page, await begin(page), typed);
    await expect(admin.toast(done)).toBeVisible();
    await restore?.(page);
  });
}

test("a tag is not edited while it is saved, and the next one is begun at once @slow", async ({ page, inbox }) => {
  await inbox.openWith([{ name: "Ravi Example" }]);
  await open(page, inboxAddress + allInquiries);
  await page.getByLabel("More", { exact: true }).click();
  await page.getByRole("button", { name: "Manage tags" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Tags", exact: true });
  const name = dialog.getByRole("form", { name: "New tag" }).locator("input[type=text], input:not([type])");
  await expectHeld(page, name, "Withdrwal");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("");
  await dialog.getByLabel("Actions for Withdrwal").click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByLabel("Actions for Withdrwal")).toHaveCount(0);
});
