import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelHistory, ChannelState } from "#contract/channels/channel-list.ts";
import type { Change, Channel, ChannelList, Proposal } from "#domain/channels/channel-list.ts";
import { unknownChannels } from "#domain/channels/known-channels.ts";
import { note } from "#domain/channels/channel-revision.ts";
import { createTestApp, type TestApp } from "../testing.ts";

/** Written by a newer version: a type and a field that this version does not know. */
const newer = {
  id: "newer",
  type: "newer",
  value: "saffron.01",
  isActive: true,
  proof: "Call +44 7700 900666",
  hours: null,
  verifiedBy: "a newer version",
} as unknown as Channel;
const telegram = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "" } as const;
const phone = { type: "phone", value: "+91 90000 00001", isActive: true, proof: "" } as const;

let desk: TestApp;
let owner: string;
beforeEach(async () => {
  desk = await createTestApp();
  owner = await desk.signIn();
  await desk.services.channels.add(telegram);
  await write((list) => {
    const channels = list.channels.flatMap((channel) => [{ ...channel, colour: "saffron" }, newer]);
    const next = { ...list, channels, since: { ...list.since, newer: 5 }, listVersion: list.listVersion + 1 };
    return note(next, "added", { at: desk.clock.now(), by: null }, { after: [newer], opens: true });
  });
  await desk.services.channels.add(phone);
});
afterEach(() => desk.close());

/** A write by the newer version to the same store. */
async function write(make: (list: ChannelList) => { channelList: ChannelList; change: Change }): Promise<void> {
  expect(await desk.services.signedChannels.change((list) => ({ ...make(list), response: "done" }))).toBe("done");
}

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object) {
  const response = await desk.app.inject({
    method,
    url: path,
    headers: { cookie: owner },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, text: response.body };
}

const history = async () => JSON.parse((await call("GET", "/api/contacts/history")).text) as ChannelHistory;
const list = async () => (await desk.services.channels.channelList()).list;
const ids = async () => (await list()).channels.map(({ type }) => type as string);
const idOf = async (type: string) => (await list()).channels.find((one) => one.type === type)?.id ?? "";

describe("a channel of a type that only a newer version knows", () => {
  it("is left out of every page, file and response, none of which fails", async () => {
    for (const path of [
      "/",
      "/contact",
      "/contact?tab=community",
      "/verify",
      "/contact.vcf",
      "/.well-known/official-channels.json",
      "/api/contacts/active",
      "/api/contacts",
      "/api/contacts/state",
      "/api/contacts/history",
      "/api/contacts/export.json",
    ]) {
      const { status, text } = await call("GET", path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain("saffron.01");
    }
    for (const text of ["saffron.01", "https://t.me/saffron_example", "+91 90000 00001"]) {
      expect((await call("POST", "/api/verify", { text })).status).toBe(200);
    }
    expect((await desk.services.channels.active()).channels.map(({ type }) => type)).toEqual(["telegram", "phone"]);
    expect((await desk.services.channels.poll(true)).alarm).toBeNull();
  });

  it("keeps its value and place when members change others", async () => {
    const before = JSON.stringify(unknownChannels(await list()));
    const file = { format: "front-desk-channels", version: 1, channels: [{ ...phone, proof: "Daily" }] };
    const version = async () => (await list()).listVersion;
    const [first, last] = [await idOf("telegram"), await idOf("phone")];
    const steps = [
      async () => call("PATCH", `/api/contacts/${first}`, { proof: "Match notes" }),
      async () => call("PUT", "/api/contacts/order", { ids: [last, first] }),
      async () => call("PUT", "/api/contacts/order", { ids: [first, last] }),
      async () => call("POST", "/api/contacts", { ...telegram, value: "@saffron_more" }),
      async () => call("PUT", "/api/contacts/hidden", { hidden: true }),
      async () => call("PUT", "/api/contacts/hidden", { hidden: false }),
      async () =>
        call("POST", `/api/contacts/import`, { file, dryRun: false, removeOthers: true, version: await version() }),
      async () => call("POST", "/api/contacts/history/10/undo"),
    ];
    for (const step of steps) {
      expect((await step()).status).toBeLessThan(202);
      expect(JSON.stringify(unknownChannels(await list()))).toBe(before);
    }
    expect((await list()).since["newer"]).toBe(5);
    // Its position, and the field that this version does not know.
    expect(await ids()).toEqual(["telegram", "newer", "phone", "telegram"]);
    expect((await list()).channels[0]).toMatchObject({ proof: "Match notes", colour: "saffron" });
    expect((await desk.services.channels.poll(true)).alarm).toBeNull();
  });

  it("cannot be changed here, with a clear message", async () => {
    const before = await list();
    for (const [method, path, payload] of [
      ["PATCH", "/newer", { isActive: false }],
      ["PUT", "/newer", telegram],
      ["DELETE", "/newer", undefined],
      ["POST", "/newer/schedules", { fields: { value: "x" }, from: "2027-01-01T00:00:00Z" }],
      ["POST", "/history/2/undo", undefined],
    ] as const) {
      const { status, text } = await call(method, `/api/contacts${path}`, payload);
      expect([path, status, text]).toEqual([path, 409, expect.stringContaining("newer version")]);
    }
    expect(await list()).toEqual(before);
    const { changes } = await history();
    expect(changes.find(({ number }) => number === 2)).toMatchObject({
      after: [],
      canUndo: false,
      isChangedSince: false,
    });
  });
});

it("unknown proposals and changes of a newer version stay pending, without errors", async () => {
  await write((channelList) => {
    const proposal = {
      id: "p",
      command: { kind: "rename" },
      before: [],
      after: [],
      by: null,
      at: desk.clock.now(),
      publishAt: desk.clock.now() + 1000,
    } as unknown as Proposal;
    const next = { ...channelList, proposals: [proposal] };
    return note(next, "renamed" as Change["kind"], { at: desk.clock.now(), by: null }, { opens: true });
  });
  desk.clock.advance({ minutes: 1 });
  await desk.services.channels.poll();
  expect((await call("GET", "/contact")).status).toBe(200);
  expect((JSON.parse((await call("GET", "/api/contacts/state")).text) as ChannelState).proposals).toEqual([]);
  expect((await history()).changes).toHaveLength(3);
  expect((await call("POST", "/api/contacts/proposals/p/approve")).status).not.toBe(500);
  expect((await list()).proposals).toHaveLength(1);
});
