import { randomBytes } from "node:crypto";
import { newReference } from "#domain/reference.ts";
import type { Store } from "#server/store/store.ts";
import { createGenerator } from "./generator.ts";

/** Inquiries that share a transaction. */
const together = 5000;

/**
 * Fills a new store with so many made-up inquiries, the same for the same `seed`, which wait for no message to go out. `receivedAt`
 * says when each came, in milliseconds since 1970; `tell` is told how many are in before each transaction.
 */
export async function fill(
  store: Pick<Store, "inquiries">,
  count: number,
  how: { seed: number; receivedAt: (number: number) => number; tell?: (done: number) => void },
): Promise<void> {
  const generate = createGenerator(how.seed);
  for (let done = 0; done < count; done += together) {
    how.tell?.(done);
    const group = Array.from({ length: Math.min(together, count - done) }, (_, index) => {
      const { fields, status } = generate();
      const number = done + index;
      const inquiry = {
        id: `inquiry-${number}`,
        reference: `${newReference(randomBytes)}-${number}`,
        receiptHash: `receipt-${number}`,
        status,
        phoneKey: fields.phone.replaceAll(" ", ""),
        kind: "message" as const,
        reported: "",
        fields,
      };
      return store.inquiries.insert(inquiry, [], how.receivedAt(number));
    });
    await Promise.all(group);
  }
}
