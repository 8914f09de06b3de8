import { DatabaseSync } from "node:sqlite";
import { openStore } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { defineRowSum } from "#server/store/integrity/table-checksums.ts";
import { now, serveInbox } from "./api.ts";

const day = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** `timeFirstReport`, several times. */
export async function timesOfFirstReport(dataDir: string, runs: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < runs) times.push(await timeFirstReport(dataDir));
  return times;
}

/**
 * How many ms the first report on the last year takes, which sums up the whole store: as after an import, or in a store
 * whose sums were never asked for.
 */
async function timeFirstReport(dataDir: string): Promise<number> {
  const database = new DatabaseSync(sqliteFile(dataDir));
  defineRowSum(database);
  database.exec("delete from report_sum; delete from setting where name = 'report position'");
  database.close();
  const store = await openStore({ dataDir });
  const { app, headers } = await serveInbox(store, dataDir);
  const started = performance.now();
  const query = { from: dateOf(now - 364 * day), to: dateOf(now) };
  const { statusCode, body } = await app.inject({ url: "/api/reports", query, headers });
  const taken = performance.now() - started;
  await app.close();
  await store.close();
  if (statusCode !== 200) throw new Error(body);
  return taken;
}
