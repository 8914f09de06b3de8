import { foldText } from "#domain/search/fold.ts";
import { gramsOf } from "#server/store/search-text.ts";
import { numbered } from "#server/store/postgres/search.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { type Kept, type KeptRow, keptQueries } from "../lib/check.ts";
import { markIn } from "../lib/ledger.ts";
import type { Delivered, Receiver } from "../lib/receiver.ts";
import { sleep } from "../lib/server.ts";

/** All content of a PostgreSQL, read from one snapshot. */
export async function readPostgres(url: string): Promise<Kept> {
  return onServer(url, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const all = async <Row extends object>(query: string, values: unknown[] = []) =>
      (await client.query<Row>(query, values)).rows;
    const rows = (
      await all<{ number: string } & Omit<KeptRow, "number">>(
        "select number, id, reference, query from inquiry order by number",
      )
    ).map((row) => ({ ...row, number: Number(row.number) }));
    const indexed = new Set<number>();
    for (const { number, query } of rows) {
      const mark = markIn(query);
      if (mark === undefined) continue;
      const grams = numbered(gramsOf(foldText(mark)));
      const asked = "select 1 from inquiry_gram where number = $1 and grams @> $2::integer[]";
      if ((await all(asked, [number, grams])).length === 1) indexed.add(number);
    }
    const perInquiry = await all<{ id: string; n: string }>(
      "select inquiry_id as id, count(*) as n from outbox where kind = 'inquiry' group by inquiry_id",
    );
    const messages = new Map(perInquiry.map(({ id, n }) => [id, Number(n)]));
    const count = async (query: string) => Number((await all<{ n: string }>(query))[0]?.n);
    const counts = await all<{ status: string; kept: string; counted: string }>(keptQueries.wrongCounts);
    return {
      rows,
      total: await count(keptQueries.total),
      isIndexed: (number) => indexed.has(number),
      messagesOf: (id) => messages.get(id) ?? 0,
      // Its load has no files.
      hasFile: () => false,
      wrongCounts: counts.map(({ status, kept, counted }) => ({
        status,
        kept: Number(kept),
        counted: Number(counted),
      })),
      strays: await count(keptQueries.strays),
      problems: [],
    };
  });
}

/** The claims of killed instances are due again after two minutes; this skips the wait. */
export async function letClaimsPass(url: string): Promise<void> {
  await onServer(url, (client) => client.query("update outbox set next_at = next_at - 120000 where state = 'waiting'"));
}

/** Resolves when the outbox is empty, or after three minutes. */
export async function untilDelivered(url: string): Promise<void> {
  const deadline = performance.now() + 180_000;
  await onServer(url, async (client) => {
    const waiting = "select 1 from outbox where state <> 'delivered' limit 1";
    while (((await client.query(waiting)).rowCount ?? 0) > 0 && performance.now() < deadline) await sleep(100);
  });
}

/** Compares the store's notifications with what the receiver got: no more and no fewer. */
export async function compareDelivered(url: string, receiver: Receiver): Promise<Delivered> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ id: string }>("select id from outbox where channel = 'webhook'"),
  );
  return receiver.compare(rows.map(({ id }) => id));
}
