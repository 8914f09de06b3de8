import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { agentPassword, expect, expectAccessible, makeAgent, open, test } from "./admin-test.ts";
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

test("owners see who did what in sentences, and filter it by kind, member, group and day; a reload keeps the filter", async ({
  page,
  server,
}) => {
  const email = "seen.inlog@example.com";
  const { id } = await makeAgent(server, email);
  const wrong = await page.request.post("/api/session", { data: { email, password: "not the password" } });
  expect(wrong.status()).toBe(401);
  await server.call("PATCH", `members/${id}`, { isActive: false });
  await openLog(page, server);
  const signedIn = entries(page).filter({ hasText: "Signed in" }).first();
  await expect(signedIn.getByTitle(server.owner.email)).toHaveText("Owner");
  await expect(entries(page).filter({ hasText: "Changed Seen Inlog" })).toContainText("now an agent · deactivated");
  await expect(page.getByRole("heading", { level: 2, name: /^Today, / })).toBeVisible();

  const said = page.locator(".audit-end > [role=status]");
  await expect(said).toHaveText(/^\d+ entries\.$/);
  // Must stay the same element, or a screen reader may not announce it.
  const place = await said.elementHandle();
  await page.getByLabel("Kind", { exact: true }).selectOption("Sign-in refused");
  await expect(said).toHaveText("1 entry.");
  await expect(page).toHaveURL(`${address}?kind=sign-in-refused`);
  await expect(entries(page)).toContainText("Unknown");
  await expect(entries(page)).toContainText("Failed to sign inas Seen Inlog");
  await page.getByLabel("Who, or about whom").selectOption("Owner");
  await expect(said).toHaveText("No entries.");
  expect(await said.evaluate((now, before) => now === before, place)).toBe(true);
  await page.getByLabel("Who, or about whom").selectOption("Seen Inlog");
  await expect(entries(page)).toHaveCount(1);
  await page.reload();
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByLabel("Kind", { exact: true })).toHaveValue("sign-in-refused");
  await expect(page.getByLabel("Who, or about whom")).toHaveValue(id);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${address}?kind=sign-in-refused`);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel("Kind", { exact: true })).toBeFocused();
  await expect.poll(() => entries(page).count()).toBeGreaterThan(3);

  await page.getByRole("link", { name: "Team" }).last().click();
  await expect(page).toHaveURL(`${address}?group=team`);
  await expect(entries(page).filter({ hasText: "Invited Seen Inlog" })).toBeVisible();
  await expect(entries(page).filter({ hasText: "Signed in" })).toHaveCount(0);
  await page.getByLabel("From").fill("2099-01-01");
  await expect(said).toHaveText("No entries.");
  await page.getByLabel("To", { exact: true }).fill("2098-01-01");
  await expect(page.getByText("“To” is before “From”.")).toBeVisible();
  await page.getByLabel("From").fill("2020-01-01");
  await expect(entries(page).filter({ hasText: "Invited Seen Inlog" })).toBeVisible();

  // The filters are folded on a phone.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${address}?from=2099-01-01`);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeFocused();
  await page.setViewportSize({ width, height });

  // Invalid parameters of the address are ignored.
  await open(page, `${address}?kind=nonsense&group=none&from=today`);
  await expect(page.getByLabel("Kind", { exact: true })).toHaveValue("");
  await expect(entries(page).first()).toBeVisible();
});

test("a changed channel shows what it was, a bulk action is one row, and the log is checked and exported @slow", async ({
  page,
  server,
}) => {
  const { _id } = await server.call<{ _id: string }>("POST", "contacts", {
    type: "whatsapp",
    value: "+91 90000 11111",
  });
  await server.call("PATCH", `contacts/${_id}`, { value: "+91 90000 22222" });
  for (const name of ["Asha", "Ravi", "Meera"]) {
    const fields = { name, phone: "+91 90000 00000", email: "visitor@example.com", city: "Jaipur" };
    await server.call("POST", "contact-inquiries", { ...fields, query: `${name} asks for the genuine channel.` });
  }
  const { inquiries } = await server.call<InboxPage>("GET", "contact-inquiries");
  await server.call("POST", "contact-inquiries/erase", {
    inquiries: inquiries.map(({ id, version }) => ({ id, version })),
  });
  await openLog(page, server);
  const changed = entries(page).filter({ hasText: "Changed a channel" });
  await expect(changed).toContainText("WhatsApp: from +91 90000 11111 → to +91 90000 22222");
  const change = changed.getByRole("link", { name: /^Change \d+$/ });
  await expect(change).toHaveAttribute("href", /history#change-\d+$/);
  const bulk = entries(page).filter({ hasText: "Moved 3 inquiries to the bin" });
  await bulk.getByText("Show all 3").click();
  for (const { reference } of inquiries) await expect(bulk.getByRole("link", { name: reference })).toBeVisible();
  await expectAccessible(page);

  const check = page.getByRole("button", { name: "Check the log" });
  const result = page.locator(".audit-check");
  await check.click();
  await expect(result).toHaveText(/^\d+ entr(y|ies) verified, /);
  const broken = {
    ok: false,
    entries: 1,
    checkedAt: "2026-11-23T03:00:00.000Z",
    problem: "Entry 2 does not match: gone.",
  };
  await page.route("**/api/audit-log/check", (route) => route.fulfill({ json: broken }));
  await check.click();
  await expect(result).toHaveText(/^Broken, /);
  await expect(page.getByRole("alert")).toContainText("Entry 2 does not match: gone.");
  await expectAccessible(page);

  // Simulates a step-up that is too old.
  await page.route(
    "**/export.csv?*",
    (route) => route.fulfill({ status: 403, json: { message: "No.", needs: "proof" } }),
    {
      times: 1,
    },
  );
  await page.getByRole("link", { name: "Channels" }).last().click();
  await expect(page).toHaveURL(`${address}?group=channels`);
  await page.locator(".audit-export > summary").click();
  await page.getByRole("button", { name: "CSV" }).click();
  const stepUp = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await stepUp.getByLabel("Password").fill(server.owner.password);
  const saved = page.waitForEvent("download");
  await stepUp.getByRole("button", { name: "Continue" }).click();
  expect((await saved).suggestedFilename()).toBe("audit-log.csv");
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file).toContain("channels-changed");
  expect(file).not.toContain("inquiry-binned");

  await openLog(page, server);
  await change.click();
  await expect(page.locator(".history-entry:focus")).toContainText("+91 90000 22222");
});

test("an agent is not shown it, and no way to it @slow", async ({ page, server }) => {
  const email = "curious@example.com";
  await makeAgent(server, email);
  await page.request.post("/api/session", { data: { email, password: agentPassword } });
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Only owners can see the audit log" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Audit log" })).toHaveCount(0);
  expect((await page.request.get("/api/audit-log")).status()).toBe(403);
});

test("what cannot be loaded is said, and loaded at a second try; entries that were changed are named @slow", async ({
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

test("a thousand entries stay quick, and the focus goes on where more have come @slow", async ({ page, server }) => {
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
  // Measures from the press to the frame with all entries.
  const took = await page.evaluate(async () => {
    const press = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Show more");
    const start = performance.now();
    press?.click();
    while (document.querySelectorAll(".audit-entry").length < 1000) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  test.info().annotations.push({ type: "measured", description: `${Math.round(took)} ms for the last 150 of 1,000` });
  // Generous, so that a busy machine fails nothing: it takes a fraction of a second.
  expect(took).toBeLessThan(20_000);
});
