import { addresses, expect, test } from "./admin-test.ts";

test("without scripts the admin area says what it needs, and cannot send a password @slow", async ({ page, admin }) => {
  await page.goto(addresses.admin);
  await expect(page.getByText("The admin area needs JavaScript.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();
  await expect(page.locator("form")).toHaveAttribute("method", "post");
  await admin.signIn();
  await page.goto(addresses.admin);
  await expect(page.getByText("The admin area needs JavaScript.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add New Contact" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Menu", exact: true })).toBeDisabled();
  await page.goto(addresses.password);
  await expect(page.getByText("The admin area needs JavaScript.")).toBeVisible();
});
