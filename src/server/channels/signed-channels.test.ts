import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelInput } from "#contract/channels/channel.ts";
import { inEnglish } from "#copy/server/render.ts";
import type { Signing } from "../signing/signing.ts";
import { createTestSigning, type TestSigning } from "../signing/testing.ts";
import { isOnSqlite, openTestStore } from "../store/testing.ts";
import { createChannels } from "./channels.ts";
import { createAudit } from "../audit/audit.ts";
import type { StoredChannelList } from "./channel-queries.ts";
import { createDescriptions } from "./descriptions.ts";
import { createSignedChannels } from "./signed-channels.ts";
import { createClock } from "../testing-clock.ts";

const telegram: ChannelInput = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "" };
const whatsapp: ChannelInput = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" };

let dir: string;
let signing: TestSigning;
let store: Awaited<ReturnType<typeof openTestStore>>;
const clock = createClock();
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-channels-"));
  signing = await createTestSigning();
  store = await openTestStore(join(dir, "store.sqlite"));
});
afterEach(async () => {
  await store.store.close();
  rmSync(dir, { recursive: true });
});

/** A program on the store, as after a start; several can share one. */
function start(keys: Signing = signing, listStore = store.store.channelList, auditStore = store.store.audit) {
  const channelList = createSignedChannels({
    store: listStore,
    signing: keys,
    messagesFor: () => Promise.resolve([]),
    audit: createAudit({ store: auditStore, signing: keys, now: clock.now }),
    outbox: { wake: () => undefined },
    changed: () => undefined,
    now: clock.now,
  });
  const channels = createChannels({
    readNumber: () => null,
    channelList,
    descriptions: createDescriptions({ country: () => "IN", site: () => "https://desk.example.com" }),
    owners: {
      list: () => Promise.resolve([{ id: "owner", ownerSince: null }]),
      since: () => Promise.resolve(null),
      areOne: () => Promise.resolve(false),
    },
    limits: { max: 500 },
    now: clock.now,
  });
  const values = async () => (await channels.active()).channels.map(({ value }) => value);
  return { ...channels, unverified: () => channelList.unverified(), trust: channelList.trust, values };
}

/** Returns signing with the same keys, and another behaviour of the list beside the store. */
const signingWith = (lastList: Partial<Signing["lastList"]>): Signing => ({
  ...signing,
  lastList: { ...signing.lastList, ...lastList },
});

/** Returns the columns of a row that is written without the checks of `replace`. */
const columnsOf = (list: StoredChannelList | null) =>
  list === null ? {} : { version: list.version, sealed: list.envelope };

const raw = (statement: string) => sql.raw(statement).execute(store.db);
const good = [telegram.value, whatsapp.value];

/** A store with two channels and a history. */
async function filled() {
  const desk = start();
  await desk.add(telegram);
  await desk.add(whatsapp);
  return desk;
}

