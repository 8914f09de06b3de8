import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelHistory, ChannelState, ImportPlan } from "#contract/channels/channel-list.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import type { Member } from "#contract/auth/session.ts";
import { english } from "../testing-message-codes.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { createDescriptions } from "./descriptions.ts";

let desk: TestApp;
let owner: string;
let second: string;
let agent: string;
beforeEach(async () => {
  desk = await createTestApp();
  owner = await desk.signIn();
  agent = await desk.signIn("agent");
  second = await cookieOf({ id: "second", email: "second@example.com", role: "owner" });
});
afterEach(() => desk.close());

async function cookieOf(member: Member): Promise<string> {
  await desk.store.members.insert({ ...member, passwordHash: "none" }, desk.clock.now());
  return `session=${(await desk.services.sessions.start(member)).token}`;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Called<Body> {
  status: number;
  body: Body & { message: string; needs?: string };
}

async function call<Body>(cookie: string, method: Method, path: string, payload?: object): Promise<Called<Body>> {
  const response = await desk.app.inject({
    method,
    url: `/api/contacts${path}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  // The caller of `call` declares the body's type.
  return { status: response.statusCode, body: response.json<Called<Body>["body"]>() };
}

const telegram = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "" };
const moved = { ...telegram, value: "https://t.me/saffron_new" };
const later = (fields: object) => ({ fields, from: "2027-01-01T00:00:00Z", until: "2027-01-02T00:00:00Z" });
const added = async (channel: object = telegram) => (await call<TeamChannel>(owner, "POST", "", channel)).body;
const shown = async () => (await desk.services.channels.active()).channels.map(({ value }) => value);
const state = async (cookie = owner) => (await call<ChannelState>(cookie, "GET", "/state")).body;
const history = async (cookie = owner) => (await call<ChannelHistory>(cookie, "GET", "/history")).body.changes;

describe("a change of where a channel opens", () => {
  const late = () => desk.clock.advance({ minutes: 10 });

  it.each<[string, Method, (channel: TeamChannel) => string, object?]>([
    ["adding one", "POST", () => "", moved],
    ["another value", "PUT", ({ _id }) => `/${_id}`, moved],
    ["a description", "PUT", ({ _id }) => `/${_id}`, { ...telegram, proof: "Switched off" }],
    ["a description alone", "PATCH", ({ _id }) => `/${_id}`, { proof: "Switched off" }],
    ["a scheduled description", "POST", ({ _id }) => `/${_id}/schedules`, later({ proof: "Switched off" })],
    [
      "a schedule",
      "POST",
      ({ _id }) => `/${_id}/schedules`,
      { fields: { value: moved.value }, from: "2027-01-01T00:00:00Z" },
    ],
  ])("asks for another step-up 10 minutes after the last: %s", async (_what, method, path, payload) => {
    const channel = await added();
    late();
    const before = await desk.dump();
    const { status, body } = await call(owner, method, path(channel), payload);
    expect([status, body.needs]).toEqual([403, "proof"]);
    expect({ ...(await desk.dump()), session: [] }).toEqual({ ...before, session: [] });
  });

  it("requires one also when a channel is switched on, restored or imported", async () => {
    const channel = await added({ ...telegram, isActive: false });
    const other = await added({ ...moved, type: "website", value: "https://example.com" });
    await call(owner, "DELETE", `/${other._id}`);
    const { version } = (await call<{ version: number }>(owner, "GET", "")).body;
    late();
    const file = { format: "front-desk-channels", version: 1, channels: [moved] };
    const responses = [
      await call(owner, "PATCH", `/${channel._id}`, { isActive: true }),
      await call(owner, "POST", "/history/3/undo"),
      await call(owner, "POST", "/import", { file, dryRun: false, version }),
    ];
    expect(responses.map(({ status, body }) => [status, body.needs])).toEqual(
      Array.from({ length: 3 }, () => [403, "proof"]),
    );
    expect(await shown()).toEqual([]);
  });

  it.each<[string, boolean, Method, (channel: TeamChannel) => string, object]>([
    ["another value while it is off", false, "PUT", ({ _id }) => `/${_id}`, { ...moved, isActive: false }],
    ["a new channel that is off", true, "POST", () => "", { ...moved, isActive: false }],
    [
      "a scheduled value while it is off",
      false,
      "POST",
      ({ _id }) => `/${_id}/schedules`,
      later({ value: moved.value }),
    ],
    ["a scheduled switch", false, "POST", ({ _id }) => `/${_id}/schedules`, later({ isActive: true })],
    ["a description while it is off", false, "PATCH", ({ _id }) => `/${_id}`, { proof: "Switched off" }],
    ["a description, scheduled", true, "POST", ({ _id }) => `/${_id}/schedules`, later({ proof: "Switched off" })],
    ["the value of today, scheduled", true, "POST", ({ _id }) => `/${_id}/schedules`, later({ value: telegram.value })],
  ])("cannot be taken apart into harmless steps: %s", async (_what, isActive, method, path, payload) => {
    const channel = await added({ ...telegram, isActive });
    await call(owner, "PUT", "/rule", { kind: "approval" });
    expect((await call(owner, method, path(channel), payload)).status).toBe(202);
    late();
    expect((await call(owner, method, path(channel), payload)).body.needs).toBe("proof");
  });

  it("is the only change that requires one", async () => {
    const channel = await added({ ...telegram, proof: "Daily" });
    late();
    const { _id, ...fields } = channel;
    expect((await call(owner, "PUT", `/${_id}`, { ...fields, proof: "" })).status).toBe(200);
    expect((await call(owner, "PATCH", `/${_id}`, { isActive: false })).status).toBe(200);
    expect((await call(owner, "PUT", "/hidden", { hidden: true })).status).toBe(200);
    expect((await call(owner, "PUT", "/hidden", { hidden: false })).status).toBe(200);
    expect((await call(owner, "DELETE", `/${_id}`)).status).toBe(200);
  });

  it("is shown to the whole team for 24 hours, and undone by owners alone, also the repair of a bad value", async () => {
    const channel = await added(moved);
    desk.clock.advance({ days: 2 });
    agent = await cookieOf({ id: "new-agent", email: "new-agent@example.com", role: "agent" });
    owner = await cookieOf({ id: "third", email: "third@example.com", role: "owner" });
    await call(owner, "PUT", `/${channel._id}`, { ...telegram, proof: "Daily" });
    await call(owner, "PATCH", `/${channel._id}`, { proof: "Twice a day" });
    const recent = [
      { number: 3, by: "third@example.com", before: [{ proof: "Daily" }], after: [{ proof: "Twice a day" }] },
      { number: 2, by: "third@example.com", before: [{ value: moved.value }], after: [{ value: telegram.value }] },
    ];
    expect((await state(agent)).recent).toMatchObject(recent.map((change) => ({ ...change, canUndo: false })));
    expect((await history(agent)).map(({ canUndo }) => canUndo)).toEqual([false, false, false]);
    for (const number of [1, 2, 3]) expect((await call(agent, "POST", `/history/${number}/undo`)).status).toBe(403);
    expect((await call(owner, "POST", "/history/3/undo")).status).toBe(200);
    expect((await call(agent, "POST", "/history/4/undo")).status).toBe(403);
    expect((await call(owner, "POST", "/history/3/undo")).status).toBe(409);
    expect(await shown()).toEqual([telegram.value]);
    desk.clock.advance({ hours: 24 });
    expect((await desk.services.channelHistory.state(desk.member)).recent).toEqual([]);
  });

  it("is undone by agents where an agent made it", async () => {
    const { _id } = await added({ ...telegram, proof: "Daily" });
    const byAgent = { member: { ...desk.member, id: "a", role: "agent" as const }, hasSteppedUp: true };
    await desk.services.channels.change({ id: _id, fields: { proof: "Weekly" } }, byAgent);
    expect((await state(agent)).recent[0]).toMatchObject({ number: 2, canUndo: true });
    expect((await call(agent, "POST", "/history/2/undo")).status).toBe(200);
    expect((await desk.services.channels.list()).map(({ proof }) => proof)).toEqual(["Daily"]);
  });

  it("keeps the replaced value for verification", async () => {
    const channel = await added();
    await call(owner, "PUT", `/${channel._id}`, moved);
    expect((await desk.services.channels.official()).retired).toMatchObject([
      { value: telegram.value, replacedBy: channel._id, until: desk.clock.now() },
    ]);
  });
});

describe("a description that names somebody else", () => {
  const foreign = "Switched off. NEW WhatsApp: +44 7700 900666";
  const problem =
    "This description names +44 7700 900666, which is not one of your active channels. Edit or remove it.";
  const file = (...channels: object[]) => ({ format: "front-desk-channels", version: 1, channels });
  const version = async () => (await call<{ version: number }>(owner, "GET", "")).body.version;
  /** Adds a channel as it was before descriptions were checked. */
  async function withOld(isActive = true): Promise<string> {
    const outcome = await desk.services.signedChannels.change((list) => {
      const channel = { id: "old", ...telegram, type: "telegram" as const, isActive, proof: foreign, hours: null };
      return {
        channelList: { ...list, version: list.version + 1, channels: [...list.channels, channel] },
        change: null,
        response: "done",
      };
    });
    expect(outcome).toBe("done");
    return "old";
  }

  it.each<[string, Method, (id: string) => string, object, string]>([
    ["added", "POST", () => "", { ...moved, proof: foreign }, "proof"],
    ["added to a channel that is off", "POST", () => "", { ...moved, isActive: false, proof: foreign }, "proof"],
    ["put", "PUT", (id) => `/${id}`, { ...telegram, proof: foreign }, "proof"],
    ["edited", "PATCH", (id) => `/${id}`, { proof: foreign }, "proof"],
    ["scheduled", "POST", (id) => `/${id}/schedules`, later({ proof: foreign }), "fields.proof"],
    [
      "reviewed in a file",
      "POST",
      () => "/import",
      { file: file(telegram, { ...moved, proof: foreign }) },
      "file.channels.1.proof",
    ],
  ])("is rejected at its field, and nothing is written: %s", async (_what, method, path, payload, field) => {
    const { _id } = await added();
    const before = await desk.dump();
    const { status, body } = await call<{ errors: object }>(owner, method, path(_id), payload);
    expect([status, body.errors]).toEqual([422, { [field]: problem }]);
    expect({ ...(await desk.dump()), session: [] }).toEqual({ ...before, session: [] });
  });

  it("is rejected in an import, in commands, and when restored", async () => {
    await added();
    const input = { file: file({ ...telegram, proof: foreign }), dryRun: false, version: await version() };
    expect((await call<{ errors: object }>(owner, "POST", "/import", input)).body.errors).toEqual({
      "file.channels.0.proof": problem,
    });
    const email = { type: "email", value: "a@example.com", isActive: true, proof: foreign } as const;
    expect(english(await desk.services.channels.add(email))).toMatchObject({
      outcome: "refused",
      errors: { proof: problem },
    });
    const id = await withOld();
    await call(owner, "PATCH", `/${id}`, { proof: "" });
    expect(await call(owner, "POST", "/history/2/undo")).toMatchObject({ status: 422, body: { message: problem } });
    await call(owner, "DELETE", `/${id}`);
  });

  it(
    "may name the active channels of the list as it will be, and the site; not one that is off, or goes with the " +
      "change",
    async () => {
      const { _id } = await added();
      const own = { ...telegram, proof: "t.me/saffron_example is ours" };
      expect((await call(owner, "PUT", `/${_id}`, own)).status).toBe(200);
      expect(
        (await call(owner, "POST", "", { ...moved, proof: "Also t.me/saffron_new, @saffron_example" })).status,
      ).toBe(201);
      expect((await call(owner, "PUT", `/${_id}`, { ...own, value: "https://t.me/saffron_later" })).status).toBe(422);
      expect(
        (await call(owner, "POST", "", { ...moved, value: "@saffron_off", isActive: false, proof: "@saffron_off" }))
          .status,
      ).toBe(422);
    },
  );

  it("is rejected at approval, if what it names was removed meanwhile", async () => {
    const { _id } = await added();
    await added({ type: "email", value: "desk@example.com" });
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { status, body } = await call<{ proposal: { id: string } }>(owner, "PATCH", `/${_id}`, {
      proof: "Or desk@example.com",
    });
    expect(status).toBe(202);
    const [, mail] = await desk.services.channels.list();
    await call(owner, "DELETE", `/${mail?._id}`);
    const approved = await call(second, "POST", `/proposals/${body.proposal.id}/approve`);
    expect([approved.status, approved.body.message]).toEqual([
      422,
      problem.replace("+44 7700 900666", "desk@example.com"),
    ]);
  });

  it("of an earlier version stays shown, is reported, and only blocks publishing it again", async () => {
    const id = await withOld(false);
    const listed = async () => (await call<{ contacts: Array<{ problem?: string }> }>(agent, "GET", "")).body.contacts;
    expect(await listed()).toMatchObject([{ _id: id, proof: foreign, problem }]);
    expect(await call(owner, "PATCH", `/${id}`, { isActive: true })).toMatchObject({
      status: 422,
      body: { message: problem },
    });
    expect((await call(owner, "PATCH", `/${id}`, { hours: null, isActive: false })).status).toBe(200);
    const input = {
      file: file({ id, ...telegram, isActive: false, proof: foreign }),
      dryRun: false,
      version: await version(),
    };
    expect((await call(owner, "POST", "/import", input)).status).toBe(200);
    expect((await call(owner, "PATCH", `/${id}`, { proof: "" })).status).toBe(200);
    expect(await listed()).toEqual([{ _id: id, ...telegram, isActive: false, hours: null }]);
  });

  it("is rejected if it completes a number that others begin, also by a new order; what takes away is not held up", async () => {
    const beside = "This description and those beside it name 90000 00002, which is not one of your active channels.";
    const first = await added({ ...telegram, proof: "Our desk: 90000" });
    const between = await added({ type: "email", value: "desk@example.com", proof: "For all that has time and more" });
    const last = await added({ type: "youtube", value: "https://youtube.com/@example", proof: "Videos" });
    expect(await call(owner, "PATCH", `/${between._id}`, { proof: "00002, daily" })).toMatchObject({
      status: 422,
      body: { errors: { proof: expect.stringContaining(beside) } },
    });
    expect((await call(owner, "PATCH", `/${last._id}`, { proof: "00002, daily" })).status).toBe(200);
    const order = { ids: [first._id, last._id, between._id] };
    expect((await call(owner, "PUT", "/order", order)).status).toBe(422);
    expect((await call(owner, "PATCH", `/${between._id}`, { isActive: false })).status).toBe(200);
    const { list } = await desk.services.channels.channelList();
    expect(english([...desk.services.channels.descriptionFaults(list).values()].map((fault) => fault.problem))).toEqual(
      [expect.stringContaining(beside)],
    );
    expect((await call(owner, "DELETE", `/${between._id}`)).status).toBe(200);
    expect((await call(owner, "PATCH", `/${last._id}`, { hours: null })).status).toBe(200);
  });

  it("that named a channel of the list is reported once that channel is removed", async () => {
    const { _id } = await added({ type: "email", value: "desk@example.com" });
    await added({ ...telegram, proof: "Or desk@example.com" });
    const problems = async () => {
      const { list } = await desk.services.channels.channelList();
      return [...desk.services.channels.descriptionFaults(list).values()].map((fault) => fault.problem);
    };
    expect(await problems()).toEqual([]);
    expect((await call(owner, "PATCH", `/${_id}`, { isActive: false })).status).toBe(200);
    expect(english(await problems())).toEqual([expect.stringContaining("names desk@example.com")]);
    expect((await desk.app.inject("/api/contacts/active")).body).toContain("Or desk@example.com");
  });

  it("is found again when an owner has changed the country, with which numbers are read", () => {
    let country = "GB";
    const descriptions = createDescriptions({ country: () => country, site: () => "https://desk.example.com" });
    const common = { isActive: true, hours: null };
    const channels = [
      { ...common, id: "1", type: "phone" as const, value: "+44 20 7946 0018", proof: "" },
      { ...common, ...telegram, id: "2", type: "telegram" as const, proof: "Or 020 7946 0018" },
    ];
    expect([...descriptions.faultsOf({ channels }).keys()]).toEqual([]);
    country = "IN";
    expect([...descriptions.faultsOf({ channels }).keys()]).toEqual(["2"]);
  });
});

describe("a rule", () => {
  it("applies to a description as well", async () => {
    const { _id } = await added();
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { status, body } = await call<{ proposal: { id: string } }>(owner, "PATCH", `/${_id}`, { proof: "Daily" });
    expect(status).toBe(202);
    const proofs = async () => (await desk.services.channels.active()).channels.map(({ proof }) => proof);
    expect(await proofs()).toEqual([""]);
    expect((await call(second, "POST", `/proposals/${body.proposal.id}/approve`)).status).toBe(200);
    expect(await proofs()).toEqual(["Daily"]);
    expect((await call(owner, "PATCH", `/${_id}`, { proof: "" })).status).toBe(200);
    expect(await proofs()).toEqual([""]);
  });

  it("delays such a change until a second owner approves it", async () => {
    const channel = await added();
    expect((await call(owner, "PUT", "/rule", { kind: "approval" })).status).toBe(200);
    const { status, body } = await call<{ proposal: { id: string } }>(owner, "PUT", `/${channel._id}`, moved);
    expect([status, body.message]).toEqual([202, "Saved. It waits for the approval of another owner."]);
    expect(await shown()).toEqual([telegram.value]);

    const path = `/proposals/${body.proposal.id}/approve`;
    expect((await call(owner, "POST", path)).status).toBe(403);
    expect((await call(agent, "POST", path)).status).toBe(403);
    expect((await state(owner)).proposals).toMatchObject([{ canApprove: false, after: [{ value: moved.value }] }]);
    expect((await state(second)).proposals).toMatchObject([{ canApprove: true, publishesAt: null }]);
    expect(await shown()).toEqual([telegram.value]);

    expect((await call(second, "POST", path)).status).toBe(200);
    expect(await shown()).toEqual([moved.value]);
    expect((await history())[0]).toMatchObject({
      kind: "edited",
      by: desk.member.email,
      approvedBy: "second@example.com",
      opens: true,
    });
    expect((await call(second, "POST", path)).status).toBe(404);
  });

  it("requires step-up of the approver", async () => {
    await added();
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { body } = await call<{ proposal: { id: string } }>(owner, "POST", "", moved);
    desk.clock.advance({ minutes: 10 });
    const response = await call(second, "POST", `/proposals/${body.proposal.id}/approve`);
    expect([response.status, response.body.needs]).toEqual([403, "proof"]);
  });

  it("delays it for a time, and lets anybody withdraw it", async () => {
    const channel = await added();
    await call(owner, "PUT", "/rule", { kind: "delay", minutes: 60 });
    const { status, body } = await call<{ proposal: { id: string; publishesAt: string } }>(
      owner,
      "PUT",
      `/${channel._id}`,
      moved,
    );
    expect(status).toBe(202);
    expect(Date.parse(body.proposal.publishesAt)).toBe(desk.clock.now() + 3_600_000);
    expect((await call(agent, "DELETE", `/proposals/${body.proposal.id}`)).status).toBe(200);
    desk.clock.advance({ minutes: 60 });
    expect(await shown()).toEqual([telegram.value]);

    owner = await cookieOf({ id: "third", email: "third@example.com", role: "owner" });
    await call(owner, "PUT", `/${channel._id}`, moved);
    desk.clock.advance({ minutes: 59 });
    expect(await shown()).toEqual([telegram.value]);
    desk.clock.advance({ minutes: 1 });
    expect(await shown()).toEqual([moved.value]);
  });

  it("applies to its own weakening", async () => {
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { status } = await call(owner, "PUT", "/rule", { kind: "none" });
    expect(status).toBe(202);
    expect((await state()).rule).toEqual({ kind: "approval" });
    expect((await call(owner, "POST", "", telegram)).status).toBe(202);
    const [proposal] = (await state(second)).proposals;
    expect(proposal).toMatchObject({ kind: "rule", rule: { before: { kind: "approval" }, after: { kind: "none" } } });
    expect((await call(second, "POST", `/proposals/${proposal?.id}/approve`)).status).toBe(200);
    expect((await state()).rule).toEqual({ kind: "none" });
  });

  it("does not publish an older proposal over a newer change", async () => {
    const channel = await added();
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { body } = await call<{ proposal: { id: string } }>(owner, "PUT", `/${channel._id}`, moved);
    await call(owner, "PATCH", `/${channel._id}`, { isActive: false });
    expect((await state(second)).proposals).toMatchObject([{ isStale: true }]);
    expect((await call(second, "POST", `/proposals/${body.proposal.id}/approve`)).status).toBe(409);
    expect(await shown()).toEqual([]);
  });

  it("counts pending additions", async () => {
    await desk.close();
    desk = await createTestApp({ env: { LIMIT_CONTACTS: "1" } });
    owner = await desk.signIn();
    await desk.services.channels.setRule({ kind: "delay", minutes: 5 }, null);
    expect((await call(owner, "POST", "", telegram)).status).toBe(202);
    expect((await call(owner, "POST", "", moved)).status).toBe(409);
  });

  it("of approval needs a second owner", async () => {
    await desk.services.channels.setRule({ kind: "approval" }, null);
    await desk.services.channels.setRule({ kind: "none" }, null);
    await desk.services.team.change("second", { isActive: false });
    const { status, body } = await call<{ errors: object }>(owner, "PUT", "/rule", { kind: "approval" });
    expect([status, body.errors]).toEqual([422, { kind: expect.stringContaining("only one owner") }]);

    // An undo does not restore it either.
    expect((await call(owner, "POST", "/history/2/undo")).status).toBe(422);
  });

  it("does not delay hiding or removing", async () => {
    const channel = await added();
    await call(owner, "PUT", "/rule", { kind: "approval" });
    expect((await call(owner, "PUT", "/hidden", { hidden: true })).status).toBe(200);
    expect((await call(owner, "DELETE", `/${channel._id}`)).status).toBe(200);
  });
});

describe("hiding all channels", () => {
  it("removes them from every page and file immediately, and one more call restores them", async () => {
    await added();
    const pages = ["/", "/contact", "/contact?tab=community", "/api/contacts/active"];
    const bodies = () => Promise.all(pages.map(async (url) => (await desk.app.inject(url)).body));
    for (const body of await bodies()) expect(body).toContain("saffron_example");
    await call(owner, "PUT", "/hidden", { hidden: true });
    const hidden = await bodies();
    for (const body of hidden) expect(body).not.toContain("saffron_example");
    for (const body of hidden.slice(0, 3)) expect(body).toContain("We have hidden all our channels for now");
    expect((await desk.services.channels.official()).isHidden).toBe(true);
    expect((await state(agent)).hidden).toEqual({ at: expect.any(String), by: desk.member.email });
    await call(owner, "PUT", "/hidden", { hidden: false });
    for (const body of await bodies()) expect(body).toContain("saffron_example");
  });

  it.each(["/", "/contact", "/api/contacts/active"])(
    "reaches copies of %s elsewhere: they are asked for at each use",
    async (url) => {
      await added();
      const { headers } = await desk.app.inject(url);
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
      await call(owner, "PUT", "/hidden", { hidden: true });
      const response = await desk.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
      expect(response.statusCode).toBe(200);
    },
  );
});

describe("a file of channels", () => {
  const file = (...channels: object[]) => ({ format: "front-desk-channels", version: 1, channels });
  const plan = (payload: object) => call<ImportPlan>(owner, "POST", "/import", payload);
  const what = ({ entries }: ImportPlan) =>
    entries.map((entry) => [entry.what, (entry.after ?? entry.before)?.value ?? ""]);

  it("that was exported changes nothing on import", async () => {
    await added({ ...telegram, hours: { timeZone: "Asia/Kolkata", weekly: [{ day: 1, from: "09:00", to: "17:00" }] } });
    await added({ type: "phone", value: "1800 000 0000", isActive: false, proof: "हिन्दी" });
    const exported = await desk.app.inject({ url: "/api/contacts/export.json", headers: { cookie: agent } });
    expect(exported.headers["content-disposition"]).toMatch(/^attachment; filename="channels-\d{4}-\d\d-\d\d\.json"$/);
    const { body } = await plan({ file: exported.json(), removeOthers: true });
    expect(body.entries.map((entry) => entry.what)).toEqual(["same", "same"]);
    expect(body.moves).toBe(false);
  });

  it("lists what it would change, and changes nothing in a dry run", async () => {
    await added();
    await added({ type: "email", value: "desk@example.com" });
    const before = await desk.dump();
    const { body } = await plan({ file: file({ ...telegram, proof: "Daily" }, { ...moved }) });
    expect(what(body)).toEqual([
      ["changed", telegram.value],
      ["added", moved.value],
      ["kept", "desk@example.com"],
    ]);
    expect(body).toMatchObject({ isDone: false, moves: true });
    expect(await desk.dump()).toEqual(before);
  });

  it("is named after the day in the site's time zone", async () => {
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: desk.config.site.timeZone });
    const utcDay = () => new Date(desk.clock.now()).toISOString().slice(0, 10);
    for (let hours = 0; day.format(desk.clock.now()) === utcDay(); hours += 1) {
      if (hours > 24) throw new Error("the site has the days of UTC");
      desk.clock.advance({ hours: 1 });
    }
    const { headers } = await desk.app.inject({ url: "/api/contacts/export.json", headers: { cookie: owner } });
    expect(headers["content-disposition"]).toBe(`attachment; filename="channels-${day.format(desk.clock.now())}.json"`);
  });

  it("is imported as in the dry run, and undone as one change", async () => {
    await added();
    await added({ type: "email", value: "desk@example.com" });
    const payload = { file: file(moved), removeOthers: true };
    const { version } = (await plan(payload)).body;
    const done = await plan({ ...payload, dryRun: false, version });
    expect([done.status, done.body.isDone]).toEqual([200, true]);
    expect(await shown()).toEqual([moved.value]);
    const [change] = await history();
    expect((await call(owner, "POST", `/history/${change?.number}/undo`)).status).toBe(200);
    expect(await shown()).toEqual([telegram.value, "desk@example.com"]);
  });

  it("is not imported over a changed list, nor without the version of the dry run", async () => {
    await added();
    const { version } = (await plan({ file: file(moved) })).body;
    await added({ type: "email", value: "desk@example.com" });
    const before = await desk.dump();
    const late = await call<{ plan: ImportPlan }>(owner, "POST", "/import", {
      file: file(moved),
      dryRun: false,
      version,
    });
    expect(late.status).toBe(412);
    expect(what(late.body.plan)).toContainEqual(["kept", "desk@example.com"]);
    expect((await plan({ file: file(moved), dryRun: false })).status).toBe(422);
    expect(await desk.dump()).toEqual(before);
  });

  it("with one bad channel is rejected completely", async () => {
    const before = await desk.dump();
    const bad = { ...telegram, value: "https://t.me.evil.example/x" };
    const { status, body } = await call<{ errors: object }>(owner, "POST", "/import", { file: file(moved, bad) });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["file.channels"]]);
    expect(await desk.dump()).toEqual(before);
  });

  it.each([
    ["of another version", { version: 2 }, "This program does not know the version of this file; it knows version 1."],
    ["of another kind", { format: "something-else" }, expect.stringContaining("This is not a file of channels")],
    ["without a version", { version: undefined }, expect.stringContaining("it knows version 1")],
  ])("%s is refused", async (_what, head, message) => {
    const before = await desk.dump();
    const { version } = (await plan({ file: file(moved) })).body;
    const response = await call<{ errors: object }>(owner, "POST", "/import", {
      file: { ...file(moved), ...head },
      dryRun: false,
      version,
    });
    expect([response.status, Object.values(response.body.errors)]).toEqual([422, [message]]);
    expect(await desk.dump()).toEqual(before);
  });

  it("leaves what it does not say as it is, and knows a channel by where it opens", async () => {
    const hours = { timeZone: "Asia/Kolkata", weekly: [{ day: 1, from: "09:00", to: "17:00" }] };
    await added({ ...telegram, isActive: false, proof: "Daily", hours });
    const spelled = telegram.value.replace("https://", "");
    const { body } = await plan({ file: file({ type: "telegram", value: spelled }) });
    expect(body.entries).toMatchObject([
      { what: "changed", after: { value: spelled, isActive: false, proof: "Daily", hours } },
    ]);
  });

  it("that names a channel twice adds it again with a new id", async () => {
    const channel = await added();
    const { body } = await plan({ file: file({ ...telegram, id: channel._id }, { ...moved, id: channel._id }) });
    expect(body.entries.map((entry) => entry.what)).toEqual(["same", "added"]);
    expect(new Set(body.entries.map(({ after }) => after?._id)).size).toBe(2);
  });

  it("with too many channels is rejected", async () => {
    await desk.close();
    desk = await createTestApp({ env: { LIMIT_CONTACTS: "1" } });
    owner = await desk.signIn();
    const payload = { file: file(telegram, moved) };
    const { version } = (await plan(payload)).body;
    expect((await plan({ ...payload, dryRun: false, version })).status).toBe(409);
    expect(await shown()).toEqual([]);
  });
});

describe("the history", () => {
  it("is paged, newest first, and marks what can be undone", async () => {
    const channel = await added();
    for (const proof of ["1", "2", "3"]) await call(owner, "PUT", `/${channel._id}`, { ...telegram, proof });
    const first = (await call<ChannelHistory>(agent, "GET", "/history?limit=3")).body;
    expect(first.changes.map(({ number }) => number)).toEqual([4, 3, 2]);
    const rest = (await call<ChannelHistory>(agent, "GET", `/history?limit=3&before=${first.next}`)).body;
    expect([rest.changes.map(({ number, kind }) => [number, kind]), rest.next]).toEqual([[[1, "added"]], null]);
    expect((await call(owner, "POST", "/history/2/undo")).status).toBe(409);
    await call(owner, "POST", "/history/4/undo");
    const [undo, undone] = await history();
    expect(undo).toMatchObject({ kind: "undone", undoes: 4, canUndo: true });
    expect(undone).toMatchObject({ number: 4, undoneBy: 5, canUndo: false });
  });

  it("can be filtered by channel, and the state has its last change", async () => {
    const channel = await added();
    const other = await added({ type: "email", value: "help@example.com" });
    await call(second, "POST", `/${channel._id}/schedules`, later({ isActive: false }));
    const { changes } = (await call<ChannelHistory>(agent, "GET", `/history?contact=${channel._id}`)).body;
    expect(changes.map(({ number }) => number)).toEqual([3, 1]);
    await call(second, "PATCH", `/${channel._id}`, { proof: "Changed" });
    const last = (await state(agent)).lastChanges?.map(({ contactId, by }) => [contactId, by]);
    expect(last).toEqual([
      [channel._id, "second@example.com"],
      [other._id, changes[1]?.by],
    ]);
  });
});

describe("what can be undone", () => {
  it("is listed, also if the channel has been deleted or changed since", async () => {
    const channel = await added();
    await call(owner, "PUT", `/${channel._id}`, moved);
    const states = async () => (await history()).map((one) => [one.number, one.canUndo, one.isChangedSince]);
    expect(await states()).toEqual([
      [2, true, false],
      [1, false, true],
    ]);
    await call(owner, "DELETE", `/${channel._id}`);
    expect((await state()).recent).toMatchObject([
      { number: 2, canUndo: false, isChangedSince: true },
      { number: 1, canUndo: false, isChangedSince: true },
    ]);
    expect((await call(owner, "POST", "/history/2/undo")).status).toBe(409);
    await call(owner, "POST", "/history/3/undo");
    expect(await states()).toEqual([
      [4, true, false],
      [3, false, false],
      [2, true, false],
      [1, false, true],
    ]);
  });

  it("is listed for each role with its permissions", async () => {
    const channel = await added();
    await call(owner, "DELETE", `/${channel._id}`);
    await call(owner, "POST", "/history/2/undo");
    const last = async (cookie: string) => (await state(cookie)).recent[0];
    expect(await last(owner)).toMatchObject({ kind: "undone", canUndo: true, isChangedSince: false });
    expect(await last(agent)).toMatchObject({ kind: "undone", canUndo: false, isChangedSince: false });
  });

  it("is empty while the store is not trusted", async () => {
    await added();
    await desk.db.updateTable("channel_book").set({ version: 99 }).execute();
    await desk.services.channels.poll();
    expect((await history()).map(({ canUndo, isChangedSince }) => [canUndo, isChangedSince])).toEqual([[false, false]]);
  });
});

describe("a change of the order", () => {
  it("lists moves under the names of that time, and so does its undo", async () => {
    const list = [await added(), await added(moved), await added({ type: "email", value: "desk@example.com" })];
    const [a, b, c] = list.map(({ _id }) => _id);
    await call(owner, "PUT", "/order", { ids: [b, c, a] });
    await call(owner, "PUT", `/${a}`, { ...telegram, value: "https://t.me/saffron_later" });
    await call(owner, "POST", "/history/4/undo");
    const moves = (await history()).map((one) =>
      one.moves?.told.map(({ contact: channel, from, to }) => [channel.value, from, to]),
    );
    expect(moves.slice(0, 3)).toEqual([
      [["https://t.me/saffron_later", 3, 1]],
      undefined,
      [["https://t.me/saffron_example", 1, 3]],
    ]);
    expect(moves.slice(3)).toEqual([undefined, undefined, undefined]);
  });

  it("lists them correctly if a change was proposed before and withdrawn after", async () => {
    const list = [await added(), await added({ type: "email", value: "desk@example.com" })];
    const [a, b] = list.map(({ _id }) => _id);
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const { body } = await call<{ proposal: { id: string } }>(owner, "PUT", `/${b}`, {
      type: "email",
      value: "help@example.com",
      isActive: true,
      proof: "",
    });
    await call(owner, "PATCH", `/${b}`, { isActive: false });
    await call(owner, "PUT", "/order", { ids: [b, a] });
    await call(owner, "DELETE", `/proposals/${body.proposal.id}`);
    await call(owner, "DELETE", `/${b}`);
    const move = (await history()).find(({ kind }) => kind === "moved");
    expect(move?.moves?.told).toMatchObject([{ contact: { _id: b, isActive: false }, from: 2, to: 1 }]);
  });

  it("lists the first five of many, and their number", async () => {
    const ids: string[] = [];
    for (let place = 0; place < 8; place += 1) {
      ids.push((await added({ type: "email", value: `desk${place}@example.com` }))._id);
    }
    await call(owner, "PUT", "/order", { ids: ids.toReversed() });
    const [change] = await history();
    expect([change?.moves?.count, change?.moves?.told.length]).toEqual([7, 5]);
  });
});

it("undoes each change once", async () => {
  for (const hidden of [true, false, true]) await call(owner, "PUT", "/hidden", { hidden });
  expect((await call(owner, "POST", "/history/2/undo")).status).toBe(409);
  expect((await call(owner, "POST", "/history/1/undo")).status).toBe(200);
  await call(owner, "PUT", "/hidden", { hidden: true });
  expect((await call(owner, "POST", "/history/1/undo")).status).toBe(409);
});

describe("an alarm", () => {
  it("is shown to the team, blocks changes, and ends when an owner restores the last good list", async () => {
    const channel = await added();
    await desk.db.updateTable("channel_book").set({ version: 99 }).execute();
    await desk.services.channels.poll();
    expect((await state(agent)).alarm).toMatchObject({ message: expect.stringContaining("changed") });
    expect((await call(owner, "DELETE", `/${channel._id}`)).status).toBe(409);
    expect(await shown()).toEqual([telegram.value]);
    expect((await call(owner, "POST", "/restore")).status).toBe(200);
    expect((await state(agent)).alarm).toBeNull();
    expect((await call(owner, "DELETE", `/${channel._id}`)).status).toBe(200);
    expect((await call(owner, "POST", "/restore")).status).toBe(409);
  });

  it("does not block hiding all channels, which ends it", async () => {
    await added();
    await desk.db.updateTable("channel_book").set({ version: 99 }).execute();
    await desk.services.channels.poll();
    expect((await call(agent, "PUT", "/hidden", { hidden: true })).status).toBe(403);
    expect((await call(owner, "PUT", "/hidden", { hidden: true })).status).toBe(200);
    expect(await shown()).toEqual([]);
    expect(await state(agent)).toMatchObject({ alarm: null, hidden: { by: desk.member.email } });
  });
});

describe("undoing while changes wait for a second owner", () => {
  const undo = async (number: number, cookie = owner) => (await call(cookie, "POST", `/history/${number}/undo`)).status;
  const newest = async () => (await history())[0]?.number ?? 0;
  /** Publishes an edit that the second owner approves. */
  async function publish(): Promise<number> {
    const { _id } = await added();
    await desk.services.channels.setRule({ kind: "approval" }, null);
    const proposed = (await call<{ proposal: { id: string } }>(owner, "PUT", `/${_id}`, moved)).body;
    expect((await call(second, "POST", `/proposals/${proposed.proposal.id}/approve`)).status).toBe(200);
    expect(await shown()).toEqual([moved.value]);
    return newest();
  }

  it("needs a step-up, waits like any change, and is told, where it restores what an owner has replaced", async () => {
    const edit = await publish();
    const settings = await desk.services.settings.view();
    await desk.services.settings.save(
      { ...settings, webhook: { url: "https://hooks.example.com/x" } },
      settings.version,
    );
    desk.clock.advance({ minutes: 10 });
    expect(await undo(edit)).toBe(403);
    const fresh = `session=${(await desk.services.sessions.start(desk.member)).token}`;
    expect(await undo(edit, fresh)).toBe(202);
    expect(await shown()).toEqual([moved.value]);
    const outbox = await desk.db.selectFrom("outbox").select("payload").where("kind", "=", "channel-change").execute();
    expect(outbox).toHaveLength(1);
    const [proposal] = (await state()).proposals;
    const { token } = await desk.services.sessions.start({ id: "second", email: "second@example.com", role: "owner" });
    expect((await call(`session=${token}`, "POST", `/proposals/${proposal?.id}/approve`)).status).toBe(200);
    expect(await shown()).toEqual([telegram.value]);
  });

  it.each<[string, Method, object | undefined]>([
    ["switched off", "PATCH", { isActive: false }],
    ["deleted", "DELETE", undefined],
  ])("waits where it shows again what an owner has %s; undoing an addition does not", async (_what, method, body) => {
    const { _id } = await added();
    await call(owner, method, `/${_id}`, body);
    const removal = await newest();
    const other = await added(moved);
    const addition = await newest();
    await desk.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    expect(await undo(removal)).toBe(202);
    expect(await undo(addition)).toBe(200);
    expect(await shown()).not.toContain(telegram.value);
    expect(other.value).toBe(moved.value);
    desk.clock.advance({ minutes: 60 });
    expect(await shown()).toEqual([telegram.value]);
  });

  it("is delayed if it restores a schedule or a weaker rule", async () => {
    const { _id } = await added();
    const schedule = (await call<{ id: string }>(owner, "POST", `/${_id}/schedules`, later({ value: moved.value })))
      .body;
    expect((await call(owner, "DELETE", `/schedules/${schedule.id}`)).status).toBe(200);
    const unscheduled = await newest();
    await desk.services.channels.setRule({ kind: "approval" }, null);
    expect(await undo(await newest())).toBe(202);
    expect(await undo(unscheduled)).toBe(202);
  });
});
