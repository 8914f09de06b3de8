import { startPostgres } from "../src/server/store/postgres/testing-server.ts";
import { postgresVariable } from "./store.ts";

/** One PostgreSQL for all journeys of a run; each server that they start has a database of its own. Gives what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  // The workers inherit it.
  process.env[postgresVariable] = url;
  return stop;
}
