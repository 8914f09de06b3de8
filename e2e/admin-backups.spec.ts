import { AxeBuilder } from "@axe-core/playwright";
import { addresses, expect, test } from "./admin-test.ts";

// A file is in the place of the folder.
test.use({
  environment: { BACKUP_DIR: "/dev/null/backups", BACKUP_EVERY_HOURS: "24", BACKUP_UNENCRYPTED: "true" },
});

test(
  "owners see that the last backup failed and why, and in the settings how it stands",
  { tag: "@postgresql" },
  async ({ page, admin, engine }) => {
    await admin.openWith([]);
    const banner = page.getByText("The last backup failed");
    // The server makes its first backup a moment after its start; the page polls once a minute.
    await expect(async () => {
      await page.reload();
      await expect(banner).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(page.getByText(/BACKUP_DIR: the folder \/dev\/null\/backups: it cannot be written/)).toBeVisible();
    await expect(page.getByText("There is none yet. It is tried again by itself.")).toBeVisible();
    await page.goto(`${addresses.admin}/settings`);
    const section = page.getByRole("region", { name: "Backups" });
    await expect(section).toContainText("No backup is known.");
    await expect(section).toContainText("One is made every 24 hours.");
    const checked = {
      sqlite: "The whole store was checked on",
      postgresql: "The store is in PostgreSQL, which looks after it.",
    };
    await expect(section).toContainText(checked[engine]);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  },
);

test("owners see that nobody would find what is missing from the store", async ({ page, admin }) => {
  await page.route("**/api/backups", async (route) => {
    const state = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...state, store: { checkedAt: null, problems: [], unwatched: "the file cannot be read" } },
    });
  });
  await admin.openWith([]);
  await expect(page.getByText("The store is not watched: the file cannot be read.")).toBeVisible();
});
