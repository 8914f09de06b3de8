import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { goodInquiry } from "../testing-api.ts";
import { newInquiry, openTestStore } from "./testing.ts";

export type SearchTest = Awaited<ReturnType<typeof openSearchTest>>;

/** Test helper: opens a store, and returns a function that adds an inquiry with these fields. */
export async function openSearchTest() {
  const test = await openTestStore();
  return {
    ...test,
    async receive(fields: Partial<Inquiry> = {}, change: Parameters<typeof newInquiry>[1] = {}) {
      const inquiry = newInquiry({ ...goodInquiry, ...fields }, change);
      await test.store.inquiries.insert(inquiry, [], 1);
      return inquiry;
    },
  };
}
