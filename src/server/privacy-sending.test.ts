import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resendDays } from "#domain/inquiries/inquiry.ts";
import { newSite, policyText } from "#web/public/legal/testing.ts";
import { goodInquiry } from "./testing-api.ts";
import { createNetworkKeys } from "./lib/network.ts";
import { createTestApp, type TestApp } from "./testing.ts";

/** The privacy page's claims about sending; the other claims are tested in `privacy.test.ts`. */
let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const address = "203.0.113.98";
const key = "7b0a2c3e-5f6d-4a1b-8c9d-0e1f2a3b4c5d";

/** Fails if the privacy policy no longer says this: a promise and its test change together. */
function expectPromise(sentence: string): void {
  expect(policyText(test.config.site, newSite)).toContain(sentence);
}

function send(more: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return test.app.inject({
    method: "POST",
    url: "/api/contact-inquiries",
    payload: { ...goodInquiry, ...more },
    headers,
    remoteAddress: address,
  });
}

describe("If you send us an inquiry", () => {
  it(
    "For 8 days we keep its reference with one-way codes (hashes) of that key and of what you typed, " +
      "even if you erase your message.",
    async () => {
      expectPromise(
        "For 8 days we keep its reference with one-way codes (hashes) of that key and of what you typed, " +
          "even if you erase your message.",
      );
      expectPromise(
        "Sending twice: so that a message which is sent twice arrives once, your browser gives it a random key.",
      );
      const responses = [await send({}, { "idempotency-key": key }), await send({}, { "idempotency-key": key })];
      const [first, again] = responses.map((response) => response.json<{ reference: string; receipt: string }>());
      expect(again).toEqual(first);
      expect((await test.dump()).inquiry).toHaveLength(1);
      const receiptKey = new URLSearchParams(first?.receipt.split("?")[1]).get("key") ?? "";
      expect(await test.services.inquiries.eraseByReceipt(receiptKey)).toBe(true);
      const kept = await test.dump();
      expect(kept.inquiry).toEqual([]);
      expect(kept.submission).toEqual([
        {
          key_hash: expect.stringMatching(/^[\w-]{43}$/),
          body_hash: expect.stringMatching(/^[\w-]{43}$/),
          reference: first?.reference,
          created_at: test.clock.now(),
        },
      ]);
      for (const secret of [key, receiptKey, ...Object.values(goodInquiry)]) {
        expect(JSON.stringify(kept)).not.toContain(secret);
      }
      test.clock.advance({ days: resendDays + 1 });
      await test.services.cleanUp.run();
      expect((await test.dump()).submission).toHaveLength(1);
      test.clock.advance({ seconds: 1 });
      await test.services.cleanUp.run();
      expect((await test.dump()).submission).toEqual([]);
    },
  );

  it(
    "the form sends back when it was opened, signed by us, and has a field that people do " +
      "not see. Neither is kept.",
    async () => {
      expectPromise(
        "the form sends back when it was opened, signed by us, and has a field that people do not see. Neither is " +
          "kept: a message that looks automated is set aside for our team to look at.",
      );
      const { formTime } = (await test.app.inject("/api/contact-inquiries/form-time")).json<{ formTime: string }>();
      const before = await test.dump();
      const homepage = "https://program.example.com/";
      expect((await send({ formTime, homepage })).statusCode).toBe(201);
      const after = await test.dump();
      expect(after.inquiry).toMatchObject([{ ...goodInquiry, status: "suspected" }]);
      for (const said of [formTime, homepage]) expect(JSON.stringify(after)).not.toContain(said);
      expect(Object.keys(after)).toEqual(Object.keys(before));
    },
  );

  it("counted for each network, only in the server's memory, under a one-way code (hash) whose key changes every day.", async () => {
    expectPromise(
      "messages and requests are counted for each network, only in the server's memory, under a one-way code " +
        "(hash) whose key changes every day.",
    );
    for (let sent = 0; sent < 3; sent++) await send();
    expect(JSON.stringify(await test.dump())).not.toContain(address);

    const network = createNetworkKeys({ now: test.clock.now, changed: () => undefined });
    const today = network(address);
    expect(today).toMatch(/^[\w-]{43}$/);
    expect(network(address)).toBe(today);
    // Keys of another server, or after a restart, cannot be linked to it.
    expect(createNetworkKeys({ now: test.clock.now, changed: () => undefined })(address)).not.toBe(today);
    test.clock.advance({ days: 1 });
    expect(network(address)).not.toBe(today);
  });

  it("While too many come in, your browser may have to do a calculation first, which says nothing about you.", async () => {
    expectPromise(
      "While too many come in, your browser may have to do a calculation first, which says nothing about you.",
    );
    await test.close();
    test = await createTestApp({ env: { LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "1" } });
    await send();
    const asked = [await send(), await send()].map((response) => response.json<{ challenge?: unknown }>().challenge);
    expect(asked[1]).toMatchObject({ parameters: { algorithm: "PBKDF2/SHA-256" } });
    const said = JSON.stringify(asked);
    for (const secret of [address, ...Object.values(goodInquiry)]) expect(said).not.toContain(secret);
  });
});

describe("Our team's sign-in", () => {
  it(
    "an append-only log. It names inquiries by their random numbers, and contains nothing that a visitor typed and " +
      "no visitor's address.",
    async () => {
      expectPromise(
        "What our team does here is written into an append-only log. It names inquiries by their random numbers, " +
          "and contains nothing that a visitor typed and no visitor's address.",
      );
      await test.signIn();
      await send();
      const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
      const guess = { email: "visitor@example.com", password: "a guess" };
      await test.app.inject({ method: "POST", url: "/api/session", payload: guess, remoteAddress: address });
      await test.services.audit.record({ kind: "inquiry-erased", by: test.member, about: { inquiry: id } });
      await test.services.inquiries.eraseByEmail(goodInquiry.email);
      const { audit_entry: entries = [] } = await test.dump();
      expect(entries.length).toBeGreaterThan(0);
      const log = JSON.stringify(entries);
      expect(log).toContain(id);
      for (const secret of [address, ...Object.values(goodInquiry)]) expect(log).not.toContain(secret);
      await expect(test.db.deleteFrom("audit_entry").execute()).rejects.toThrow(/./);
      expect((await test.dump()).audit_entry).toEqual(entries);
    },
  );
});