describe("an intact list", () => {
  it("is loaded after a restart", async () => {
    await filled();
    const again = start();
    expect((await again.poll(true)).alarm).toBeNull();
    expect(await again.values()).toEqual(good);
  });

  it("is created empty, once, by the first program", async () => {
    const polls = await Promise.all([start().poll(), start().poll(), start().poll()]);
    expect(polls.map(({ alarm, channelList }) => [alarm, channelList.version, channelList.channels])).toEqual(
      Array.from({ length: 3 }, () => [null, 1, []]),
    );
  });

  it("adopts the channels of an unsigned store, once", async () => {
    const old = [
      { id: "a", ...telegram, since: 5 },
      { id: "b", ...whatsapp, isActive: false, since: 6 },
    ];
    await store.db
      .insertInto("unsealed_channels")
      .values({ channels: JSON.stringify(old) })
      .execute();
    const desk = start();
    expect((await desk.list()).map(({ _id, value, isActive }) => [_id, value, isActive])).toEqual([
      ["a", telegram.value, true],
      ["b", whatsapp.value, false],
    ]);
    await desk.remove("a");
    expect((await desk.official()).retired).toMatchObject([{ value: telegram.value, from: 5, until: clock.now() }]);
    expect((await start().list()).map(({ _id }) => _id)).toEqual(["b"]);
  });

  it("keeps every change of several programs that write simultaneously", async () => {
    const desks = [await filled(), start(), start()];
    const proofs = ["one", "two", "three"];
    await Promise.all(
      desks.map((desk, index) =>
        desk.add({ type: "email", value: `desk${index}@example.com`, isActive: true, proof: proofs[index] ?? "" }),
      ),
    );
    const { alarm, channelList } = await start().poll(true);
    expect(alarm).toBeNull();
    expect(channelList.channels.map(({ proof }) => proof).toSorted()).toEqual(["", "", ...proofs].toSorted());
    expect(await desks[0]?.history()).toHaveLength(5);
  });

  it("changed by another program is seen at the next poll", async () => {
    const desk = await filled();
    const other = start();
    await other.setHidden(true, null);
    expect(await desk.values()).toEqual(good);
    await desk.poll();
    expect(await desk.values()).toEqual([]);
  });

  it("is not written by a visit, nor by a poll without due changes", async () => {
    const desk = await filled();
    const before = await store.dump();
    await desk.values();
    await desk.poll(true);
    await start().poll(true);
    expect(await store.dump()).toEqual(before);
  });

  it("applies a due schedule while the store is read-only, and writes it later", async () => {
    const desk = await filled();
    const [first] = await desk.list();
    const from = clock.now() + 60_000;
    await desk.schedule(first?._id ?? "", { fields: { value: "https://t.me/new_example" }, from, until: null }, null);
    clock.advance({ minutes: 2 });
    expect(await desk.values()).toEqual(["https://t.me/new_example", whatsapp.value]);
    expect(await desk.history()).toHaveLength(3);
    await desk.poll();
    expect((await desk.history()).at(-1)).toMatchObject({ kind: "began", at: from });
    expect(await start().values()).toEqual(["https://t.me/new_example", whatsapp.value]);
  });

  it("is signed again after a key rotation; the old signature is valid until then", async () => {
    await filled();
    await signing.rotate();
    const desk = start();
    expect((await desk.poll()).alarm).toBeNull();
    await desk.signAgain();
    expect((await start().poll(true)).alarm).toBeNull();
    expect(await start().values()).toEqual(good);
  });
});

