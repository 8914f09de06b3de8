import { DatabaseSync } from "node:sqlite";
import { openStore } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { defineRowSum } from "#server/store/integrity/table-checksums.ts";
import { now, serveInbox } from "./api.ts";

const day = 86_400_000;
export const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Every twentieth inquiry has an answer: in a store of a million, as many as a report still counts exactly. */
export const addReplies = `insert into inquiry_entry (id, inquiry_id, kind, way, text, created_at)
  select 'reply-' || number, id, 'reply', 'page', 'Paid out.', created_at + (number * 7919 % 10007) * 30011
  from inquiry where number % 20 = 0 and not exists (select 1 from inquiry_entry) order by number`;

/** Statements that delete the sums. */
export const forgetSums = ["delete from report_sum", "delete from setting where name = 'report position'"];

/** Durations in ms. */
export interface ReportTimes {
  /** Summing up the whole store: as the first clean-up of one whose sums were never made does. */
  summingUp: number[];
  /** The first report after that. */
  first: number[];
}

/** Both times, several times. */
export async function timesOfFirstReport(dataDir: string, runs: number): Promise<ReportTimes> {
  const times: ReportTimes = { summingUp: [], first: [] };
  while (times.first.length < runs) await timeFirstReport(dataDir, times);
  return times;
}

async function timeFirstReport(dataDir: string, times: ReportTimes): Promise<void> {
  const database = new DatabaseSync(sqliteFile(dataDir));
  defineRowSum(database);
  for (const statement of [addReplies, ...forgetSums]) database.exec(statement);
  database.close();
  const store = await openStore({ dataDir });
  const { app, services, headers } = await serveInbox(store, dataDir);
  const started = performance.now();
  await services.reports.sumUp();
  const summedUp = performance.now();
  const query = { from: dateOf(now - 364 * day), to: dateOf(now) };
  const { statusCode, body } = await app.inject({ url: "/api/reports", query, headers });
  times.summingUp.push(summedUp - started);
  times.first.push(performance.now() - summedUp);
  await app.close();
  await store.close();
  if (statusCode !== 200) throw new Error(body);
}
