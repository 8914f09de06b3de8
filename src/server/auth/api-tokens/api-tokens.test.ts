import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiTokenInputSchema } from "#contract/auth/api-token.ts";
import { tokenPattern, type TokenScope, tokenScopes } from "#domain/api-token.ts";
import { comparable, createApiTest, exampleCalls, goodInquiry, named } from "#server/testing-api.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { replaceSite } from "#server/site/live-site.ts";
import { openTestStore } from "#server/store/testing.ts";
import { whatTokensMayCall } from "../../../../security/who-may-call.ts";

const expiresOn = "2026-11-30";

/** Makes a token without a call, and returns it. */
async function tokenOf({ services, member }: Pick<TestApp, "services" | "member">, scopes: readonly TokenScope[]) {
  const input = apiTokenInputSchema.parse({ name: "Sync", scopes, expiresOn });
  const result = await services.apiTokens.make(input, member);
  if (!result.ok) throw new Error(result.reason);
  const { made } = result;
  return { id: made.apiToken.id, token: made.token, authorization: `Bearer ${made.token}` };
}

describe("every call of the API", () => {
  let api: Awaited<ReturnType<typeof createApiTest>>;
  let all: string;
  let none: string;
  beforeAll(async () => {
    api = await createApiTest({ env: { LIMIT_TOKEN_CALLS_PER_MINUTE: "60000" } });
    all = (await tokenOf(api, tokenScopes)).authorization;
    none = (await tokenOf(api, ["reports:read"])).authorization;
    await api.db.updateTable("api_token").set({ used_on: "2026-11-01" }).execute();
  });
  afterAll(() => api.close());

  const teams = exampleCalls.filter(({ access }) => access !== "anyone");

  it.each(named(teams))("%s takes a token exactly where its route says so", async (name, call) => {
    const scope = whatTokensMayCall[name];
    const wrong = await api.send(call, { cookie: undefined, headers: { authorization: `${all}x` } });
    expect([wrong.statusCode, wrong.headers["www-authenticate"]]).toEqual([401, 'Bearer error="invalid_token"']);
    const before = await api.dump();
    // The session that comes with it must not help.
    const lacking = scope === "reports:read" ? (await tokenOf(api, ["inquiries:read"])).authorization : none;
    const authorization = scope === undefined ? all : lacking;
    const broken = { payload: "{", headers: { authorization, "content-type": "application/json" } };
    for (const change of call.method === "GET"
      ? [{ headers: { authorization } }]
      : [{ headers: { authorization } }, broken]) {
      const refused = await api.send(call, change);
      expect([refused.statusCode, refused.json().error]).toEqual([403, "insufficient_scope"]);
      expect(refused.headers["www-authenticate"]).toBe(
        `Bearer error="insufficient_scope"${scope === undefined ? "" : `, scope="${scope}"`}`,
      );
    }
    const { api_token: _tokens, audit_entry: _log, outbox: _outbox, ...kept } = await api.dump();
    expect(before).toMatchObject(kept);
    if (scope === undefined) return;
    const foreign = { "sec-fetch-site": "cross-site", authorization: all };
    const allowed = await api.send(call, { cookie: undefined, headers: foreign });
    // 412 if an earlier call has changed the inquiry.
    expect([200, 201, 412]).toContain(allowed.statusCode);
  });
});