describe("a list changed outside this program", () => {
  async function forge(): Promise<void> {
    const { sealed } = await store.db.selectFrom("channel_book").select("sealed").executeTakeFirstOrThrow();
    const { payload, ...rest }: { payload: string } = JSON.parse(sealed);
    const forged = `${payload.slice(0, 40)}A${payload.slice(41)}`;
    await store.db
      .updateTable("channel_book")
      .set({ sealed: JSON.stringify({ ...rest, payload: forged }) })
      .execute();
  }
  const tampering: Array<[string, () => Promise<unknown>]> = [
    ["in its text", forge],
    ["in its version", () => raw("update channel_book set version = version + 1")],
    ["to no JSON", () => raw("update channel_book set sealed = 'x' || sealed")],
    ["in white space alone", () => raw("update channel_book set sealed = sealed || ' '")],
    ["to nothing", () => raw("delete from channel_book")],
    [
      "to unsigned channels",
      async () => {
        await raw("delete from channel_book");
        await raw(
          "insert into unsealed_channels values " +
            `('[{"id":"x","type":"telegram","value":"https://t.me/thief","isActive":true,"proof":"","since":1}]')`,
        );
      },
    ],
    [
      "to that of another key",
      async () => {
        const thief = await openTestStore();
        const desk = start(await createTestSigning(), thief.store.channelList, thief.store.audit);
        for (let count = 0; count < 9; count += 1) {
          await desk.add({ ...telegram, value: `https://t.me/thief${count}` });
        }
        const row = await thief.store.channelList.read();
        await thief.store.close();
        await store.db.updateTable("channel_book").set(columnsOf(row)).execute();
      },
    ],
  ];

  it.each(tampering)(
    "%s is found; the last good one is shown, by a running program and after a start",
    async (_what, tamper) => {
      const desk = await filled();
      await tamper();
      for (const one of [desk, start()]) {
        const { alarm } = await one.poll();
        expect(alarm).toEqual({ since: clock.now(), message: expect.stringContaining('"code":"channels-alarm.') });
        expect(await one.values()).toEqual(good);
        expect(await one.add(telegram)).toEqual({ outcome: "refused", reason: "alarm" });
      }
    },
  );

  it("to an older one of ours is detected", async () => {
    const desk = await filled();
    const older = await store.store.channelList.read();
    const [first] = await desk.list();
    await desk.remove(first?._id ?? "");
    await store.db.updateTable("channel_book").set(columnsOf(older)).execute();
    for (const one of [desk, start()]) {
      expect(inEnglish((await one.poll()).alarm?.message ?? "")).toContain("older");
      expect(await one.values()).toEqual([whatsapp.value]);
    }
  });

  it.each([
    ["changed", `update channel_change set entry = replace(entry, 'saffron', 'thief') where number = 1`],
    ["taken out at the end", "delete from channel_change where number = 2"],
    ["taken out at the start", "delete from channel_change where number = 1"],
    ["added", `insert into channel_change select 3, entry from channel_change where number = 2`],
    ["renumbered", "update channel_change set number = number * 10"],
    ["swapped", `update channel_change set number = case number when 1 then 20 else 10 end`],
  ])("in its history, where an entry was %s, is found, and no history is given", async (_what, statement) => {
    const desk = await filled();
    await raw(statement);
    for (const one of [desk, start()]) {
      expect(inEnglish((await one.poll(true)).alarm?.message ?? "")).toContain("history");
      expect(await one.history()).toEqual([]);
      expect(await one.values()).toEqual(good);
    }
  });

  it("is restored by an owner, and the history continues", async () => {
    const desk = await filled();
    await raw("update channel_book set version = version + 7");
    await desk.poll();
    expect(await desk.restore({ id: "asha", email: "asha@example.com" })).toBe(true);
    for (const one of [desk, start()]) {
      expect((await one.poll(true)).alarm).toBeNull();
      expect(await one.values()).toEqual(good);
      expect((await one.history()).map(({ kind }) => kind)).toEqual(["added", "added", "restored"]);
    }
    expect(await desk.restore(null)).toBe(false);
  });

  it.each([
    ["the list", "update channel_book set version = version + 7", ["added", "added", "restored", "hidden"]],
    ["its history", "delete from channel_change where number = 1", ["restored", "hidden"]],
  ])("holds up no emergency: %s is put back, with all hidden", async (_what, statement, kinds) => {
    const desk = await filled();
    await raw(statement);
    await desk.poll(true);
    const asha = { id: "asha", email: "asha@example.com", role: "owner" as const };
    const actor = { member: asha, hasSteppedUp: false };
    expect(await desk.setHidden(true, actor)).toMatchObject({ outcome: "done" });
    for (const one of [desk, start()]) {
      expect((await one.poll(true)).alarm).toBeNull();
      expect(await one.values()).toEqual([]);
      expect((await one.history()).map(({ kind }) => kind)).toEqual(kinds);
      expect((await one.channelList()).list.hidden?.by?.email).toBe(asha.email);
    }
    expect(await desk.setHidden(false, actor)).toMatchObject({ outcome: "done" });
    expect(await start().values()).toEqual(good);
  });

  it("is not restored, hidden, if there is no good list", async () => {
    await filled();
    const stranger = start(await createTestSigning());
    const before = await store.store.channelList.read();
    expect(await stranger.setHidden(true, null)).toMatchObject({ outcome: "refused", reason: "alarm" });
    expect(await store.store.channelList.read()).toEqual(before);
  });

  it("is not restored by showing all again", async () => {
    const desk = await filled();
    for (const values of [good, []]) {
      await desk.setHidden(values.length === 0, null);
      await raw("update channel_book set version = version + 7");
      await desk.poll();
      expect(await desk.setHidden(false, null)).toMatchObject({ outcome: "refused", reason: "alarm" });
      expect(await desk.values()).toEqual(values);
      await desk.restore(null);
    }
  });

  it("starts a new history when restored", async () => {
    const desk = await filled();
    await raw(`update channel_change set entry = replace(entry, 'saffron', 'thief')`);
    await desk.poll(true);
    expect(await desk.restore(null)).toBe(true);
    const again = start();
    expect((await again.poll(true)).alarm).toBeNull();
    expect((await again.history()).map(({ kind, number }) => [kind, number])).toEqual([["restored", 3]]);
    await again.add({ type: "email", value: "desk@example.com", isActive: true, proof: "" });
    expect((await start().poll(true)).alarm).toBeNull();
  });

  it("shows nothing if there is no good one", async () => {
    await filled();
    const stranger = start(await createTestSigning());
    expect((await stranger.poll()).alarm).not.toBeNull();
    expect(await stranger.values()).toEqual([]);
  });
});

