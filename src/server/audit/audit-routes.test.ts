import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { textIn } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import { type AuditPage, auditPageSchema } from "#contract/audit.ts";
import {
  type ApiTest,
  createApiTest,
  exampleCall,
  goodChannel,
  goodInquiry,
  goodPassword,
  goodReport,
} from "../testing-api.ts";
import { withoutTriggers } from "./testing.ts";

let test: ApiTest;
beforeEach(async () => {
  test = await createApiTest();
});
afterEach(() => test.close());

const owner = () => ({ id: test.member.id, email: test.member.email });

async function log(query = ""): Promise<AuditPage> {
  const answer = await test.send(exampleCall("GET /api/audit-log"), { url: `/api/audit-log?limit=200${query}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  return auditPageSchema.parse(answer.json());
}

/** Returns the entries that `run` added, oldest first. */
async function added(run: () => Promise<unknown>) {
  const { audit } = test.services;
  const before = (await audit.list({}, { limit: 1 })).entries[0]?.number ?? 0;
  await run();
  const { entries } = await audit.list({}, { limit: 200 });
  return entries
    .filter(({ number }) => number > before)
    .reverse()
    .map(({ kind, by, about }) => ({ kind, by, about }));
}

const send = (name: string, change: Parameters<ApiTest["send"]>[1] = {}) => test.send(exampleCall(name), change);

describe("the audit log records", () => {
  it("a sign-in, and a rejected one with its member, if the address is known", async () => {
    const { linkToken } = test.known;
    await test.services.accounts.setPassword({ token: linkToken, password: goodPassword });
    const password = "wrong, and long enough";
    const entries = await added(async () => {
      await send("POST /api/session");
      await send("POST /api/session", { payload: { email: test.member.email, password } });
      await send("POST /api/session", { payload: { email: "nobody@example.com", password } });
    });
    expect(entries).toEqual([
      { kind: "signed-in", by: owner(), about: { device: null, way: "password" } },
      { kind: "sign-in-refused", by: null, about: { member: test.member.id, device: null } },
      { kind: "sign-in-refused", by: null, about: { member: null, device: null } },
    ]);
    expect(JSON.stringify(await test.dump().then(({ audit_entry }) => audit_entry))).not.toContain("nobody@");
  });

  it("a new password, and the sign-in with it", async () => {
    const entries = await added(() => send("POST /api/password"));
    expect(entries.map(({ kind, by }) => [kind, by])).toEqual([
      ["signed-in", owner()],
      ["password-set", owner()],
      // The browser's earlier session was replaced.
      ...(entries.length > 2 ? [["signed-out", owner()]] : []),
    ]);
  });

  it("a rejected step-up", async () => {
    const set = await test.services.accounts.setPassword({ token: test.known.linkToken, password: goodPassword });
    const cookie = `session=${set.outcome === "set" ? set.session.token : ""}`;
    const payload = { password: "another one, wrong" };
    const entries = await added(() => send("POST /api/session/proof", { payload, cookie }));
    expect(entries).toEqual([{ kind: "proof-refused", by: owner(), about: { way: "password" } }]);
  });

  it("ended sessions", async () => {
    expect(await added(() => send("DELETE /api/sessions/{id}"))).toEqual([
      { kind: "sessions-ended", by: owner(), about: { count: 1 } },
    ]);
  });

  it("an export, with its filters but not its search text", async () => {
    const url = "/api/contact-inquiries/export.csv?search=Asha&status=new";
    expect(await added(() => send("GET /api/contact-inquiries/export.csv", { url }))).toEqual([
      {
        kind: "inquiries-exported",
        by: owner(),
        about: { chosen: false, expected: 1, filters: ["status", "search"] },
      },
    ]);
  });

  it.each([
    [
      "team",
      async () => {
        await send("POST /api/contact-inquiries/erase");
        await send("POST /api/contact-inquiries/bin/erase");
      },
    ],
    ["request", () => test.services.inquiries.eraseByEmail(goodInquiry.email)],
    [
      "retention",
      () => {
        test.clock.advance({ days: 366 });
        return test.services.inquiries.eraseOld();
      },
    ],
  ])("an erasure because of %s, by the id that is left of it", async (reason, erase) => {
    const entries = await added(async () => {
      await erase();
      test.clock.advance({ days: -366 * Number(reason === "retention") });
    });
    const inquiry = test.known.inquiryId;
    const binned = { kind: "inquiry-binned", by: owner(), about: { inquiry } };
    const actor = reason === "team" ? owner() : null;
    const erased = { kind: "inquiry-erased", by: actor, about: { inquiry, reason } };
    expect(entries).toEqual(reason === "team" ? [binned, erased] : [erased]);
    expect((await test.dump()).erasure).toMatchObject([{ inquiry_id: test.known.inquiryId, reason }]);
  });

  it("inquiries moved to the bin and restored, by id", async () => {
    const about = { inquiry: test.known.inquiryId };
    const entries = await added(async () => {
      await send("POST /api/contact-inquiries/erase");
      await send("POST /api/contact-inquiries/restore");
    });
    expect(entries).toEqual([
      { kind: "inquiry-binned", by: owner(), about },
      { kind: "inquiry-restored", by: owner(), about },
    ]);
  });

  it("nothing if nothing was erased", async () => {
    const stale = { inquiries: [{ id: test.known.inquiryId, version: 7 }] };
    expect(await added(() => send("POST /api/contact-inquiries/erase", { payload: stale }))).toEqual([]);
  });

  it("changed settings, by name", async () => {
    const [entry, ...more] = await added(() => send("PUT /api/settings"));
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ kind: "settings-changed", by: owner() });
    expect(entry?.about["names"]).toEqual(expect.arrayContaining(["mail", "webhook", "telegram"]));
    expect(Object.keys(entry?.about ?? {})).toEqual(["names", "version"]);
  });

  it("a channel change, by its number in the history", async () => {
    const entries = await added(() => send("POST /api/contacts", { payload: { ...goodChannel, proof: "Nightly" } }));
    const about = { change: expect.any(Number), opens: true, describes: true, what: "added" };
    expect(entries).toEqual([{ kind: "channels-changed", by: owner(), about }]);
  });

  it("invited and changed members, and their links", async () => {
    const entries = await added(async () => {
      await send("POST /api/members");
      await send("PATCH /api/members/{id}");
      await send("POST /api/members/{id}/link");
    });
    expect(entries).toEqual([
      { kind: "member-invited", by: owner(), about: { member: expect.any(String), role: "agent" } },
      {
        kind: "member-changed",
        by: owner(),
        about: { member: test.agent.id, role: "owner", state: expect.any(String) },
      },
      { kind: "password-link-made", by: owner(), about: { member: test.agent.id } },
    ]);
  });
});

it("says why a backup failed in the reader's language, and in English to programs and in files", async () => {
  const { audit } = test.services;
  const why = say("backup.disk-full", { place: say("backup.place", { path: "/b" }) });
  const english = "BACKUP_DIR: the folder /b: the disk is full";
  await audit.record({ kind: "backup-failed", by: null, about: { why: "as an earlier version wrote it" } });
  await audit.record({ kind: "backup-failed", by: null, about: { why } });
  const url = "/api/audit-log?kind=backup-failed";
  const answer = await send("GET /api/audit-log", { url, headers: { "accept-language": "hi" } });
  const [newest, older] = auditPageSchema.parse(answer.json()).entries;
  expect(newest).toMatchObject({ about: { why: english }, problemCode: { code: "backup.disk-full" } });
  expect(newest?.problem).toBe(textIn("hi", why));
  expect(older).toMatchObject({ about: { why: "as an earlier version wrote it" } });
  expect(older).not.toHaveProperty("problem");
  const file = await send("GET /api/audit-log/export.jsonl", { url: "/api/audit-log/export.jsonl?kind=backup-failed" });
  expect(JSON.parse(file.body.split("\n")[0] ?? "")).toMatchObject({ about: { why: english } });
  expect(file.body).not.toContain("problem");
  await audit.settled();
  expect(await audit.check()).toMatchObject({ outcome: "whole" });
});

it("verifies after all of this, and is filtered by kind and member", async () => {
  await send("PATCH /api/members/{id}");
  await send("POST /api/contact-inquiries/erase");
  await send("POST /api/contact-inquiries/bin/erase");
  await test.services.audit.settled();
  expect(await test.services.audit.check()).toMatchObject({ outcome: "whole" });
  expect((await log("&kind=inquiry-erased")).entries).toHaveLength(1);
  const aboutAgent = (await log(`&member=${test.agent.id}`)).entries.map(({ kind }) => kind);
  expect(aboutAgent).toEqual(expect.arrayContaining(["member-changed", "signed-in"]));
  expect(aboutAgent).not.toContain("inquiry-erased");
});

it("is filtered by days of the site's time zone, and by a group of kinds", async () => {
  // Midnight in Kolkata is at 18:30 UTC.
  test.clock.advance({ hours: 6, minutes: 29 });
  await test.services.audit.record({ kind: "password-link-made", by: null, about: {} });
  test.clock.advance({ minutes: 1 });
  await test.services.audit.record({ kind: "member-invited", by: null, about: {} });
  const kinds = async (query: string) => (await log(query)).entries.map(({ kind }) => kind);
  expect(await kinds("&from=2026-11-02")).toEqual(["member-invited"]);
  expect((await kinds("&from=2026-11-01&to=2026-11-01&group=team"))[0]).toBe("password-link-made");
  expect(await kinds("&to=2026-10-31")).toEqual([]);
  expect(await kinds("&from=2026-11-02&group=channels")).toEqual([]);
  expect(await kinds("&group=channels&kind=member-invited")).toEqual(["member-invited"]);
});

it("shows a channel before and after, from the history that the entry names", async () => {
  const [id = ""] = test.known.ids;
  await send("PUT /api/contacts/{id}", { payload: { type: "whatsapp", value: "+91 90000 22222", isActive: true } });
  const { entries, changes } = await log("&kind=channels-changed");
  expect(changes.map(({ number }) => number)).toEqual(entries.map(({ about }) => about["change"]).toReversed());
  expect(changes.find(({ number }) => number === entries[0]?.about["change"])).toMatchObject({
    kind: "edited",
    before: [{ _id: id, value: "+91 90000 00001" }],
    after: [{ _id: id, value: "+91 90000 22222" }],
  });
  expect((await log("&group=team")).changes).toEqual([]);
});

it("names an inquiry by its reference until it is erased", async () => {
  const { inquiryId } = test.known;
  await send("POST /api/contact-inquiries/erase");
  const named = async () => (await log("&group=inquiries")).inquiries;
  const [reference] = await test.db
    .selectFrom("inquiry")
    .select(["id", "reference"])
    .where("id", "=", inquiryId)
    .execute();
  expect(reference).toBeDefined();
  expect(await named()).toEqual([reference]);
  await send("POST /api/contact-inquiries/bin/erase");
  expect(await named()).toEqual([]);
});

describe("a check of the chain", () => {
  const check = async () => {
    const answer = await send("POST /api/audit-log/check");
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const now = () => new Date(test.clock.now()).toISOString();

  it("returns the number of good entries, and the first bad one", async () => {
    expect((await log()).checked).toBeNull();
    const whole = await check();
    const { entries } = await log();
    expect(whole).toEqual({ ok: true, entries: entries[0]?.number, checkedAt: now(), problem: null });
    expect((await log()).checked).toEqual(whole);
    await withoutTriggers(test.db, () =>
      test.db.updateTable("audit_entry").set({ seal: "x" }).where("number", "=", 2).execute(),
    );
    test.clock.advance({ minutes: 1 });
    const broken = {
      ok: false,
      entries: 1,
      checkedAt: now(),
      problem: expect.stringMatching(/^Entry 2 does not match: /),
      problemCode: expect.objectContaining({ code: "audit.entry-wrong" }),
    };
    expect(await check()).toEqual(broken);
    expect((await log()).checked).toEqual(broken);
  });

  it("runs once for simultaneous requests, and not again within 30 seconds", async () => {
    const follow = vi.spyOn(test.store.audit, "follow");
    const [one, two] = await Promise.all([check(), check()]);
    test.clock.advance({ seconds: 29 });
    expect([two, await check()]).toEqual([one, one]);
    expect(follow).toHaveBeenCalledTimes(1);
    test.clock.advance({ seconds: 1 });
    expect((await check()).checkedAt).toBe(now());
  });
});

describe("an export", () => {
  const lines = (body: string) =>
    body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  it("needs a fresh step-up, and leaves an entry", async () => {
    const url = "/api/audit-log/export.jsonl?group=team&from=2026-11-01";
    const entries = await added(() => send("GET /api/audit-log/export.jsonl", { url }));
    const about = { format: "jsonl", filters: ["group", "from"] };
    expect(entries).toEqual([{ kind: "audit-log-exported", by: owner(), about }]);
    test.clock.advance({ hours: 1 });
    for (const format of ["csv", "jsonl"]) {
      const refused = await send(`GET /api/audit-log/export.${format}`);
      expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ needs: "proof" })]);
    }
  });

  it("contains what the filters match, newest first, and names unreadable entries", async () => {
    await send("PUT /api/contacts/{id}", { payload: { type: "whatsapp", value: "+91 90000 22222", isActive: true } });
    const shown = await log();
    await withoutTriggers(test.db, () =>
      test.db.updateTable("audit_entry").set({ entry: "{}" }).where("number", "=", 2).execute(),
    );
    const answer = await send("GET /api/audit-log/export.jsonl");
    expect(answer.headers).toMatchObject({
      "content-type": "application/x-ndjson; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.jsonl"',
      "cache-control": "no-store",
    });
    const all = lines(answer.body);
    expect(all.map(({ number }) => number)).toEqual(shown.entries.map(({ number }) => number));
    expect(all.at(-2)).toEqual({ number: 2, unreadable: true });
    expect(all[0]).toMatchObject({ ...shown.entries[0], change: { after: [{ value: "+91 90000 22222" }] } });
    const url = "/api/audit-log/export.jsonl?group=team";
    const team = lines((await send("GET /api/audit-log/export.jsonl", { url })).body);
    expect(team.map(({ number }) => number)).toEqual((await log("&group=team")).entries.map(({ number }) => number));
  });

  it("is a CSV file without formulas", async () => {
    await send("PUT /api/contacts/{id}", { payload: { type: "whatsapp", value: "+91 90000 22222", isActive: true } });
    await test.services.audit.record({
      kind: "signed-in",
      by: { id: "1", email: "=1+1@example.com" },
      about: { device: "@SUM" },
    });
    const { body } = await send("GET /api/audit-log/export.csv");
    const [head, newest, edited] = parse(body, { bom: true, record_delimiter: "\r\n" });
    expect(head).toEqual(["Number", "Time", "Kind", "By", "By id", "Details", "Before", "After"]);
    expect(newest?.slice(2, 6)).toEqual(["signed-in", "'=1+1@example.com", "1", "device: @SUM"]);
    expect(edited?.slice(6)).toEqual(["WhatsApp +91 90000 00001", "WhatsApp +91 90000 22222"]);
  });
});

it("rejects an unknown kind, and names the field", async () => {
  const answer = await test.send(exampleCall("GET /api/audit-log"), { url: "/api/audit-log?kind=everything" });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { kind: expect.any(String) } });
});

it("writes an erasure and its entry atomically", async () => {
  const { inquiryId } = test.known;
  await test.db.schema.alterTable("audit_entry").renameTo("audit_entry_away").execute();
  const asking = { member: test.member, hasSteppedUp: true };
  await expect(test.services.bin.add([{ id: inquiryId, version: 1 }], asking)).rejects.toThrow("audit_entry");
  await expect(test.services.inquiries.eraseByEmail(goodInquiry.email)).rejects.toThrow("audit_entry");
  expect((await test.dump()).erasure).toEqual([]);
  expect((await test.dump()).inquiry).toMatchObject([{ id: inquiryId, status: "new" }]);
  const channels = await test.services.channels.list();
  await expect(
    test.services.channels.add({ type: "phone", value: "1800 111 1111", isActive: true, proof: "" }),
  ).rejects.toThrow();
  expect(await test.services.channels.list()).toEqual(channels);
});

it("writes a change of the settings or of a member and its entry atomically", async () => {
  const { settings, team } = test.services;
  const { version, retentionDays, acknowledge, says } = await settings.view();
  await test.store.secondFactors.begin(test.agent.id, "encrypted", 0);
  await test.store.secondFactors.confirm(test.agent.id, "encrypted", 1);
  await test.db.schema.alterTable("audit_entry").renameTo("audit_entry_away").execute();
  const before = await test.dump();
  const changed = { retentionDays: retentionDays + 1, acknowledge, says, mail: null, webhook: null, telegram: null };
  for (const act of [
    () => settings.save(changed, version),
    () => team.change(test.agent.id, { role: "owner" }),
    () => team.invite({ email: "somebody.new@example.com", role: "owner" }),
    () => team.resetSecondFactor(test.agent.id, null),
  ]) {
    await expect(act()).rejects.toThrow("audit_entry");
    expect(await test.dump()).toEqual(before);
  }
  expect((await settings.current()).retentionDays).toBe(retentionDays);
});

it("contains nothing that a visitor typed", async () => {
  const marked = Object.fromEntries(
    Object.entries(goodInquiry).map(([field, text]) => [
      field,
      field === "email" ? "marked.asha@example.com" : `${text} marked`,
    ]),
  );
  const key = "a-key-of-the-visitor-himself";
  const headers = { "idempotency-key": key };
  await send("POST /api/contact-inquiries", { payload: marked, headers });
  await send("POST /api/contact-inquiries", { payload: { ...marked, city: "Other marked" }, headers });
  await send("POST /api/impostor-reports", { payload: { ...goodReport, happened: "They said marked." } });
  const { inquiries } = await test.services.inbox.list({ search: "marked" }, { limit: 50 }, test.member.id);
  expect(inquiries.length).toBe(2);
  for (const { id } of inquiries) {
    await test.services.inbox.addNote(id, "a note, marked", test.member.id);
    await test.services.inbox.change(id, 2, { status: "closed" }, test.member);
  }
  for (const format of ["csv", "jsonl"]) {
    const url = `/api/contact-inquiries/export.${format}?search=marked`;
    await send(`GET /api/contact-inquiries/export.${format}`, { url });
    await send(`GET /api/contact-inquiries/export.${format}`, {
      url: `/api/contact-inquiries/export.${format}?ids=${inquiries.map(({ id }) => id).join(",")}`,
    });
  }
  await test.services.inquiries.eraseByEmail("marked.asha@example.com");
  const [{ id, version } = { id: "", version: 0 }] = (
    await test.services.inbox.list({ search: "marked" }, { limit: 1 }, test.member.id)
  ).inquiries;
  await test.services.bin.add([{ id, version }], { member: test.member, hasSteppedUp: true });
  await test.services.bin.erase([id], test.member);

  const stored = JSON.stringify((await test.dump()).audit_entry);
  expect(stored).toContain(id);
  expect(stored).not.toContain("marked");
  expect(stored).not.toContain(key);
  for (const { reference } of inquiries) expect(stored).not.toContain(reference);
  expect(stored).not.toMatch(/Asha|Jaipur|90000|Telegram channel/);
});
