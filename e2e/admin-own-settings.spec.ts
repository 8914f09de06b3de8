import type { Page } from "@playwright/test";
import { expect, expectAccessible, open, test } from "./admin-test.ts";

const address = "/ContactAdmin/your-settings";

// Other journeys of the same member follow.
test.afterEach(({ server }) =>
  server.call("PUT", "session/settings", {
    assignsOnReply: true,
    sendKey: "send",
    quietHours: null,
    answers: { bell: true, email: false },
  }),
);

/** Holds the answer to the next call of an address until it is released. */
async function held(page: Page, url: string) {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const answered = page.waitForResponse(url);
  return { release: () => (release(), answered) };
}

test("a member chooses for themself how replies are sent, where they are told, and when not", async ({
  page,
  admin,
}) => {
  await admin.signIn();
  await page.setViewportSize({ width: 360, height: 700 });
  await open(page, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your settings");
  const assigns = page.getByRole("switch", { name: "Assign an inquiry to me when I reply" });
  const closes = page.getByRole("radio", { name: "Sends the reply and closes the inquiry" });
  const email = page.getByRole("checkbox", { name: "A visitor writes in an inquiry of mine: email" });
  const bell = page.getByRole("checkbox", { name: "A visitor writes in an inquiry of mine: bell" });
  await expect(assigns).toBeChecked();
  await expect(closes).not.toBeChecked();
  await expect(bell).toBeChecked();
  // All three at once: each is saved.
  await assigns.click();
  await closes.click();
  await email.click();
  await admin.settled();
  // What is typed while something else is saved stays.
  const saved = await held(page, "**/api/session/settings");
  await page.getByRole("switch", { name: "Send me no email at certain hours" }).click();
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });
  await expect(from).toHaveValue("22:00");
  await expect(page.getByText("Ends on the next day.")).toBeVisible();
  await to.fill("22:00");
  await saved.release();
  await admin.settled();
  await expect(to).toHaveValue("22:00");
  await to.blur();
  await expect(page.getByText("Quiet hours must begin and end at different times.")).toBeVisible();
  await expectAccessible(page);
  await to.fill("07:15");
  await to.blur();
  await expect(page.getByText("Quiet hours must begin")).toBeHidden();
  await admin.settled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await open(page, address);
  await expect(assigns).not.toBeChecked();
  await expect(closes).toBeChecked();
  await expect(email).toBeChecked();
  await expect(bell).toBeChecked();
  await expect(to).toHaveValue("07:15");

  // An unsaved setting does not look as if it were saved.
  await page.route("**/api/session/settings", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await assigns.click();
  await expect(admin.toast("Failed to save your settings")).toBeVisible();
  await expect(assigns).not.toBeChecked();
});
