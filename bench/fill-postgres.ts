import type { Client } from "pg";
import { gramsOf, searchedText } from "#server/store/search-text.ts";
import { numbered } from "#server/store/postgres/search.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { inquiriesFrom } from "./fill.ts";

/** Rows per statement. */
const batchSize = 2000;

/**
 * Fills the empty tables with the inquiries of `fill`, many rows per statement, and builds the search index last: one
 * by one, a million rows take longer than all measurements.
 */
export async function fillPostgres(
  url: string,
  count: number,
  options: { seed: number; receivedAt: (number: number) => number; progress: (done: number) => void },
): Promise<void> {
  const inquiry = inquiriesFrom(options.seed);
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'inquiry_gram_grams'",
    );
    await client.query("drop index inquiry_gram_grams");
    for (let done = 0; done < count; done += batchSize) {
      options.progress(done);
      await insert(client, inquiry, {
        from: done,
        to: Math.min(done + batchSize, count),
        receivedAt: options.receivedAt,
      });
    }
    await client.query("select setval(pg_get_serial_sequence('inquiry', 'number'), $1)", [count]);
    await client.query("insert into inquiry_count select status, count(*) from inquiry group by status");
    await client.query(rows[0]?.indexdef ?? "");
    await client.query("vacuum analyze");
  });
}

async function insert(
  client: Client,
  inquiry: ReturnType<typeof inquiriesFrom>,
  { from, to, receivedAt }: { from: number; to: number; receivedAt: (number: number) => number },
): Promise<void> {
  const made = Array.from({ length: to - from }, (_, index) => ({
    number: from + index + 1,
    ...inquiry(from + index),
  }));
  const columns = {
    number: ["bigint", made.map(({ number }) => number)],
    id: ["text", made.map(({ id }) => id)],
    name: ["text", made.map(({ fields }) => fields.name)],
    phone: ["text", made.map(({ fields }) => fields.phone)],
    email: ["text", made.map(({ fields }) => fields.email)],
    city: ["text", made.map(({ fields }) => fields.city)],
    query: ["text", made.map(({ fields }) => fields.query)],
    created_at: ["bigint", made.map(({ number }) => receivedAt(number - 1))],
    reference: ["text", made.map(({ reference }) => reference)],
    status: ["text", made.map(({ status }) => status)],
    phone_key: ["text", made.map(({ phoneKey }) => phoneKey)],
    email_key: ["text", made.map(({ fields }) => fields.email.toLowerCase())],
    receipt_hash: ["text", made.map(({ receiptHash }) => receiptHash)],
  } as const;
  const places = Object.values(columns).map(([type], index) => `$${index + 1}::${type}[]`);
  await client.query(
    `insert into inquiry (${Object.keys(columns).join(", ")}) select * from unnest(${places.join(", ")})`,
    Object.values(columns).map(([, values]) => values),
  );
  const grams = made.map((one) => `{${numbered(gramsOf(searchedText({ ...one, texts: [] }))).join(",")}}`);
  await client.query(
    "insert into inquiry_gram select number, grams::integer[] from unnest($1::bigint[], $2::text[]) as made " +
      "(number, grams)",
    [columns.number[1], grams],
  );
}
