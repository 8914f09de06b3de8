import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "#server/lib/tokens.ts";
import { newInquiry } from "#server/store/testing.ts";
import {
  type ApiTest,
  comparable,
  createApiTest,
  exampleCall as call,
  exampleCalls,
  goodInquiry,
  named,
} from "#server/testing-api.ts";

let api: ApiTest;
beforeEach(async () => {
  api = await createApiTest();
});
afterEach(() => api.close());

/** Inserts inquiries assigned to this member. */
async function assigned(memberId: string, count: number, status: "new" | "closed" = "new"): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { fields, reference, phoneKey, receiptHash, kind, reported, id } = newInquiry(goodInquiry);
    await api.db
      .insertInto("inquiry")
      .values({
        ...{ id, reference, kind, reported, status, ...fields, phone_key: phoneKey, receipt_hash: receiptHash },
        ...{ assignee_id: memberId, created_at: api.clock.now(), email_key: fields.email },
      })
      .execute();
  }
}

describe("the members", () => {
  it("are listed with roles and states, without password data", async () => {
    const response = await api.send(call("GET /api/members"));
    const createdAt = "2026-11-01T12:00:00.000Z";
    const active = { state: "active", hasSecondFactor: false, createdAt, isVerified: true, approvesFrom: null };
    const proposed = { by: null, at: createdAt, canApprove: true, becomesOwnerAt: null };
    expect(response.json()).toEqual({
      members: [
        { ...api.agent, ...active, linkExpiresAt: null, pendingOwner: proposed },
        { ...api.member, ...active, linkExpiresAt: "2026-11-02T12:00:00.000Z", pendingOwner: null },
      ],
    });
  });

  it("show agents only their own second factor", async () => {
    for (const id of [api.member.id, api.agent.id]) {
      await api.store.secondFactors.begin(id, "encrypted", api.clock.now());
      await api.store.secondFactors.confirm(id, "encrypted", 1);
    }
    const known = async (cookie: string) => {
      const { members } = (await api.send(call("GET /api/members"), { cookie })).json();
      return members.map(({ hasSecondFactor }: { hasSecondFactor: boolean | null }) => hasSecondFactor);
    };
    expect(await known(api.cookie)).toEqual([true, true]);
    expect(await known(await api.signIn("agent"))).toEqual([true, null]);
  });

  it("are invited with a link that is shown once and sets the password", async () => {
    const invited = await api.send(call("POST /api/members"));
    expect(invited.statusCode).toBe(201);
    const { member, link, mailed } = invited.json();
    expect(member).toMatchObject({ email: "new.agent@example.com", role: "agent", state: "invited" });
    expect(link).toMatch(/^\/ContactAdmin\/password#reset=[\w-]{43}$/);
    expect(mailed).toBe(false);
    const token = link.split("=")[1];
    expect((await api.send(call("GET /api/members"))).payload).not.toContain(token);
    const payload = { token, password: "a long enough password" };
    const set = await api.app.inject({ method: "POST", url: "/api/password", payload });
    expect(set.json()).toMatchObject({ member: { id: member.id, email: "new.agent@example.com", role: "agent" } });

    const again = await api.send(call("POST /api/members"));
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe("There is already a member with this address.");
  });

  it("are invited with a link whose expiry owners see while it is valid", async () => {
    const day = 24 * 3_600_000;
    const { member } = (await api.send(call("POST /api/members"))).json();
    const ends = new Date(api.clock.now() + day).toISOString();
    expect(member.linkExpiresAt).toBe(ends);
    const shown = async (cookie?: string) => {
      const { members } = (await api.send(call("GET /api/members"), cookie === undefined ? {} : { cookie })).json();
      return members.find(({ id }: { id: string }) => id === member.id).linkExpiresAt;
    };
    expect(await shown()).toBe(ends);
    expect(await shown(await api.signIn("agent"))).toBeNull();
    await api.db
      .updateTable("one_time_link")
      .set({ expires_at: api.clock.now() + 2 * day })
      .execute();
    expect(await shown()).toBeNull();
    const renewed = await api.services.team.renewLink(member.id);
    expect(renewed).toMatchObject({ member: { linkExpiresAt: ends } });
    const list = () => api.services.team.list();
    api.clock.advance({ days: 1 });
    expect((await list()).find(({ id }) => id === member.id)?.linkExpiresAt).toBeNull();
  });

  it("can be changed, except the last owner", async () => {
    const demote = { payload: { role: "agent" }, url: `/api/members/${api.member.id}` };
    const refused = await api.send(call("PATCH /api/members/{id}"), demote);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain("The last owner must stay one.");
    const promoted = await api.send(call("PATCH /api/members/{id}"));
    expect(promoted.json()).toMatchObject({ ...api.agent, role: "owner" });
    expect((await api.send(call("PATCH /api/members/{id}"), demote)).json()).toMatchObject({ role: "agent" });
    // A changed role applies immediately.
    expect((await api.send(call("PATCH /api/members/{id}"))).statusCode).toBe(403);
  });

  it("hand over or unassign their open inquiries on deactivation", async () => {
    // More than one batch.
    await assigned(api.agent.id, 501);
    await assigned(api.agent.id, 2, "closed");
    const load = async () =>
      (await api.send(call("GET /api/members")))
        .json()
        .members.map(({ id, openInquiries }: { id: string; openInquiries?: number }) => [id, openInquiries ?? null]);
    expect(await load()).toEqual([
      [api.agent.id, 501],
      [api.member.id, null],
    ]);
    const patch = (payload: object) => api.send(call("PATCH /api/members/{id}"), { payload });
    for (const reassignTo of [api.agent.id, "nobody of ours"]) {
      const refused = await patch({ isActive: false, reassignTo });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors.reassignTo).toContain("another member who can sign in");
    }
    // The deactivation without a new assignee leaves them assigned.
    expect((await patch({ isActive: false })).json()).toMatchObject({ state: "deactivated" });
    expect(await load()).toEqual(expect.arrayContaining([[api.agent.id, 501]]));
    expect((await patch({ reassignTo: api.member.id })).statusCode).toBe(200);
    expect(await load()).toEqual([
      [api.agent.id, 0],
      [api.member.id, 501],
    ]);
    const { inquiries } = await api.services.inbox.list({ assignee: "me" }, { limit: 1 }, api.member.id);
    const found = await api.services.inbox.find(inquiries[0]?.id ?? "");
    expect(found).toMatchObject({ version: 2, assignee: { id: api.member.id } });
    const [approver, from] = [{ id: api.member.id }, { id: api.agent.id }];
    expect(found?.history.at(-1)).toMatchObject({ what: "assignee", by: approver, from, to: { id: api.member.id } });
    const { entries } = await api.services.audit.list({ kind: "inquiries-reassigned" }, { limit: 5 });
    expect(entries.map(({ about }) => about["count"])).toEqual([1, 500]);
    await patch({ isActive: true });
    await assigned(api.agent.id, 1);
    expect((await patch({ isActive: false, reassignTo: null })).json()).toMatchObject({ state: "deactivated" });
    expect(await load()).toEqual(expect.arrayContaining([[api.agent.id, 0]]));
    const closed = await api.services.inbox.list({ assignee: api.agent.id }, { limit: 5 }, api.member.id);
    expect(closed.inquiries.map(({ status }) => status)).toEqual(["closed", "closed"]);
  });

  it("include two owners while channel changes need a second one", async () => {
    await api.send(call("PATCH /api/members/{id}"));
    await api.services.channels.setRule({ kind: "approval" }, null);
    for (const payload of [{ role: "agent" }, { isActive: false }]) {
      const refused = await api.send(call("PATCH /api/members/{id}"), { payload });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().message).toContain("two owners who can sign in must stay");
    }
  });

  it("get a new link, unless they are deactivated", async () => {
    const renewed = await api.send(call("POST /api/members/{id}/link"));
    expect(renewed.statusCode).toBe(201);
    expect(renewed.json()).toMatchObject({ member: { id: api.agent.id }, mailed: false });
    await api.services.team.change(api.agent.id, { isActive: false });
    const refused = await api.send(call("POST /api/members/{id}/link"));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe("This member is deactivated. Activate them first.");
  });

  it.each(named(exampleCalls.filter(({ path }) => path.startsWith("/api/members/{id}"))))(
    "%s responds 404 where there is no such member",
    async (_name, gone) => {
      const before = await api.dump();
      const response = await api.send(gone, { url: gone.path.replace("{id}", "nobody") });
      expect(response.statusCode).toBe(404);
      expect(await api.dump()).toEqual(before);
    },
  );
});

