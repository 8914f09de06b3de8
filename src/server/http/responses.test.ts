import type { TeamChannel } from "#contract/channels/channel.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FilesUnavailableError, StoreUnavailableError } from "../store/store-unavailable.ts";
import {
  type ApiTest,
  createApiTest,
  exampleCall as call,
  exampleCalls,
  goodChannel,
  goodInquiry,
  storedInquiry,
  goodPassword,
  named,
} from "../testing-api.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let api: ApiTest;
beforeEach(async () => {
  api = await createApiTest();
});
afterEach(() => api.close());

/** Returns the tables that `run` changed. */
async function changes(run: () => Promise<unknown>): Promise<string[]> {
  const before = await api.dump();
  await run();
  const after = await api.dump();
  return Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
}

/** A channel as visitors get it. */
function active(channel: TeamChannel | undefined) {
  const { hours: _hours, ...rest } = channel ?? { hours: null };
  return { ...rest, availability: null };
}

describe("GET /api/contacts/active", () => {
  it("returns the active channels to anyone, and nothing else", async () => {
    const response = await api.send(call("GET /api/contacts/active"), { cookie: undefined });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ contacts: [active(api.contacts[0])], hidden: false });
  });

  it("shows a change immediately", async () => {
    const get = call("GET /api/contacts/active");
    await api.send(get);
    await api.services.channels.change({ id: api.known.ids[1] ?? "", fields: { isActive: true } });
    expect((await api.send(get)).json().contacts).toHaveLength(2);
  });

  it("leaves out a channel that opens nothing safe, however it came into the list", async () => {
    const input = { type: "telegram", isActive: true, proof: "" } as const;
    await api.services.channels.add({ ...input, value: "https://t.me.evil.example/x" });
    const response = await api.send(call("GET /api/contacts/active"));
    expect(response.json()).toEqual({ contacts: [active(api.contacts[0])], hidden: false });
  });
});

describe("POST /api/contact-inquiries", () => {
  it("stores the inquiry and returns the message of the success toast", async () => {
    const response = await api.send(call("POST /api/contact-inquiries"), { cookie: undefined });
    expect(response.statusCode).toBe(201);
    const [, stored] = (await api.dump()).inquiry as Array<{ reference: string; receipt_hash: string }>;
    const { receipt, ...rest } = response.json();
    const message = { message: api.config.site.words.inquiryAccepted, code: "accepted.inquiry", params: {} };
    expect(rest).toEqual({ ...message, reference: stored?.reference });
    expect(receipt).toMatch(/^\/receipt\?key=[\w-]{43}$/);
    expect(JSON.stringify(await api.dump())).not.toContain(receipt.split("=")[1]);
    const { inquiry } = await api.dump();
    expect(inquiry?.slice(1)).toEqual([storedInquiry(goodInquiry, api.clock.now())]);
  });

  it("keeps what was typed, trimmed, and nothing that was sent beside it", async () => {
    const payload = { ...goodInquiry, name: "  मीरा उदाहरण \n", _id: "chosen", created_at: 1, status: "done" };
    await api.send(call("POST /api/contact-inquiries"), { payload });
    const { inquiry } = await api.dump();
    expect(inquiry?.slice(1)).toEqual([storedInquiry({ ...goodInquiry, name: "मीरा उदाहरण" }, api.clock.now())]);
  });

  it("changes nothing but the inquiries", async () => {
    expect(await changes(() => api.send(call("POST /api/contact-inquiries")))).toEqual([
      "inbox_change",
      "inquiry",
      "inquiry_count",
      "inquiry_gram_data",
      "inquiry_gram_idx",
    ]);
  });
});

