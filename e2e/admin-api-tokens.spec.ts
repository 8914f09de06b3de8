import { expect, expectAccessible, open, test } from "./admin-test.ts";
import { asha } from "./public-test.ts";

test("an owner makes a token, a program uses it and shows in the thread, and it is revoked @slow", async ({
  page,
  admin,
  playwright,
  server,
}) => {
  await admin.signIn();
  const { reference } = await (await page.request.post("/api/contact-inquiries", { data: asha })).json();
  await open(page, "/ContactAdmin/settings?section=api-tokens");
  const section = page.getByRole("region", { name: "API tokens" });
  await expect(section.getByRole("heading", { name: "No tokens yet" })).toBeVisible();
  await section.getByRole("button", { name: "Make a token" }).press("Enter");
  await expect(section.getByRole("textbox", { name: "Name" })).toBeFocused();
  await section.getByRole("button", { name: "Make a token" }).click();
  await expect(section.getByText("Name is required.")).toBeVisible();
  await expect(section.getByRole("textbox", { name: "Name" })).toBeFocused();
  await section.getByRole("textbox", { name: "Name" }).fill("Ticket sync");
  const read = section.getByRole("checkbox", { name: /^Read inquiries/ });
  await read.uncheck();
  await section.getByRole("checkbox", { name: /^Reply to visitors/ }).check();
  await expect(read).toBeChecked();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Make a token" }).click();
  await expect(admin.toast("API token made")).toBeVisible();
  const token = await section.getByText(/^fd_[\da-f]{8}_[\w-]{43}$/).innerText();
  await expect(section.getByRole("listitem")).toContainText(token.slice(0, 11));
  const inboxLink = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Inbox/ });
  await inboxLink.click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await section.getByRole("button", { name: `Copy ${token}` }).click();
  await expect(section.getByRole("button", { name: `Copied ${token}` })).toBeVisible();
  await inboxLink.click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await open(page, "/ContactAdmin/settings?section=api-tokens");
  await expect(section.getByRole("listitem")).toContainText(token.slice(0, 11));
  await expectAccessible(page);

  // A program sends no cookies of the browser.
  const extraHTTPHeaders = { authorization: `Bearer ${token}` };
  const program = await playwright.request.newContext({ baseURL: server.origin, extraHTTPHeaders });
  const { inquiries } = await (await program.get(`/api/contact-inquiries?search=${reference}`)).json();
  const sent = await program.post(`/api/contact-inquiries/${inquiries[0].id}/replies`, {
    headers: { "if-match": `"${inquiries[0].version}"` },
    data: { id: crypto.randomUUID(), way: "page", text: "It is paid out." },
  });
  expect(sent.status()).toBe(201);
  expect((await program.get("/api/members")).status()).toBe(403);
  await open(page, `/ContactAdmin/inquiries?inquiry=${inquiries[0].id}`);
  await expect(page.locator("strong").filter({ hasText: "API token Ticket sync" })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/ContactAdmin/settings?section=api-tokens");
  await expect(section.getByText("last used: Today")).toBeVisible();
  await expectAccessible(page);
  // The response to another revocation closes no question that was opened since.
  await section.getByRole("button", { name: "Make a token" }).click();
  await section.getByRole("textbox", { name: "Name" }).fill("Old script");
  await section.getByRole("button", { name: "Make a token" }).click();
  const shown = section.getByText(/^fd_[\da-f]{8}_[\w-]{43}$/);
  await expect(shown).toBeVisible();
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/api-tokens/*", async (route) => {
    await isAnswered;
    await route.fallback();
  });
  const question = page.getByRole("alertdialog");
  await section.getByRole("button", { name: "Revoke: Ticket sync" }).click();
  await question.getByRole("button", { name: "Revoke" }).click();
  await page.keyboard.press("Escape");
  await section.getByRole("button", { name: "Revoke: Old script" }).click();
  await expect(question.getByRole("button", { name: "Revoke" })).toBeEnabled();
  answer();
  await expect(section.getByRole("heading", { name: "Ticket sync" })).toBeHidden();
  await expect(shown).toBeVisible();
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(section.getByRole("heading", { name: "No tokens yet" })).toBeVisible();
  await expect(shown).toBeHidden();
  await expect(section.getByRole("heading", { name: "API tokens" })).toBeFocused();
  expect((await program.get("/api/contact-inquiries")).status()).toBe(401);
  await program.dispose();
});
