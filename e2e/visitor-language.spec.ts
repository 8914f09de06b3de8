import { hi } from "#languages/compiled/hi.ts";
import { asha } from "./public-test.ts";
import { expect, form, later, notice, oneStored, send, storage, test, write } from "./bad-network.ts";

test.use({ expectedErrors: /net::ERR_|status of (404|422)/ });

test("a page in Hindi sends its language with each call, also of a message that has waited", async ({
  page,
  context,
}) => {
  await write(page, { ...asha, email: "asha@nowhere" });
  // Simulates a page that a browser has translated.
  await page.evaluate(() => document.documentElement.setAttribute("lang", "hi-IN"));
  await send(page);
  await expect(form(page).getByText(hi.problems.wrongEmail)).toBeVisible();
  await form(page).getByLabel("Email Address").fill(asha.email);
  await context.setOffline(true);
  await send(page);
  await later(form(page)).click();
  await expect.poll(() => storage(page)).toEqual(oneStored);
  // It keeps the language in which it was written.
  await page.evaluate(() => document.documentElement.setAttribute("lang", "en-IN"));
  const call = page.waitForRequest("**/api/contact-inquiries");
  await context.setOffline(false);
  expect((await call).postDataJSON()).toMatchObject({ ...asha, language: "hi" });
  await expect(notice(page).getByRole("link", { name: "See your message" })).toHaveAttribute("href", /^\/receipt\?/);
});