describe("the sessions", () => {
  const entries = async (cookie = api.cookie) =>
    (await api.send(call("GET /api/sessions"), { cookie })).json().sessions;

  it("are listed with their device, only the member's own", async () => {
    const chrome =
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile " +
      "Safari/537.36";
    const payload = { token: api.known.linkToken, password: "a long enough password" };
    // Setting a password ends earlier sessions.
    const set = await api.app.inject({
      method: "POST",
      url: "/api/password",
      payload,
      headers: { "user-agent": chrome },
    });
    const cookie = `session=${set.cookies[0]?.value}`;
    api.clock.advance({ minutes: 5 });
    expect(await entries(cookie)).toEqual([
      {
        id: expect.any(String),
        device: "Chrome on Android",
        startedAt: "2026-11-01T12:00:00.000Z",
        seenAt: "2026-11-01T12:05:00.000Z",
        isCurrent: true,
      },
    ]);
    // Of the browser's user agent, only the short text is stored.
    expect(JSON.stringify(await api.dump())).not.toContain("Pixel");
  });

  it("are ended one by one, the current one included, only the member's own", async () => {
    const agentCookie = await api.signIn("agent");
    const agents = await entries(agentCookie);
    for (const { id } of agents) {
      const response = await api.send(call("DELETE /api/sessions/{id}"), { url: `/api/sessions/${id}` });
      expect(response.statusCode).toBe(404);
    }
    expect(await entries(agentCookie)).toHaveLength(agents.length);

    const all = await entries();
    expect(all).toHaveLength(2);
    for (const { id } of all.toSorted((a: { isCurrent: boolean }) => (a.isCurrent ? 1 : -1))) {
      const response = await api.send(call("DELETE /api/sessions/{id}"), { url: `/api/sessions/${id}` });
      expect(response.statusCode).toBe(200);
    }
    expect((await api.send(call("GET /api/session"))).statusCode).toBe(401);
  });

  it("of the member are ended, except the current one", async () => {
    const agentCookie = await api.signIn("agent");
    const response = await api.send(call("DELETE /api/sessions"));
    expect(response.json()).toMatchObject({ message: "One other session has ended." });
    expect(await entries()).toMatchObject([{ isCurrent: true }]);
    expect((await api.send(call("GET /api/session"), { cookie: agentCookie })).statusCode).toBe(200);
  });

  it("that have expired are not listed", async () => {
    api.clock.advance({ hours: 11 });
    await api.send(call("GET /api/session"));
    api.clock.advance({ hours: 2 });
    expect(await entries()).toHaveLength(1);
  });
});

