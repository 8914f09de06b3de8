import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gramsOf, searchedText } from "#server/store/search-text.ts";
import { numbered } from "#server/store/postgres/search.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { percentile } from "../figures.ts";
import { inquiriesFrom } from "../fill.ts";
import type { LoopResult } from "../intake/loops.ts";
import { connections, type Sending } from "../intake/senders.ts";
import type { Workplace } from "../server/workplace.ts";

const texts = 2000;

/** Inserts the rows of an inquiry in one transaction, from texts that are already there. */
const script = `
\\set n random(1, ${texts})
with source as (
  select *, gen_random_uuid()::text as id, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
  from bench_source where n = :n
), kept as (
  insert into inquiry (id, name, phone, email, city, query, created_at, reference, phone_key, email_key, receipt_hash)
  select id, name, phone, email, city, query, now, id, phone, email, id from source returning number, id, created_at
), indexed as (
  insert into inquiry_gram select number, grams from kept, source
), keyed as (
  insert into submission (key_hash, body_hash, reference, created_at) select id, id, id, now from source
), counted as (
  insert into inquiry_count values ('new', 1)
  on conflict (status) do update set count = inquiry_count.count + 1
)
insert into inbox_change (inquiry_id, kind, created_at) select id, 'added', created_at from kept;
`;

/** Inserts inquiries with pgbench as fast as it can, without HTTP and without the program. */
export async function insertByPgbench(
  place: Workplace,
  pgbench: string,
  { url, time }: Pick<Sending, "time"> & { url: string },
): Promise<LoopResult> {
  await makeSource(url);
  const folder = join(place.folder, "pgbench");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "insert.sql");
  const logs = join(folder, "log");
  writeFileSync(file, script);
  const seconds = time.warmUpSeconds + time.seconds;
  const { hostname, port, username, password, pathname } = new URL(url);
  const connectionOptions = ["-h", hostname, "-p", port, "-U", username, pathname.slice(1)];
  const options = ["-n", "-M", "prepared", "-c", String(connections), "-j", "2", "-T", String(seconds), "-f", file];
  const env = ["env", `PGPASSWORD=${password}`];
  await place.run([...env, pgbench, ...options, "-l", `--log-prefix=${logs}`, ...connectionOptions], seconds + 60);
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith("log"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    // Client, number, microseconds, script, and the end time: seconds and microseconds.
    .map((line) => line.split(" ").map(Number))
    .map(([, , taken = 0, , second = 0, micros = 0]) => ({ taken: taken / 1000, at: second + micros / 1e6 }));
  rmSync(folder, { recursive: true });
  const from = lines.reduce((first, { at }) => Math.min(first, at), Infinity) + time.warmUpSeconds;
  const counted = lines.filter(({ at }) => at >= from && at < from + time.seconds).map(({ taken }) => taken);
  return { perSecond: counted.length / time.seconds, p99: percentile(counted, 0.99), responses: lines.length };
}

async function makeSource(url: string): Promise<void> {
  const inquiry = inquiriesFrom(1);
  await onServer(url, async (client) => {
    await client.query("drop table if exists bench_source");
    await client.query(
      "create table bench_source (n int primary key, name text, phone text, email text, city text, query text, " +
        "grams int[])",
    );
    for (let n = 1; n <= texts; n += 1) {
      const made = inquiry(n);
      const { name, phone, email, city, query } = made.fields;
      const grams = numbered(gramsOf(searchedText({ ...made, texts: [] })));
      await client.query("insert into bench_source values ($1, $2, $3, $4, $5, $6, $7)", [
        n,
        name,
        phone,
        email,
        city,
        query,
        grams,
      ]);
    }
    await client.query("analyze bench_source");
  });
}