describe("the list beside the store", () => {
  const full = new Error("the disk is full");
  /** A disk that rejects writes while `isFull`. */
  const disk = { isFull: false };
  const onDisk = () =>
    signingWith({
      write: (text) => (disk.isFull ? Promise.reject(full) : signing.lastList.write(text)),
    });
  beforeEach(() => {
    disk.isFull = false;
  });
  const published = async () => (await store.store.channelList.read())?.envelope;

  it("that could not be written is reported at each poll, and written once possible", async () => {
    await filled();
    const desk = start(onDisk());
    const old = await store.store.channelList.read();
    const [first] = await desk.list();
    disk.isFull = true;
    expect(await desk.remove(first?._id ?? "")).toMatchObject({ outcome: "done" });
    for (let count = 0; count < 2; count += 1) {
      expect(await desk.poll()).toMatchObject({ alarm: null, writeFailure: { cause: full } });
    }
    disk.isFull = false;
    expect((await desk.poll()).writeFailure).toBeNull();
    expect(signing.kept.list).toBe(await published());
    // Restores an older row, history included, to be found at the next start.
    await store.db.updateTable("channel_book").set(columnsOf(old)).execute();
    await raw("delete from channel_change where number > 2");
    const again = start();
    expect(inEnglish((await again.poll(true)).alarm?.message ?? "")).toContain("older");
    expect(await again.values()).toEqual([whatsapp.value]);
  });

  it("does not block a start", async () => {
    const desk = await filled();
    const before = signing.kept.list;
    await desk.setHidden(true, null);
    signing.kept.list = before;
    disk.isFull = true;
    const again = start(onDisk());
    expect(await again.poll(true)).toMatchObject({ alarm: null, writeFailure: { cause: full } });
    disk.isFull = false;
    expect((await again.poll()).writeFailure).toBeNull();
    expect(signing.kept.list).toBe(await published());
  });

  it("does not block a restore", async () => {
    await filled();
    await raw("delete from channel_book");
    disk.isFull = true;
    const desk = start(onDisk());
    expect(await desk.restore(null)).toBe(true);
    expect(await desk.poll()).toMatchObject({ alarm: null, writeFailure: { cause: full } });
    expect(await desk.values()).toEqual(good);
  });

  it("that was deleted is rewritten by a full verification", async () => {
    const desk = await filled();
    signing.kept.list = null;
    await desk.poll(true);
    expect(signing.kept.list).toBe(await published());
  });
});

describe("a list that cannot be read", () => {
  it.each([
    ["because its key is another one", () => createTestSigning()],
    ["because something else has written over it", () => Promise.resolve(signing)],
  ])("(%s) no list is begun with unsigned channels", async (why, keysOf) => {
    await filled();
    const keys = await keysOf();
    keys.kept.list = why.includes("key") ? signing.kept.list : "something else";
    await raw("delete from channel_book");
    await raw("delete from channel_change");
    await raw(
      "insert into unsealed_channels values " +
        `('[{"id":"x","type":"telegram","value":"https://t.me/thief","isActive":true,"proof":"","since":1}]')`,
    );
    const desk = start(keys);
    expect(inEnglish((await desk.poll(true)).alarm?.message ?? "")).toContain("deleted");
    expect(await desk.values()).toEqual([]);
    await desk.restore(null);
    keys.kept.list = null;
    await raw("delete from channel_book");
    expect(await start(keys).values()).toEqual([]);
  });
});