describe("the team's list", () => {
  it("GET /api/contacts returns all contacts in their order", async () => {
    const response = await api.send(call("GET /api/contacts"));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ contacts: api.contacts, version: expect.any(Number) });
  });

  it("POST /api/contacts adds a contact at the end, with an unguessable id", async () => {
    const response = await api.send(call("POST /api/contacts"));
    expect(response.statusCode).toBe(201);
    const channel = { _id: expect.stringMatching(uuidV4), ...goodChannel, hours: null };
    expect(response.json()).toEqual(channel);
    expect(await api.services.channels.list()).toEqual([...api.contacts, channel]);
  });

  it.each([
    ["isActive missing", {}, { isActive: true, proof: "" }],
    ["proof null", { isActive: false, proof: null }, { isActive: false, proof: "" }],
  ])("POST /api/contacts takes %s", async (_case, given, kept) => {
    const response = await api.send(call("POST /api/contacts"), {
      payload: { type: "email", value: " help@example.com ", ...given },
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ type: "email", value: "help@example.com", ...kept });
  });

  it("POST /api/contacts refuses one more than LIMIT_CONTACTS", async () => {
    await api.close();
    api = await createApiTest({ env: { LIMIT_CONTACTS: "2" } });
    const before = await api.dump();
    const response = await api.send(call("POST /api/contacts"));
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toContain("The list is full");
    expect(await api.dump()).toEqual(before);
  });

  it("PUT /api/contacts/{id} replaces a contact and keeps its id and place", async () => {
    const response = await api.send(call("PUT /api/contacts/{id}"));
    expect(response.statusCode).toBe(200);
    const replaced = { _id: api.known.ids[0], ...goodChannel, hours: null };
    expect(response.json()).toEqual(replaced);
    expect(await api.services.channels.list()).toEqual([replaced, api.contacts[1]]);
  });

  it("PATCH /api/contacts/{id} switches a contact and changes nothing else of it", async () => {
    const response = await api.send(call("PATCH /api/contacts/{id}"));
    expect(response.statusCode).toBe(200);
    const switched = { ...api.contacts[0], isActive: false };
    expect(response.json()).toEqual(switched);
    expect(await api.services.channels.list()).toEqual([switched, api.contacts[1]]);
  });

  it("PUT /api/contacts/order puts the list in a new order, which visitors see too", async () => {
    await api.services.channels.change({ id: api.known.ids[1] ?? "", fields: { isActive: true } });
    const response = await api.send(call("PUT /api/contacts/order"));
    expect(response.statusCode).toBe(200);
    const ids = api.known.ids.toReversed();
    expect(response.json().contacts.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
    const shown = await api.send(call("GET /api/contacts/active"));
    expect(shown.json().contacts.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  });

  it.each([
    ["one missing", (ids: string[]) => ids.slice(1)],
    ["one too many", (ids: string[]) => [...ids, "another"]],
    ["one twice", (ids: string[]) => [ids[0], ids[0]]],
    ["all, and one of them twice", (ids: string[]) => [...ids, ids[0]]],
    ["one unknown", (ids: string[]) => [ids[0], "another"]],
    ["none", () => []],
  ])("PUT /api/contacts/order refuses a list with %s", async (_case, ids) => {
    const before = await api.dump();
    const response = await api.send(call("PUT /api/contacts/order"), { payload: { ids: ids(api.known.ids) } });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toContain("The list has changed");
    expect(await api.dump()).toEqual(before);
  });

  it("DELETE /api/contacts/{id} deletes a contact", async () => {
    const response = await api.send(call("DELETE /api/contacts/{id}"));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ message: "Contact deleted successfully" });
    expect(await api.services.channels.list()).toEqual([api.contacts[1]]);
  });

  it.each(named(exampleCalls.filter(({ path }) => path.startsWith("/api/contacts/{id}"))))(
    "%s responds 404 where the contact is gone",
    async (_name, gone) => {
      const before = await api.dump();
      for (const id of ["7b0a2c3e-0000-4000-8000-000000000000", "x".repeat(2000), "%27%20or%201=1"]) {
        const response = await api.send(gone, { url: gone.path.replace("{id}", id) });
        expect(response.statusCode).toBe(404);
        expect(response.headers["content-type"]).toBe("application/problem+json");
        expect(response.json().message).toBe("This contact is no longer there. Please reload the list.");
      }
      expect(await api.dump()).toEqual(before);
    },
  );
});

describe("what cannot be stored", () => {
  it.each([
    ["the store is away", new StoreUnavailableError("away", new Error("away")), "5"],
    [
      "only the place of its files is, where it may be sent without them",
      new FilesUnavailableError(new Error("x")),
      null,
    ],
  ])("is to be sent again if %s: %j", async (_what, error, seconds) => {
    vi.spyOn(api.services.inquiries, "submit").mockRejectedValue(error);
    const response = await api.send(call("POST /api/contact-inquiries"), { cookie: undefined });
    expect([response.statusCode, response.headers["retry-after"] ?? null]).toEqual([503, seconds]);
  });
});

describe("the session", () => {
  it("GET /api/session says who is signed in", async () => {
    const response = await api.send(call("GET /api/session"));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ member: api.member, mustSetUp: false });
  });

  it("DELETE /api/session ends it", async () => {
    const response = await api.send(call("DELETE /api/session"));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ message: "You are signed out." });
    expect((await api.send(call("GET /api/session"))).statusCode).toBe(401);
  });

  it("POST /api/password sets a password, and POST /api/session signs in with it", async () => {
    const set = await api.send(call("POST /api/password"), { cookie: undefined });
    expect(set.statusCode).toBe(200);
    expect(set.json()).toEqual({ member: api.member, mustSetUp: false });
    const signedIn = await api.send(call("POST /api/session"), { cookie: undefined });
    expect(signedIn.statusCode).toBe(200);
    expect(signedIn.json()).toEqual({ member: api.member, mustSetUp: false });
    const wrong = await api.send(call("POST /api/session"), {
      payload: { email: "owner@example.com", password: `${goodPassword}.` },
    });
    expect(wrong.statusCode).toBe(401);
  });
});
