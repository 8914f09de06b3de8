import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const cities = ["Jaipur", "Udaipur"];

/**
 * A submission with its key and fields, or the erasure of its inquiry; `waits`: open submissions finish before the next
 * step.
 */
const step = fc.record({
  key: fc.nat({ max: 2 }),
  city: fc.nat({ max: 1 }),
  waits: fc.boolean(),
  what: fc.constantFrom("submit", "submit", "submit", "erase", "other"),
});

it("makes one inquiry per key, whatever is sent simultaneously, again or with other fields", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      run += 1;
      const keyOf = (key: number) => `run-${run}-of-the-property-${key}`;
      const { inquiries } = test.services;
      const before = await test.store.inquiries.count();
      const responses: Array<{ key: number; city: number; response: Awaited<ReturnType<typeof submit>> }> = [];
      const submit = (key: number, city: number) =>
        inquiries.submit({ ...goodInquiry, city: cities[city] ?? "" }, { key: keyOf(key), isSuspected: false });
      const erased = new Set<number>();
      let others = 0;
      let open: Array<Promise<unknown>> = [];
      for (const { key, city, waits, what } of steps) {
        if (what === "other") {
          others += 1;
          open.push(inquiries.submit(goodInquiry));
        } else if (what === "submit") {
          open.push(submit(key, city).then((response) => responses.push({ key, city, response })));
        } else {
          await Promise.all(open);
          const made = responses.find((each) => each.key === key && each.response.outcome === "accepted");
          if (made?.response.outcome === "accepted" && !erased.has(key)) {
            expect(await inquiries.eraseByReceipt(made.response.receiptKey)).toBe(true);
            erased.add(key);
          }
        }
        if (waits) await Promise.all(open.splice(0));
      }
      await Promise.all(open);
      open = [];

      const used = new Set(responses.map(({ key }) => key));
      expect((await test.store.inquiries.count()) - before).toBe(used.size - erased.size + others);
      for (const key of used) {
        const accepted = responses.filter((each) => each.key === key && each.response.outcome === "accepted");
        // One response, for one set of fields; all others were rejected.
        expect(new Set(accepted.map(({ response }) => JSON.stringify(response))).size).toBe(1);
        const [first] = accepted;
        for (const { key: other, city, response } of responses) {
          if (other === key) expect(response.outcome).toBe(city === first?.city ? "accepted" : "other fields");
        }
        if (first?.response.outcome === "accepted" && !erased.has(key)) {
          const kept = await inquiries.findByReceipt(first.response.receiptKey);
          expect(kept).toMatchObject({ reference: first.response.reference, fields: { city: cities[first.city] } });
        }
      }
    }),
    { numRuns: 60 },
  );
});
