import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../open-store.ts";
import { sqliteFile } from "./open-database.ts";
import { checkIntegrity } from "./integrity/integrity-check.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-staging-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it(
  "tables that are made again under a running server, over what another program has put there, fit their sums and go " +
    "on doing so",
  async () => {
    const store = await openStore({ dataDir: folder });
    const channelList = (version: number) => ({ version, envelope: `list ${version}` });
    const entry = (number: number) => ({ number, entry: `change ${number}` });
    await store.channelList.replace(null, channelList(1), [entry(1)], [], 1);
    const other = new DatabaseSync(sqliteFile(folder));
    other.exec("alter table channel_book rename to real_book; create view channel_book as select * from real_book");
    other.close();
    const options = { messages: [], now: 1 };
    await store.channelList.overwrite(channelList(2), { ...options, entries: [entry(1), entry(2)] });
    expect(await store.channelList.replace(channelList(2), channelList(3), [entry(3)], [], 1)).toBe(true);
    // Runs again, over intact tables.
    await store.channelList.overwrite(channelList(4), { ...options, entries: [entry(4)] });
    expect(await store.channelList.replace(channelList(4), channelList(5), [entry(5)], [], 1)).toBe(true);
    expect(await store.channelList.read()).toEqual(channelList(5));
    expect(await store.channelList.entries()).toEqual([entry(4), entry(5)]);
    await store.close();
    const { problems, rows } = checkIntegrity(sqliteFile(folder));
    expect(problems).toEqual([]);
    expect(rows).toMatchObject({ channel_book: 1, channel_change: 2, set_aside_2_channel_change: 3 });
  },
);
