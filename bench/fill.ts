import { randomBytes, randomUUID } from "node:crypto";
import { newReference } from "#domain/inquiries/inquiry.ts";
import type { NewInquiry } from "#server/inquiries/inquiry-queries.ts";
import type { Store } from "#server/open-store.ts";
import { createGenerator } from "./generator.ts";

/** Inquiries per transaction. */
const batchSize = 5000;

/**
 * Made-up inquiries by number, which must be requested in order. The same `seed` gives the same inquiries, except for
 * ids, references and receipts.
 */
export function inquiriesFrom(seed: number): (number: number) => NewInquiry {
  const generate = createGenerator(seed);
  return (number) => {
    const { fields, status } = generate();
    return {
      // Random ids, as visitors have them: each is in another page of the index.
      id: randomUUID(),
      reference: `${newReference(randomBytes)}-${number}`,
      receiptHash: randomBytes(32).toString("base64url"),
      status,
      phoneKey: fields.phone.replaceAll(" ", ""),
      kind: "message",
      reported: "",
      fields,
    };
  };
}

/**
 * Fills a new store with made-up inquiries, the same for the same `seed`, without pending notifications. `receivedAt`
 * gives each arrival in milliseconds since 1970; `progress` gets the count before each transaction.
 */
export async function fill(
  store: Pick<Store, "inquiries">,
  count: number,
  options: { seed: number; receivedAt: (number: number) => number; progress?: (done: number) => void },
): Promise<void> {
  const inquiry = inquiriesFrom(options.seed);
  for (let done = 0; done < count; done += batchSize) {
    options.progress?.(done);
    const group = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) =>
      store.inquiries.insert(inquiry(done + index), [], options.receivedAt(done + index)),
    );
    await Promise.all(group);
  }
}