describe("another program that writes simultaneously", () => {
  it("raises no alarm about the history", async () => {
    const other = await filled();
    const { channelList } = store.store;
    let writes = 1;
    const desk = start(signing, {
      ...channelList,
      async entries() {
        if (writes-- > 0) await other.setHidden(true, null);
        return channelList.entries();
      },
    });
    expect((await desk.poll(true)).alarm).toBeNull();
    expect(await desk.history()).toHaveLength(3);
  });

  it("raises no alarm about an older list", async () => {
    const other = await filled();
    let writes = 1;
    const desk = start(
      signingWith({
        async read() {
          if (writes-- > 0) await other.setHidden(true, null);
          return signing.lastList.read();
        },
      }),
    );
    expect((await desk.poll()).alarm).toBeNull();
    expect(await desk.values()).toEqual([]);
  });

  it("clears an alarm about the history with the next poll", async () => {
    const desk = await filled();
    await raw("update channel_change set number = number + 5");
    expect((await desk.poll(true)).alarm).not.toBeNull();
    await raw("update channel_change set number = number - 5");
    expect((await desk.poll()).alarm).toBeNull();
    expect(await desk.add({ ...telegram, value: "https://t.me/new_example" })).toMatchObject({ outcome: "done" });
  });
});

describe("a store that cannot be read", () => {
  const schema = async () => {
    const query = isOnSqlite()
      ? sql`select sql from sqlite_master where tbl_name like '%channel%' and tbl_name not like 'set_aside%' order by name`
      : sql`select c.*, pg_get_constraintdef(k.oid) as constraint from pg_constraint k full join (
          select table_name, column_name, data_type, is_nullable from information_schema.columns
        ) c on k.conrelid::regclass::text = c.table_name where table_name like '%channel%' and table_name not like 'set_aside%' order by 1, 2`;
    return (await query.execute(store.db)).rows;
  };

  it.each([
    ["drop table channel_book", "list"],
    ["alter table channel_book rename to other", "list"],
    ["alter table channel_book rename column sealed to other", "list"],
    ["drop table channel_change", "history"],
    ["drop table channel_change; drop table channel_book; drop table unsealed_channels", "list"],
  ])("(%s) is an alarm; visitors see the last good list, and an owner puts it back", async (statements, what) => {
    const desk = await filled();
    const before = await schema();
    for (const statement of statements.split("; ")) await raw(statement);
    for (const one of [desk, start()]) {
      const { alarm } = await one.poll(true);
      expect(inEnglish(alarm?.message ?? "")).toMatch(new RegExp(`The ${what} .* cannot be read`));
      expect(alarm?.cause).toBeInstanceOf(Error);
      expect(await one.values()).toEqual(good);
      expect(await one.add(telegram)).toEqual({ outcome: "refused", reason: "alarm" });
      expect((await one.poll()).alarm).toEqual(alarm);
    }
    await raw("drop table if exists other");
    expect(await desk.restore(null)).toBe(true);
    expect(await schema()).toEqual(before);
    for (const one of [desk, start()]) {
      expect((await one.poll(true)).alarm).toBeNull();
      expect(await one.values()).toEqual(good);
    }
  });

  /** Tampered tables, one statement per line: on both engines, or on one. */
  const viewOf = (name: string, kind = "view") =>
    `alter table ${name} rename to real_one\ncreate ${kind} ${name} as select distinct * from real_one`;
  const odd: Array<[statements: string, only?: "sqlite" | "postgresql"]> = [
    ["drop table channel_book"],
    ["drop table channel_book\ndrop table channel_change\ndrop table unsealed_channels"],
    [viewOf("channel_book")],
    [`${viewOf("channel_book")}\ncreate view more as select * from channel_book`],
    [viewOf("channel_change")],
    [viewOf("unsealed_channels")],
    ["alter table channel_book add column more text not null default 'x'"],
    ["alter table channel_book rename column version to other"],
    ["create table other (id integer references channel_book (id))\ninsert into other values (1)"],
    [
      "drop table channel_book\ncreate table channel_book (id text, version text, sealed text)\ninsert into " +
        "channel_book values ('x', 'y', 'z'), ('x', 'y', 'z')",
    ],
    ["drop table channel_book\ncreate index channel_book on channel_change (entry)"],
    [`${viewOf("channel_book")}\ncreate trigger no instead of update on channel_book begin select 1; end`, "sqlite"],
    [
      "create view broken as select * from " +
        `nowhere\n${viewOf("channel_book").replace(/^/, "pragma legacy_alter_table = 1\n")}\npragma ` +
        "legacy_alter_table = 0",
      "sqlite",
    ],
    ["create trigger no before update on channel_book begin select raise(abort, 'no'); end", "sqlite"],
    ["create trigger no before insert on channel_change begin select raise(ignore); end", "sqlite"],
    [
      "create trigger no after update on channel_book begin update channel_book set version = old.version, sealed " +
        "= old.sealed; end",
      "sqlite",
    ],
    ["drop table channel_book\ncreate virtual table channel_book using fts5(id, version, sealed)", "sqlite"],
    ["create rule no as on update to channel_book do instead nothing", "postgresql"],
    ["create rule no as on insert to channel_change do instead nothing", "postgresql"],
    ["alter table channel_book alter column sealed type bytea using sealed::bytea", "postgresql"],
    [viewOf("channel_book", "materialized view"), "postgresql"],
    ["drop table channel_book\ncreate domain channel_book as text", "postgresql"],
    ["drop table channel_book\ncreate type channel_book as (id integer)", "postgresql"],
    ["drop table channel_book\ncreate sequence channel_book", "postgresql"],
    [
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$\ncreate " +
        "trigger no before update on channel_book for each row execute function refuse()",
      "postgresql",
    ],
  ];

  it.each(odd.filter(([, only]) => only === undefined || (only === "sqlite") === isOnSqlite()))(
    "(%j) holds up no emergency: all are hidden, and the tables take changes again",
    async (statements) => {
      const desk = await filled();
      for (const statement of statements.split("\n")) await raw(statement);
      const asha = { id: "asha", email: "asha@example.com", role: "owner" as const };
      const actor = { member: asha, hasSteppedUp: false };
      expect(await desk.setHidden(true, actor)).toMatchObject({ outcome: "done" });
      for (const one of [desk, start()]) {
        expect((await one.poll(true)).alarm).toBeNull();
        expect(await one.values()).toEqual([]);
        expect((await one.channelList()).list.hidden?.by?.email).toBe(asha.email);
      }
      const audited = (await store.db.selectFrom("audit_entry").select("entry").execute()).map(({ entry }) => entry);
      expect(audited.filter((entry) => entry.includes('"what":"hidden"'))).toHaveLength(1);
      expect(await desk.setHidden(false, actor)).toMatchObject({ outcome: "done" });
      expect(await desk.add({ ...telegram, value: "https://t.me/new_example" })).toMatchObject({ outcome: "done" });
      expect((await start().poll(true)).alarm).toBeNull();
      expect(await start().values()).toEqual([...good, "https://t.me/new_example"]);
    },
  );

  it("keeps the old objects under another name: tables with rows, others as their definition", async () => {
    const desk = await filled();
    const before = await schema();
    await raw("update channel_book set sealed = 'forged'");
    await desk.poll();
    await desk.restore(null);
    await raw("alter table channel_book rename to real_book");
    await raw("create view channel_book as select distinct * from real_book");
    await desk.setHidden(true, null);
    const kept = async (name: string) =>
      JSON.stringify((await sql.raw(`select * from ${name}`).execute(store.db)).rows);
    expect(await kept("set_aside_1_channel_book")).toContain("forged");
    expect(await kept("set_aside_2_channel_book")).toContain(
      isOnSqlite() ? "select distinct * from real_book" : '"version"',
    );
    expect((await desk.history()).map(({ kind }) => kind)).toEqual([
      "added",
      "added",
      "restored",
      "restored",
      "hidden",
    ]);
    expect(await schema()).toEqual(before);
  });

  it("raises the alarm at the next change, before the next poll", async () => {
    const desk = await filled();
    await raw("drop table channel_change");
    expect(await desk.add(telegram)).toEqual({ outcome: "refused", reason: "alarm" });
  });

  it("is not raised for a full disk", async () => {
    await filled();
    const full = new Error("the disk is full");
    const desk = start(signing, { ...store.store.channelList, replace: () => Promise.reject(full) });
    await expect(desk.add(telegram)).rejects.toBe(full);
    expect((await desk.poll()).alarm).toBeNull();
  });

  it("blocks a start if there is no good list", async () => {
    await filled();
    await raw("drop table channel_book");
    signing.kept.list = null;
    await expect(start().poll(true)).rejects.toThrow(/no such table|does not exist/);
  });

  it("is read again once possible", async () => {
    const desk = await filled();
    await raw("alter table channel_book rename to other");
    await desk.poll();
    await raw("alter table other rename to channel_book");
    expect((await desk.poll()).alarm).toBeNull();
    expect(await desk.values()).toEqual(good);
  });
});