describe("POST /api/password-reset", () => {
  const ask = (email: string) => api.send(call("POST /api/password-reset"), { cookie: undefined, payload: { email } });
  const waiting = async () => (await api.dump())["outbox"]?.filter((row) => JSON.stringify(row).includes("waiting"));

  async function setUpMail() {
    const { services } = api;
    const { version } = await services.settings.view();
    const link = {
      from: "desk@example.com",
      to: [],
      user: "",
      host: "192.0.2.1",
      port: 587,
      security: "starttls" as const,
    };
    const general = {
      retentionDays: 180,
      acknowledge: false,
      says: "reference" as const,
      webhook: null,
      telegram: null,
    };
    const saved = await services.settings.save({ ...general, mail: link }, version);
    expect(saved.ok).toBe(true);
  }

  it("reports that the site sends no email", async () => {
    const response = await ask(api.member.email);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toContain("This site sends no email.");
    expect(await waiting()).toEqual([]);
  });

  it("responds the same for unknown members, and writes an email for members only", async () => {
    await setUpMail();
    const unknown = await ask("nobody@example.com");
    const known = await ask(api.member.email);
    expect(known.statusCode).toBe(202);
    expect(comparable(known)).toEqual(comparable(unknown));
    await expect.poll(waiting).toHaveLength(1);
    // The outbox holds neither an address nor a token.
    expect(await waiting()).toMatchObject([
      { kind: "password-reset", channel: "email", payload: JSON.stringify({ memberId: api.member.id }) },
    ]);
  });

  it("responds 429 with the wait, to members and strangers alike", async () => {
    await setUpMail();
    for (const email of [api.member.email, "nobody@example.com"]) {
      for (let tries = 0; tries < 6; tries += 1) expect((await ask(email)).statusCode).toBe(202);
      const throttled = await ask(email);
      expect(throttled.statusCode).toBe(429);
      expect(throttled.headers["retry-after"]).toBe("1");
      expect(throttled.json().message).toBe("Too many tries. Please wait 1 second and try again.");
    }
  });

  it("emails an invitation as well; the shown link stays valid", async () => {
    await setUpMail();
    const { member, link, mailed } = (await api.send(call("POST /api/members"))).json();
    expect(mailed).toBe(true);
    expect(await waiting()).toMatchObject([
      { kind: "invitation", payload: JSON.stringify({ memberId: member.id, by: api.member.id }) },
    ]);
    const byMail = await api.services.accounts.newMemberLink(member.id);
    for (const token of [byMail?.token, link.split("=")[1]]) {
      expect(await api.store.members.findLink(hashToken(token), api.clock.now())).toMatchObject({
        member: { id: member.id },
      });
    }
    // An owner's new link invalidates both.
    await api.services.team.renewLink(member.id);
    expect((await api.dump())["one_time_link"]?.filter((row) => JSON.stringify(row).includes(member.id))).toHaveLength(
      1,
    );
  });
});