describe("a token", () => {
  let test: TestApp;
  let inquiryId: string;
  let cookie: string;
  beforeEach(async () => {
    test = await createTestApp({ env: { LIMIT_TOKEN_CALLS_PER_MINUTE: "5" } });
    cookie = await test.signIn();
    await test.services.inquiries.submit(goodInquiry, { isSuspected: false });
    const { inquiries } = await test.services.inbox.list({}, { limit: 1 }, "");
    inquiryId = inquiries[0]?.id ?? "";
  });
  afterEach(() => test.close());

  const get = (headers: Record<string, string>, url = `/api/contact-inquiries/${inquiryId}`) =>
    test.app.inject({ url, headers });
  const audited = async (kind: string) =>
    (await test.app.inject({ url: `/api/audit-log?kind=${kind}`, headers: { cookie } })).json().entries;

  it("is shown once, has the shape that scanners look for, and is in the store as a MAC only", async () => {
    const made = await test.app.inject({
      method: "POST",
      url: "/api/api-tokens",
      headers: { cookie },
      payload: { name: "Sync", scopes: ["reports:read", "inquiries:read"], expiresOn },
    });
    expect(made.statusCode).toBe(201);
    const { token, apiToken } = made.json();
    expect(token).toMatch(tokenPattern);
    expect(token.startsWith(`${apiToken.prefix}_`)).toBe(true);
    expect(Buffer.from(token.slice(12), "base64url")).toHaveLength(32);
    const listed = (await get({ cookie }, "/api/api-tokens")).json().apiTokens;
    expect(listed).toEqual([{ ...apiToken, madeBy: test.member.email, scopes: ["inquiries:read", "reports:read"] }]);
    expect(JSON.stringify([listed, await test.dump()])).not.toContain(token.slice(12));
    expect(await audited("api-token-made")).toMatchObject([{ by: { id: test.member.id }, about: { name: "Sync" } }]);
  });

  it("is made after a recent step-up only", async () => {
    test.clock.advance({ minutes: 11 });
    const payload = { name: "Sync", scopes: ["reports:read"], expiresOn };
    const made = await test.app.inject({ method: "POST", url: "/api/api-tokens", headers: { cookie }, payload });
    expect([made.statusCode, made.json().needs]).toEqual([403, "proof"]);
    expect((await test.dump())["api_token"]).toEqual([]);
  });

  it("acts as itself in the thread, the history and the audit log", async () => {
    const { id, authorization } = await tokenOf(test, ["inquiries:read", "inquiries:status", "inquiries:reply"]);
    const url = `/api/contact-inquiries/${inquiryId}`;
    const change = { method: "PATCH", url, headers: { authorization, "if-match": '"1"' } } as const;
    expect((await test.app.inject({ ...change, payload: { status: "in progress" } })).statusCode).toBe(200);
    const reply = {
      id: "6a8f0000-0000-4000-8000-000000000003",
      way: "page",
      text: "It is paid out.",
      status: "closed",
    };
    const sent = await test.app.inject({
      method: "POST",
      url: `${url}/replies`,
      headers: { authorization, "if-match": '"2"' },
      payload: reply,
    });
    expect(sent.statusCode).toBe(201);
    const actor = { email: "API token Sync" };
    const seen = (await get({ cookie })).json();
    expect(seen.entries).toMatchObject([{ text: reply.text, author: actor }]);
    expect(seen.history.slice(1)).toMatchObject([
      { what: "status", by: actor, to: "in progress", isByAnswer: false },
      { what: "status", by: actor, to: "closed" },
    ]);
    const by = { id, email: "API token Sync" };
    expect(await audited("inquiry-status-set")).toMatchObject([
      { by, about: { inquiry: inquiryId, status: "in progress" } },
    ]);
    expect(await audited("inquiry-replied")).toMatchObject([{ by, about: { inquiry: inquiryId, way: "page" } }]);
  });

  it("changes nothing of an inquiry but its status, and that by a reply only with its own scope", async () => {
    const { authorization } = await tokenOf(test, ["inquiries:read", "inquiries:status"]);
    const replies = await tokenOf(test, ["inquiries:read", "inquiries:reply"]);
    const before = (await test.dump())["inquiry"];
    const url = `/api/contact-inquiries/${inquiryId}`;
    for (const payload of [{ status: "closed", assigneeId: test.member.id }, { snoozedUntil: "answer" }]) {
      const headers = { authorization, "if-match": '"1"' };
      expect((await test.app.inject({ method: "PATCH", url, headers, payload })).statusCode).toBe(422);
    }
    const sent = await test.app.inject({
      method: "POST",
      url: `${url}/replies`,
      headers: { authorization: replies.authorization, "if-match": '"1"' },
      payload: { id: "6a8f0000-0000-4000-8000-000000000003", way: "page", text: "Done.", status: "closed" },
    });
    expect([sent.statusCode, sent.json().error]).toEqual([403, "insufficient_scope"]);
    expect((await test.dump())["inquiry"]).toEqual(before);
  });

  it("answers the same for a wrong, an expired and a revoked one, also beside a good session", async () => {
    const { authorization, token, id } = await tokenOf(test, ["inquiries:read"]);
    const wrongs = [`Bearer ${token.slice(0, -4)}AAAA`, "Bearer fd_00000000_x", "Bearer", "bearer x"].map((each) => ({
      authorization: each === "Bearer" ? "Bearer " : each,
    }));
    const answers = [];
    for (const headers of wrongs) answers.push(await get({ ...headers, cookie }));
    expect((await get({ authorization })).statusCode).toBe(200);
    test.clock.advance({ days: 30 });
    answers.push(await get({ authorization }));
    test.clock.advance({ days: -30 });
    const revoked = await test.app.inject({ method: "DELETE", url: `/api/api-tokens/${id}`, headers: { cookie } });
    expect(revoked.statusCode).toBe(200);
    answers.push(await get({ authorization }));
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? answer));
    expect(answers[0]?.statusCode).toBe(401);
    expect(await audited("api-token-revoked")).toMatchObject([{ about: { token: id, name: "Sync" } }]);
  });

  it("works to the end of its last day, in the site's time zone", async () => {
    const { authorization } = await tokenOf(test, ["inquiries:read"]);
    // Noon of 1 November in UTC; the day ends at 18:30 in UTC.
    test.clock.advance({ days: 29, hours: 6, minutes: 29 });
    expect((await get({ authorization })).statusCode).toBe(200);
    test.clock.advance({ minutes: 1 });
    expect((await get({ authorization })).statusCode).toBe(401);
  });

  it("works to the end of its last day in the zone that an owner has chosen since the start", async () => {
    replaceSite(test.config.site, { ...test.config.site, timeZone: "America/New_York" });
    const { authorization } = await tokenOf(test, ["inquiries:read"]);
    // Noon of 1 November in UTC; the day ends at 5:00 in UTC.
    test.clock.advance({ days: 29, hours: 16, minutes: 59 });
    expect((await get({ authorization })).statusCode).toBe(200);
    expect((await test.dump()).api_token).toMatchObject([{ used_on: "2026-11-30" }]);
    test.clock.advance({ minutes: 1 });
    expect((await get({ authorization })).statusCode).toBe(401);
  });

  it("does not work once its row was written, changed or copied by another program", async () => {
    const { authorization, id, token } = await tokenOf(test, ["inquiries:read"]);
    const other = await tokenOf(test, ["reports:read"]);
    const row = await test.db.selectFrom("api_token").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const forged = [
      { scopes: JSON.stringify(tokenScopes) },
      { expires_at: row.expires_at + 86_400_000 },
      { name: "Another" },
      { member_id: test.agent.id },
      { mac: "" },
      { mac: token },
    ];
    await test.store.members.insert({ ...test.agent, role: "owner", passwordHash: "none" }, test.clock.now());
    for (const change of forged) {
      await test.db.updateTable("api_token").set(change).where("id", "=", id).execute();
      expect((await get({ authorization })).statusCode).toBe(401);
      await test.db.updateTable("api_token").set(row).where("id", "=", id).execute();
    }
    expect((await get({ authorization })).statusCode).toBe(200);
    // The prefix of one token leads to no other.
    await test.db.deleteFrom("api_token").where("id", "=", other.id).execute();
    await test.db
      .updateTable("api_token")
      .set({ prefix: other.token.slice(3, 11) })
      .where("id", "=", id)
      .execute();
    expect((await get({ authorization: other.authorization })).statusCode).toBe(401);
  });

  it.each([{ role: "agent" as const }, { isActive: false }])("ends for good when its maker is %j", async (change) => {
    const { authorization } = await tokenOf(test, ["inquiries:read"]);
    const boss = { id: "boss", email: "boss@example.com", role: "owner" as const };
    await test.store.members.insert({ ...boss, passwordHash: "none" }, test.clock.now());
    const row = await test.db.selectFrom("api_token").selectAll().executeTakeFirstOrThrow();
    await test.services.team.change(test.member.id, change, boss);
    expect((await get({ authorization })).statusCode).toBe(401);
    // It does not work either if its row is put back meanwhile.
    await test.db.insertInto("api_token").values(row).execute();
    expect((await get({ authorization })).statusCode).toBe(401);
    await test.db.deleteFrom("api_token").execute();
    await test.services.team.change(test.member.id, { role: "owner", isActive: true }, boss);
    expect((await get({ authorization })).statusCode).toBe(401);
    const log = await test.services.audit.list({ kind: "api-token-revoked" }, { limit: 10 });
    expect(log.entries).toMatchObject([{ by: { id: "boss" }, about: { name: "Sync" } }]);
  });

  it("works only while the row of its maker is one that the program has written", async () => {
    const { authorization } = await tokenOf(test, ["inquiries:read"]);
    await test.db.updateTable("member").set({ email: "evil@example.com" }).where("id", "=", test.member.id).execute();
    expect((await get({ authorization })).statusCode).toBe(401);
  });

  it("has its own limit of calls, and is marked as used to the day", async () => {
    const one = await tokenOf(test, ["inquiries:read"]);
    const two = await tokenOf(test, ["inquiries:read"]);
    for (let calls = 0; calls < 5; calls += 1) expect((await get(one)).statusCode).toBe(200);
    const throttled = await get(one);
    expect([throttled.statusCode, throttled.headers["retry-after"]]).toEqual([429, "12"]);
    expect((await get(two)).statusCode).toBe(200);
    test.clock.advance({ seconds: 12 });
    expect((await get(one)).statusCode).toBe(200);
    const { apiTokens } = (await get({ cookie }, "/api/api-tokens")).json();
    expect(apiTokens.map(({ usedOn }: { usedOn: string }) => usedOn)).toEqual(["2026-11-01", "2026-11-01"]);

    // The first hours of the next day in the site's time zone.
    test.clock.advance({ hours: 8 });
    expect((await get(one)).statusCode).toBe(200);
    const later = (await get({ cookie }, "/api/api-tokens")).json();
    expect(later.apiTokens.map(({ usedOn }: { usedOn: string }) => usedOn).toSorted()).toEqual([
      "2026-11-01",
      "2026-11-02",
    ]);
  });

  it("notifies every owner by email, and is erased a month after its end", async () => {
    const mail = {
      host: "192.0.2.1",
      port: 25,
      security: "starttls" as const,
      user: "",
      from: "desk@example.com",
      to: [],
    };
    const rest = { retentionDays: 180, acknowledge: false, says: "reference" as const, webhook: null, telegram: null };
    const { version } = await test.services.settings.view();
    await test.services.settings.save({ ...rest, mail }, version);
    await tokenOf(test, ["inquiries:read"]);
    expect((await test.dump())["outbox"]).toMatchObject([
      { kind: "security-notice", payload: expect.stringContaining('"notice":"api-token-made"') },
    ]);
    test.clock.advance({ days: 59 });
    await test.services.cleanUp.run();
    expect((await test.dump())["api_token"]).toHaveLength(1);
    test.clock.advance({ days: 2 });
    await test.services.cleanUp.run();
    expect((await test.dump())["api_token"]).toEqual([]);
  });
});

it("does not survive a restore, since a revoked one would come back", async () => {
  const test = await openTestStore();
  await test.store.members.insertFirst({ id: "o", email: "o@example.com", role: "owner", passwordHash: "x" }, 1);
  await test.db
    .insertInto("api_token")
    .values({ id: "t", prefix: "p", name: "n", scopes: "[]", member_id: "o", created_at: 1, expires_at: 2, mac: "m" })
    .execute();
  await test.store.settleRestored(1);
  expect((await test.dump())["api_token"]).toEqual([]);
  await test.store.close();
});