describe("a list that an operator has reviewed", () => {
  it("of a lost key is signed with the current key, exactly as shown", async () => {
    const desk = await filled();
    await desk.setHidden(true, null);
    await desk.setRule({ kind: "delay", minutes: 5 }, null);
    const [first] = await desk.list();
    const later = clock.now() + 60_000;
    await desk.schedule(
      first?._id ?? "",
      { fields: { value: "https://t.me/x_example" }, from: later, until: null },
      null,
    );
    const keys = await createTestSigning();
    const found = start(keys);
    expect((await found.poll(true)).alarm).not.toBeNull();
    const list = await found.unverified();
    expect(list).toMatchObject({ isHidden: true, rule: { kind: "delay", minutes: 5 }, channels: [telegram, whatsapp] });
    if (list === null) return;
    await found.trust({ ...list, isHidden: false });
    for (const one of [found, start(keys)]) {
      const { alarm, channelList } = await one.poll(true);
      expect(alarm).toBeNull();
      expect(channelList).toMatchObject({ rule: { kind: "delay", minutes: 5 }, schedules: [], proposals: [] });
      expect(channelList.version).toBeGreaterThan(list.version);
      expect(channelList.listVersion).toBeGreaterThan(list.listVersion);
      expect(await one.values()).toEqual(good);
      expect((await one.history()).map(({ kind, opens }) => [kind, opens])).toEqual([["imported", true]]);
    }
  });

  it("of an older store replaces the newer one, whose values become retired", async () => {
    const desk = await filled();
    const older = await store.store.channelList.read();
    await desk.add({ ...telegram, value: "https://t.me/later_example" });
    await store.db.updateTable("channel_book").set(columnsOf(older)).execute();
    const list = await desk.unverified();
    if (list === null) throw new Error("the older list can be read");
    await desk.trust(list);
    const again = start();
    expect((await again.poll(true)).alarm).toBeNull();
    expect(await again.values()).toEqual(good);
    expect((await again.official()).retired).toMatchObject([{ value: "https://t.me/later_example" }]);
    // The second time, only the signature is left to change.
    await raw("update channel_book set version = 1");
    await again.poll();
    await again.trust(list);
    expect((await start().poll(true)).alarm).toBeNull();
    expect((await start().history()).map(({ kind }) => kind)).toEqual(["restored"]);
  });

  it.each([
    ["is no JSON", "x"],
    ["has no payload", "{}"],
    ["is of no list", JSON.stringify({ payload: Buffer.from("[]").toString("base64url") })],
    [
      "names two channels alike",
      JSON.stringify({
        payload: Buffer.from(
          JSON.stringify({
            version: 1,
            listVersion: 1,
            hidden: null,
            rule: { kind: "none" },
            channels: [1, 2].map(() => ({ id: "x", ...telegram, hours: null })),
          }),
        ).toString("base64url"),
      }),
    ],
  ])("is none where what lies there %s", async (_what, sealed) => {
    const desk = await filled();
    await store.db.updateTable("channel_book").set({ sealed }).execute();
    expect(await desk.unverified()).toBeNull();
  });
});
