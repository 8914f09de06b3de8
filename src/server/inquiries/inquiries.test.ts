import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.signIn();
});
afterEach(() => test.close());

const count = () => test.store.inquiries.count();

/** Sends an inquiry and returns its id. */
async function send(): Promise<string> {
  await test.services.inquiries.submit(goodInquiry);
  const { inquiries } = await test.services.inbox.list({}, { limit: 1 }, test.member.id);
  return inquiries[0]?.id ?? "";
}

/** Advances to the last instant of the retention, and checks that the next one erases. */
async function expectKeptFor(days: number): Promise<void> {
  test.clock.advance({ days });
  await test.services.retention.run();
  expect(await count()).toBe(1);
  test.clock.advance({ seconds: 1 });
  await test.services.retention.run();
  expect(await count()).toBe(0);
}

describe("an inquiry that is not closed", () => {
  const change = (id: string, version: number, status: "closed" | "new") =>
    test.services.inbox.change(id, version, { status }, test.member);

  it("is kept for a year after it was sent", async () => {
    await send();
    await expectKeptFor(365);
  });

  it("is kept for a year after it was opened again", async () => {
    const id = await send();
    test.clock.advance({ days: 300 });
    await change(id, 1, "closed");
    test.clock.advance({ days: 100 });
    await change(id, 2, "new");
    await expectKeptFor(365);
  });

  it("is kept for a year after the last note", async () => {
    const id = await send();
    test.clock.advance({ days: 364 });
    await test.services.inbox.addNote(id, "Still waits for the bank", test.member.id);
    await expectKeptFor(365);
  });

  it("is kept for no less than one that is closed", async () => {
    const { version } = await test.services.settings.view();
    const settings = { acknowledge: false, says: "reference", mail: null, webhook: null, telegram: null } as const;
    await test.services.settings.save({ ...settings, retentionDays: 700 }, version);
    await send();
    await expectKeptFor(700);
  });
});
