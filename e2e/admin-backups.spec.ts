import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./admin-test.ts";

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
    await expect(page.getByText("There is no backup yet; it is retried automatically.")).toBeVisible();
    await page.getByRole("link", { name: "Show the backups" }).click();
    const section = page.getByRole("region", { name: "Backups" });
    await expect(section.locator(".state-card .state-title")).toHaveText("The last backup failed.");
    await expect(section).toContainText("None yet.");
    await expect(section).toContainText("Every 24 hours.");
    const checked = {
      sqlite: "no damage found",
      postgresql: "In PostgreSQL, which checks its own storage.",
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
  await expect(page.getByText("Data loss cannot be detected: the file cannot be read.")).toBeVisible();
});

test("owners see which inquiries have lost files, until they put that off", async ({ page, admin }) => {
  let inquiries = ["K7P-4MX", "Q2W-8RT", "BCD-234", "BCD-235"];
  await page.route("**/api/backups", async (route) => {
    const state = await (await route.fetch()).json();
    await route.fulfill({ json: { ...state, lostFiles: { count: 5, inquiries } } });
  });
  await admin.openWith([]);
  const alarm = page.getByText("5 files of inquiries are lost.");
  await expect(alarm).toBeVisible();
  await expect(page.getByText("Of K7P-4MX, Q2W-8RT, BCD-234 …: missing")).toBeVisible();
  await page.getByRole("link", { name: "Show all these inquiries" }).click();
  const section = page.getByRole("region", { name: "Backups" });
  await expect(section.getByText("Lost files")).toBeVisible();
  await expect(section.getByRole("link", { name: "BCD-235" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(alarm).toBeHidden();
  await page.reload();
  await expect(section.getByText("Lost files")).toBeVisible();
  await expect(alarm).toBeHidden();
  await section.getByRole("link", { name: "K7P-4MX" }).click();
  await expect(page).toHaveURL(/\/inquiries\?search=K7P-4MX$/);
  // Others are lost since.
  inquiries = inquiries.slice(1);
  await page.reload();
  await expect(alarm).toBeVisible();
});
