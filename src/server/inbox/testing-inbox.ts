import type { InboxPage, InquirySummary } from "#contract/inbox/inbox.ts";
import { createTestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

export type InboxTest = Awaited<ReturnType<typeof createInboxTest>>;

/** Test helper for the inbox's orders: starts an app with an owner, which visitors write to hour by hour. */
export async function createInboxTest() {
  const test = await createTestApp();
  const cookie = await test.signIn();

  const list = async (query: string): Promise<InboxPage> =>
    (await test.app.inject({ url: `/api/contact-inquiries?${query}`, headers: { cookie } })).json();

  async function row(name: string): Promise<InquirySummary> {
    const found = (await list("search=genuine&limit=200")).inquiries.find((inquiry) => inquiry.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  }

  return {
    ...test,
    cookie,
    list,
    row,
    names: async (query: string) => (await list(query)).inquiries.map(({ name }) => name),

    /** Receives an inquiry, an hour after the one before; returns the key to its private page. */
    async receive(name: string): Promise<string> {
      test.clock.advance({ hours: 1 });
      return (await test.services.inquiries.submit({ ...goodInquiry, name })).receiptKey;
    },

    async change(name: string, change: object) {
      const { id, version } = await row(name);
      return test.services.inbox.change(id, version, change, test.member);
    },

    async answer(receiptKey: string, minutes = 60): Promise<void> {
      test.clock.advance({ minutes });
      const options = { idempotencyKey: undefined, isSuspected: false };
      await test.services.conversations.answer(receiptKey, "It is still not here.", options);
    },
  };
}
