import { randomBytes } from "node:crypto";
import { newReference } from "#domain/reference.ts";
import { openStore } from "#server/store/store.ts";
import { createGenerator } from "../bench/generator.ts";

/** Fills a new store with so many made-up inquiries, which wait for no message to go out. */
export async function fill(dataDir: string, inquiries: number): Promise<void> {
  const store = await openStore({ dataDir });
  const generate = createGenerator(1);
  const now = Date.now();
  for (let done = 0; done < inquiries; done += 1000) {
    const group = Array.from({ length: Math.min(1000, inquiries - done) }, (_, index) => {
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
      return store.inquiries.insert(inquiry, [], now);
    });
    await Promise.all(group);
  }
  await store.close();
}
