import { expect, test } from "./public-test.ts";

test("without scripts the pages of a kept site say what to do, and that they know no channel", async ({ page }) => {
  await page.goto("/keep");
  await expect(page.getByText("Saving needs JavaScript.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await page.goto("/keep/offline");
  await expect(page.getByRole("heading", { name: "We cannot confirm our channels right now" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Our channels", exact: true })).toBeHidden();
});
