import { afterEach, beforeEach, expect, it } from "vitest";
import { type Browser, createFactorTest, type FactorTest } from "./testing.ts";

let test: FactorTest;
let owner: Browser;
beforeEach(async () => {
  test = await createFactorTest();
  owner = await test.signedIn();
});
afterEach(() => test.close());

/** The log entries since `from`, oldest first. */
async function entries(from: number) {
  const { entries: found } = await test.services.audit.list({}, { limit: 100 });
  return found
    .filter(({ number }) => number > from)
    .toReversed()
    .map(({ kind, by, about }) => ({ kind, by: by?.id ?? null, about }));
}
const last = async () => (await test.services.audit.list({}, { limit: 1 })).entries[0]?.number ?? 0;

it("every change of a second factor is in the audit log, without its secret", async () => {
  const from = await last();
  const { secret, recoveryCodes } = await test.addCodes(owner);
  const { id } = await test.addPasskey(owner);
  const fresh: string[] = (await owner.send("POST", "/api/second-factor/recovery-codes")).json().recoveryCodes;
  await owner.send("DELETE", "/api/second-factor/codes");
  await owner.send("DELETE", `/api/second-factor/passkeys/${id}`);
  const memberId = test.member.id;
  expect(await entries(from)).toEqual([
    { kind: "codes-added", by: memberId, about: {} },
    { kind: "passkey-added", by: memberId, about: { passkey: id } },
    { kind: "recovery-codes-made", by: memberId, about: {} },
    { kind: "codes-removed", by: memberId, about: {} },
    { kind: "passkey-removed", by: memberId, about: { passkey: id } },
  ]);
  const log = JSON.stringify((await test.dump()).audit_entry);
  for (const hidden of [secret, ...(recoveryCodes ?? []), ...fresh]) expect(log).not.toContain(hidden);
});

it("every sign-in with a second factor, every rejection and every new device is in the audit log", async () => {
  const { code, recoveryCodes } = await test.addCodes(owner);
  const { authenticator } = await test.addPasskey(owner);
  test.clock.advance({ minutes: 1 });
  const from = await last();
  const browser = test.browser();
  const ticket = await test.ticket(browser);
  const confirm = (typed: string, usedTicket = ticket) =>
    browser.send("POST", "/api/session/second-factor", { ticket: usedTicket, code: typed });
  await confirm("000000");
  await confirm(code());
  await confirm(recoveryCodes?.[0] ?? "", await test.ticket(browser));
  const passkey = async (change: object) => {
    const asked = (await browser.send("POST", "/api/session/passkey-options", {})).json();
    return browser.send("POST", "/api/session/passkey", { response: authenticator.get(asked, change) });
  };
  await passkey({ isVerified: false });
  await passkey({ counter: 0 });
  await passkey({ counter: 9 });
  const member = test.member.id;
  const device = null;
  const asked = { kind: "second-factor-asked", by: null, about: { member, device } };
  expect(await entries(from)).toEqual([
    asked,
    { kind: "sign-in-refused", by: null, about: { member, device, way: "code" } },
    { kind: "signed-in", by: member, about: { device, way: "code" } },
    { kind: "new-device", by: member, about: { device } },
    asked,
    { kind: "signed-in", by: member, about: { device, way: "recovery" } },
    { kind: "signed-out", by: member, about: {} },
    { kind: "sign-in-refused", by: null, about: { member, device, way: "passkey", isClone: false } },
    { kind: "sign-in-refused", by: null, about: { member, device, way: "passkey", isClone: true } },
    { kind: "signed-in", by: member, about: { device, way: "passkey" } },
    { kind: "signed-out", by: member, about: {} },
  ]);
});

it("a rejected passkey names the member of the step, and cannot flood the log", async () => {
  await test.addPasskey(owner);
  const agent = test.browser({ cookie: await test.signIn("agent") });
  const { authenticator } = await test.addPasskey(agent);
  const stranger = test.browser();
  const ticket = await test.ticket(stranger);
  const from = await last();
  const asked = async () => (await stranger.send("POST", "/api/session/passkey-options", { ticket })).json();
  const send = async (change: object) => {
    const response = { ...authenticator.get(await asked()), ...change };
    return (await stranger.send("POST", "/api/session/passkey", { ticket, response })).statusCode;
  };
  const statuses = [];
  // Another member's passkey, and an unknown one.
  for (const change of [{}, { id: "AAAA", rawId: "AAAA" }, {}, {}, {}, {}, {}, {}]) statuses.push(await send(change));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  const refused = { member: test.member.id, device: null, way: "passkey", isClone: false };
  expect(await entries(from)).toEqual(
    Array.from({ length: 6 }, () => ({ kind: "sign-in-refused", by: null, about: refused })),
  );
});

it("a passkey rejected in step-up is recorded as often as a wrong password", async () => {
  const { authenticator } = await test.addPasskey(owner);
  const from = await last();
  const stepUp = async (change: object) => {
    const asked = (await owner.send("POST", "/api/session/proof/passkey-options")).json();
    const credential = await owner.send("POST", "/api/session/proof", { passkey: authenticator.get(asked, change) });
    return credential.statusCode;
  };
  const statuses = [];
  for (let each = 0; each < 8; each += 1) statuses.push(await stepUp({ isVerified: false }));
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
  expect(await entries(from)).toHaveLength(6);
  // A correct one still passes.
  expect(await stepUp({})).toBe(200);
});

it("an owner's changes of a member, and rejected step-ups, are in the audit log", async () => {
  const agent = test.browser();
  agent.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
  await test.addCodes(agent);
  const { authenticator } = await test.addPasskey(owner);
  const from = await last();
  const asked = (await owner.send("POST", "/api/session/proof/passkey-options")).json();
  await owner.send("POST", "/api/session/proof", { passkey: authenticator.get(asked, { isVerified: false }) });
  await owner.send("DELETE", `/api/members/${test.agent.id}/second-factor`);
  await test.signIn("agent");
  await owner.send("DELETE", `/api/members/${test.agent.id}/sessions`);
  await owner.send("DELETE", "/api/sessions?all=true");
  const memberId = test.member.id;
  expect(await entries(from)).toEqual([
    { kind: "proof-refused", by: memberId, about: { way: "passkey" } },
    { kind: "second-factor-reset", by: memberId, about: { member: test.agent.id } },
    { kind: "signed-in", by: test.agent.id, about: { device: null, way: "password" } },
    { kind: "sessions-ended", by: memberId, about: { member: test.agent.id, count: 1 } },
    { kind: "sessions-ended", by: memberId, about: { count: 1 } },
  ]);
});
