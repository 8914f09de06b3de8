import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./admin-test.ts";

test("backups set up in the browser take a passphrase that is typed back, and begin by themselves", async ({
  page,
  admin,
}) => {
  // The passphrase is stretched twice, by a process of low priority.
  test.setTimeout(360_000);
  await admin.openWith([]);
  await page.goto("/ContactAdmin/settings?section=backups");
  const section = page.getByRole("region", { name: "Backups" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Make a passphrase first, store it, and type it back.")).toBeVisible();
  await section.getByRole("button", { name: "Make a passphrase" }).click();
  const passphrase = await section.locator("code").innerText();
  // Nothing is saved while it is still shown.
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(/This is not the passphrase that was shown/)).toBeVisible();
  await section.getByRole("button", { name: "I have stored it" }).click();
  await expect(section).not.toContainText(passphrase);
  const typed = section.getByLabel("Type the passphrase back");
  await typed.fill(passphrase.slice(1));
  await section.getByRole("button", { name: "Save" }).click();
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await typed.fill(passphrase.toUpperCase().replaceAll("-", " "));
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByRole("button", { name: "Make a new one" })).toBeVisible();
  await expect(section).toContainText("Every 24 hours.");
  // The page polls while a backup is being made.
  await expect(section).toContainText("Made on", { timeout: 240_000 });
  const state = section.locator(".state-card");
  await expect(state.locator(".state-title")).toHaveText("Backups are made as planned.");
  await expect(state.locator("dt")).toContainText(["Last backup", "Next backup", "Size", "Folder"]);
  await expect(state.getByRole("button", { name: "Switch off" })).toBeVisible();
  await page.reload();
  await expect(section).toContainText("Made on", { timeout: 30_000 });
  await expect(section).not.toContainText(passphrase);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
