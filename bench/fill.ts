import { randomBytes } from "node:crypto";
import { newReference } from "#domain/reference.ts";
import type { NewInquiry } from "#server/store/inquiries.ts";
import type { Store } from "#server/store/store.ts";
import { createGenerator } from "./generator.ts";

/** Inquiries that share a transaction. */
const together = 5000;

/** Made-up inquiries by their numbers, which are asked for in turn; the same for the same `seed`, but for their references. */
export function inquiriesFrom(seed: number): (number: number) => NewInquiry {
  const generate = createGenerator(seed);
  return (number) => {
    const { fields, status } = generate();
    return {
      id: `inquiry-${number}`,
      reference: `${newReference(randomBytes)}-${number}`,
      receiptHash: `receipt-${number}`,
      status,
      phoneKey: fields.phone.replaceAll(" ", ""),
      kind: "message",
      reported: "",
      fields,
    };
  };
}

/**
 * Fills a new store with so many made-up inquiries, the same for the same `seed`, which wait for no message to go out. `receivedAt`
 * says when each came, in milliseconds since 1970; `tell` is told how many are in before each transaction.
 */
export async function fill(
  store: Pick<Store, "inquiries">,
  count: number,
  how: { seed: number; receivedAt: (number: number) => number; tell?: (done: number) => void },
): Promise<void> {
  const inquiry = inquiriesFrom(how.seed);
  for (let done = 0; done < count; done += together) {
    how.tell?.(done);
    const group = Array.from({ length: Math.min(together, count - done) }, (_, index) =>
      store.inquiries.insert(inquiry(done + index), [], how.receivedAt(done + index)),
    );
    await Promise.all(group);
  }
}
