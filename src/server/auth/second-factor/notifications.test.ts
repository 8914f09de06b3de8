import { afterEach, beforeEach, expect, it } from "vitest";
import { mailSettings, startMailServer } from "#server/notifications/testing.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";

const origin = "https://desk.example.com";

let test: TestApp;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  mailServer = await startMailServer();
  test = await createTestApp({ env: { PUBLIC_URL: origin } });
  const { services } = test;
  const { password: _password, ...mail } = mailSettings(mailServer.port);
  const input = { retentionDays: 90, acknowledge: false, says: "all" as const, webhook: null, telegram: null };
  expect((await services.settings.save({ ...input, mail }, 0)).ok).toBe(true);
  await test.signIn();
  services.notifications.start({
    origin,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});
afterEach(async () => {
  await test.close();
  await mailServer.close();
});

it.each([
  ["new-device", "A sign-in from a new device", "a browser that it has not been used in before"],
  ["recovery-code-used", "A recovery code was used", "with one of its recovery codes"],
  ["second-factor-reset", "Your second factor was reset", "has removed the passkeys"],
] as const)("%s is sent to the member only: when, which device, and what to do", async (notice, subject, what) => {
  await test.services.outbox.notifyMember(test.member.id, notice, "Chrome on Android");
  await mailServer.untilTaken(1);
  const [mail] = mailServer.mails;
  expect(mail?.to).toEqual([test.member.email]);
  expect(mail?.headers).toContain(`Subject: ${subject}`);
  expect(mail?.text).toContain(what);
  // The test's clock is at noon in London; the site is in India.
  expect(mail?.text).toMatch(/When: 1 November 2026, 5:30 pm, Indian time \(IST\)/);
  if (notice !== "second-factor-reset") expect(mail?.text).toContain("With: Chrome on Android");
  // No sign-in link: at most one link, to the member's security page, without a token.
  const links = mail?.text.match(/https?:\/\/\S+/g) ?? [];
  expect(links).toEqual(notice === "second-factor-reset" ? [] : [`${origin}/ContactAdmin/security`]);
  const { outbox } = await test.dump();
  expect(JSON.stringify(outbox)).not.toContain(test.member.email);
});

it("of an unknown device says so", async () => {
  await test.services.outbox.notifyMember(test.member.id, "new-device", null);
  await mailServer.untilTaken(1);
  expect(mailServer.mails[0]?.text).toContain("With: an unknown browser");
});

it("is not sent to a former member", async () => {
  const other = { id: "other", email: "other@example.com", role: "owner" as const, passwordHash: "none" };
  await test.store.members.insert(other, test.clock.now());
  await test.store.members.change(test.member.id, { isActive: false });
  await test.services.outbox.notifyMember(test.member.id, "new-device", null);
  await expect.poll(async () => (await test.dump()).outbox).toEqual([]);
  expect(mailServer.mails).toEqual([]);
});
