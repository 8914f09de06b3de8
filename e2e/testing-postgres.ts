import { startPostgres } from "../src/server/store/postgres/testing-server.ts";
import { postgresVariable } from "./store.ts";

/** One PostgreSQL for all journeys of a run, with a database for each server. Returns its shutdown. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  // The workers inherit it.
  process.env[postgresVariable] = url;
  return stop;
}
