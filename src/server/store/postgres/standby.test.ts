import { afterAll, beforeAll, expect, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import { openStore, type Store } from "../../open-store.ts";
import { newInquiry } from "../testing.ts";
import { onServer, startPostgres } from "./testing-server.ts";

/** A separate server, since these settings affect all of it. */
let server: Awaited<ReturnType<typeof startPostgres>>;
let store: Store;
beforeAll(async () => {
  server = await startPostgres();
  store = await openStore({ dataDir: "", database: { url: `${server.url}/postgres`, connections: 4 } });
}, 60_000);
afterAll(async () => {
  await store.close();
  await server.stop();
});

const ask = (statement: string) => onServer(`${server.url}/postgres`, (client) => client.query(statement));

async function waitFor(standby: string): Promise<void> {
  await ask(`alter system set synchronous_standby_names = '${standby}'`);
  await ask("select pg_reload_conf()");
  await expect
    .poll(async () => (await ask("show synchronous_standby_names")).rows)
    .toEqual([{ synchronous_standby_names: standby }]);
}

it("a commit whose wait for the standby was cancelled is not treated as durable", async () => {
  await waitFor("one_that_is_away");
  const inserted = store.inquiries.insert(newInquiry(goodInquiry), [], Date.now()).then(
    () => "kept",
    (error: unknown) => error,
  );
  const waiting = "from pg_stat_activity where wait_event = 'SyncRep'";
  await expect.poll(async () => (await ask(`select pid ${waiting}`)).rowCount, { timeout: 10_000 }).toBe(1);
  await ask(`select pg_cancel_backend(pid) ${waiting}`);
  expect(await inserted).toBeInstanceOf(StoreUnavailableError);
  await waitFor("");
  expect(await store.inquiries.insert(newInquiry(goodInquiry), [], Date.now())).toBe("kept");
});
