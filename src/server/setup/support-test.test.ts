import { afterEach, beforeEach, expect, it } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";

let desk: Awaited<ReturnType<typeof createDeliveries>>;
let cookie: string;
beforeEach(async () => {
  desk = await createDeliveries("https://desk.example.com");
  cookie = await desk.signIn();
});
afterEach(() => desk.close());

const post = (path: string, payload?: object) =>
  desk.app.inject({ method: "POST", url: `/api/setup/${path}`, headers: { cookie }, ...(payload && { payload }) });

async function state() {
  const { steps, support } = (await desk.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
  const gapsOf = (step: string) => steps.find(({ name }) => name === step)?.gaps;
  return { support, gaps: gapsOf("support"), mail: gapsOf("mail") };
}

async function setUpMail(): Promise<void> {
  const { version } = await desk.services.settings.view();
  const input = { ...desk.input, webhook: null, telegram: null };
  expect(await desk.services.settings.save(input, version)).toMatchObject({ ok: true });
}

it("says that nothing arrived until an owner types the code that arrived there, which proves the mail server as well", async () => {
  const { email } = (await state()).support;
  expect((await state()).gaps).toEqual(["support-untested"]);
  expect((await post("support-test")).json()).toMatchObject({ delivered: false });
  expect((await state()).support.isSent).toBe(false);
  await setUpMail();
  expect((await post("support-test")).json()).toMatchObject({ delivered: true });
  expect(await state()).toMatchObject({ support: { isSent: true, hasArrived: false }, gaps: ["support-untested"] });
  expect((await state()).mail).toEqual(["mail-untested"]);
  const [mail] = desk.mailServer.mails;
  expect(mail?.to).toEqual([email]);
  const code = /set-up: (\d{6})/.exec(mail?.text.replaceAll(/\s+/g, " ") ?? "")?.[1] ?? "";
  expect(code).toMatch(/^\d{6}$/);
  const wrong = await post("support-arrived", { code: code === "000000" ? "000001" : "000000" });
  expect(wrong.statusCode).toBe(422);
  expect((await state()).support.hasArrived).toBe(false);
  expect((await post("support-arrived", { code })).statusCode).toBe(200);
  expect(await state()).toMatchObject({ support: { hasArrived: true }, gaps: [], mail: [] });
});

it("counts for the tested address alone, and not for agents", async () => {
  await setUpMail();
  await post("support-test");
  const stored = (await desk.services.settings.part("supportTest")) as { code: string };
  expect((await post("support-arrived", { code: stored.code })).statusCode).toBe(200);
  const owner = { ...desk.member, role: "owner" as const };
  const { values, version } = await desk.services.siteSettings.view(owner);
  const changed = { ...values, support: { email: "another@example.com" } };
  await desk.services.siteSettings.save(changed, version, owner);
  expect(await state()).toMatchObject({ support: { isSent: false, hasArrived: false }, gaps: ["support-untested"] });
  cookie = await desk.signIn("agent");
  expect((await post("support-test")).statusCode).toBe(403);
});
