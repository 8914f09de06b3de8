import type { Page } from "@playwright/test";
import { agentPassword, expect, expectAccessible, makeAgent, open, smallTargets, test } from "./admin-test.ts";
import type { FrontDesk } from "./server.ts";

const address = "/ContactAdmin/audit-log";
const entries = (page: Page) => page.locator(".audit-entry");

async function openLog(page: Page, server: FrontDesk, query = "") {
  await page.request.post("/api/session", { data: server.owner });
  await open(page, address + query);
  await expect(entries(page).first()).toBeVisible();
}

// A separate server: other tests leave rejected calls in the log.
test.use({ environment: { LIMIT_LINK_HOURS: "23" } });

test("owners see who did what in words, and filter it by kind and by member; a reload keeps the filter", async ({
  page,
  server,
}) => {
  const email = "seen.in.the.log@example.com";
  const { id } = await makeAgent(server, email);
  const wrong = await page.request.post("/api/session", { data: { email, password: "not the password" } });
  expect(wrong.status()).toBe(401);
  await server.call("PATCH", `members/${id}`, { isActive: false });
  await openLog(page, server);
  await expect(entries(page).filter({ hasText: "Signed in" }).first()).toContainText(server.owner.email);
  const changed = entries(page).filter({ hasText: "Member changed" });
  await expect(changed).toContainText("Member" + email);
  await expect(changed).toContainText("deactivated");
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);

  const said = page.locator(".audit-log > p[role=status]:not(.spinner)");
  await expect(said).toHaveText(/^\d+ entries\.$/);
  // Must stay the same element, or a screen reader may not announce it.
  const place = await said.elementHandle();
  await page.getByLabel("What", { exact: true }).selectOption("Sign-in refused");
  await expect(said).toHaveText("1 entry.");
  await expect(page).toHaveURL(`${address}?kind=sign-in-refused`);
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(email);
  await page.getByLabel("Who, or about whom").selectOption(server.owner.email);
  await expect(said).toHaveText("There is nothing of this in the log.");
  expect(await said.evaluate((now, before) => now === before, place)).toBe(true);
  await expectAccessible(page);
  await page.getByLabel("Who, or about whom").selectOption(email);
  await expect(entries(page)).toHaveCount(1);
  await page.reload();
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("sign-in-refused");
  await expect(page.getByLabel("Who, or about whom")).toHaveValue(id);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${address}?kind=sign-in-refused`);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel("What", { exact: true })).toBeFocused();
  await expect.poll(() => entries(page).count()).toBeGreaterThan(3);

  // Invalid parameters of the address are ignored.
  await open(page, `${address}?kind=nonsense`);
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("");
  await expect(entries(page).first()).toBeVisible();
});

test("an agent is not shown it, and no way to it", async ({ page, server }) => {
  const email = "curious@example.com";
  await makeAgent(server, email);
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Only owners see the audit log" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Audit log" })).toHaveCount(0);
  expect((await page.request.get("/api/audit-log")).status()).toBe(403);
});

test("what cannot be loaded is said, and loaded at a second try; entries that were changed are named", async ({
  page,
  server,
}) => {
  await page.request.post("/api/session", { data: server.owner });
  await page.route("**/api/audit-log*", (route) => route.fulfill({ status: 500, json: { message: "Not today." } }));
  await open(page, address);
  await expect(page.getByRole("alert")).toHaveText("The audit log could not be loaded. Not today.");
  await expectAccessible(page);
  await page.unrouteAll();
  await page.route("**/api/audit-log*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), unreadable: [7, 5] } });
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(entries(page).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(/cannot be read.*7, 5\./);
  await expectAccessible(page);
});

test("a thousand entries stay quick, and the focus goes on where more have come", async ({ page, server }) => {
  test.slow();
  const { id } = await makeAgent(server, "often.changed@example.com");
  for (let round = 0; round < 500; round += 1) {
    await server.call("PATCH", `members/${id}`, { role: "owner" });
    await server.call("PATCH", `members/${id}`, { role: "agent" });
  }
  await openLog(page, server, "?kind=member-changed");
  await expect(entries(page)).toHaveCount(50);
  await expect(page.getByText("The newest 50 entries.")).toBeVisible();
  const more = page.getByRole("button", { name: "Show more" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(entries(page)).toHaveCount(250);
  await expect(entries(page).nth(50)).toBeFocused();
  for (const count of [450, 650, 850]) {
    await more.click();
    await expect(entries(page)).toHaveCount(count);
  }
  // From the press to the frame with all entries.
  const took = await page.evaluate(async () => {
    const press = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Show more");
    const start = performance.now();
    press?.click();
    while (document.querySelectorAll(".audit-entry").length < 1000) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  test.info().annotations.push({ type: "measured", description: `${Math.round(took)} ms for the last 150 of 1,000` });
  expect(took).toBeLessThan(3000);
});
