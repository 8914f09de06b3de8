import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContactInput } from "#contract/contact.ts";
import { createTestSigning, type TestSigning } from "../signing/testing.ts";
import { openTestStore } from "../store/testing.ts";
import { createContacts } from "./contacts.ts";
import { createSealedBook } from "./sealed-book.ts";
import { createClock } from "./testing.ts";

const telegram: ContactInput = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "" };
const whatsapp: ContactInput = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" };

let dir: string;
let signing: TestSigning;
let store: Awaited<ReturnType<typeof openTestStore>>;
const clock = createClock();
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-book-"));
  signing = await createTestSigning();
  store = await openTestStore(join(dir, "store.sqlite"));
});
afterEach(async () => {
  await store.store.close();
  rmSync(dir, { recursive: true });
});

/** A program on the store, as after a start; several can stand on the same one. */
function start(keys = signing) {
  const book = createSealedBook({
    store: store.store.channelBook,
    signing: keys,
    messagesFor: () => Promise.resolve([]),
    told: () => undefined,
    now: clock.now,
  });
  const contacts = createContacts({
    book,
    countOwners: () => Promise.resolve(1),
    limits: { most: 500 },
    now: clock.now,
  });
  const values = async () => (await contacts.active()).contacts.map(({ value }) => value);
  return { ...contacts, values };
}

const raw = (statement: string) => sql.raw(statement).execute(store.db);
const good = [telegram.value, whatsapp.value];

/** A store with two channels and a history. */
async function filled() {
  const desk = start();
  await desk.add(telegram);
  await desk.add(whatsapp);
  return desk;
}

describe("a good book", () => {
  it("is there again after a start", async () => {
    await filled();
    const again = start();
    expect((await again.look(true)).alarm).toBeNull();
    expect(await again.values()).toEqual(good);
  });

  it("is begun empty, once, by whoever comes first", async () => {
    const looks = await Promise.all([start().look(), start().look(), start().look()]);
    expect(looks.map(({ alarm, book }) => [alarm, book.version, book.channels])).toEqual(
      Array.from({ length: 3 }, () => [null, 1, []]),
    );
  });

  it("takes the channels of a store from before it was sealed, once", async () => {
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

  it("keeps every change of several programs that write at the same time", async () => {
    const desks = [await filled(), start(), start()];
    const proofs = ["one", "two", "three"];
    await Promise.all(
      desks.map((desk, index) =>
        desk.add({ type: "email", value: `desk${index}@example.com`, isActive: true, proof: proofs[index] ?? "" }),
      ),
    );
    const { alarm, book } = await start().look(true);
    expect(alarm).toBeNull();
    expect(book.channels.map(({ proof }) => proof).toSorted()).toEqual(["", "", ...proofs].toSorted());
    expect(await desks[0]?.history()).toHaveLength(5);
  });

  it("changed by another program is seen at the next look", async () => {
    const desk = await filled();
    const other = start();
    await other.setHidden(true, null);
    expect(await desk.values()).toEqual(good);
    await desk.look();
    expect(await desk.values()).toEqual([]);
  });

  it("is not written by a visit, nor by a look that finds nothing due", async () => {
    const desk = await filled();
    const before = await store.dump();
    await desk.values();
    await desk.look(true);
    await start().look(true);
    expect(await store.dump()).toEqual(before);
  });

  it("whose schedule has come while nobody could write shows it all the same, and is written at the next look", async () => {
    const desk = await filled();
    const [first] = await desk.list();
    const from = clock.now() + 60_000;
    await desk.schedule(first?._id ?? "", { fields: { value: "https://t.me/new_example" }, from, until: null }, null);
    clock.advance({ minutes: 2 });
    expect(await desk.values()).toEqual(["https://t.me/new_example", whatsapp.value]);
    expect(await desk.history()).toHaveLength(3);
    await desk.look();
    expect((await desk.history()).at(-1)).toMatchObject({ kind: "began", at: from });
    expect(await start().values()).toEqual(["https://t.me/new_example", whatsapp.value]);
  });

  it("is signed anew with a new key, and the old seal still holds until then", async () => {
    await filled();
    await signing.rotate();
    const desk = start();
    expect((await desk.look()).alarm).toBeNull();
    await desk.sealAgain();
    expect((await start().look(true)).alarm).toBeNull();
    expect(await start().values()).toEqual(good);
  });
});

describe("a book changed behind our back", () => {
  const forged = `(select json_set(sealed, '$.payload', substr(json_extract(sealed, '$.payload'), 1, 40) || 'A' ||
    substr(json_extract(sealed, '$.payload'), 42)) from channel_book)`;
  const tampering: Array<[string, () => Promise<unknown>]> = [
    ["in its text", () => raw(`update channel_book set sealed = ${forged}`)],
    ["in its version", () => raw("update channel_book set version = version + 1")],
    ["to no JSON", () => raw("update channel_book set sealed = 'x' || sealed")],
    ["in white space alone", () => raw("update channel_book set sealed = sealed || ' '")],
    ["to nothing", () => raw("delete from channel_book")],
    [
      "to channels that nobody has sealed",
      async () => {
        await raw("delete from channel_book");
        await raw(
          `insert into unsealed_channels values ('[{"id":"x","type":"telegram","value":"https://t.me/thief","isActive":true,"proof":"","since":1}]')`,
        );
      },
    ],
    [
      "to that of another key",
      async () => {
        const thief = await openTestStore();
        const book = createSealedBook({
          store: thief.store.channelBook,
          signing: await createTestSigning(),
          messagesFor: () => Promise.resolve([]),
          told: () => undefined,
          now: clock.now,
        });
        const desk = createContacts({
          book,
          countOwners: () => Promise.resolve(1),
          limits: { most: 9 },
          now: clock.now,
        });
        for (let count = 0; count < 9; count += 1) {
          await desk.add({ ...telegram, value: `https://t.me/thief${count}` });
        }
        const row = await thief.store.channelBook.read();
        await thief.store.close();
        await store.db
          .updateTable("channel_book")
          .set(row ?? {})
          .execute();
      },
    ],
  ];

  it.each(tampering)(
    "%s is found; the last good one is shown, by a running program and after a start",
    async (_what, tamper) => {
      const desk = await filled();
      await tamper();
      for (const one of [desk, start()]) {
        const { alarm } = await one.look();
        expect(alarm).toEqual({ since: clock.now(), message: expect.stringMatching(/store|history/) });
        expect(await one.values()).toEqual(good);
        expect(await one.add(telegram)).toEqual({ outcome: "refused", reason: "alarm" });
      }
    },
  );

  it("to an older one of ours is found", async () => {
    const desk = await filled();
    const older = await store.store.channelBook.read();
    const [first] = await desk.list();
    await desk.remove(first?._id ?? "");
    await store.db
      .updateTable("channel_book")
      .set(older ?? {})
      .execute();
    for (const one of [desk, start()]) {
      expect((await one.look()).alarm?.message).toContain("older");
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
      expect((await one.look(true)).alarm?.message).toContain("history");
      expect(await one.history()).toEqual([]);
      expect(await one.values()).toEqual(good);
    }
  });

  it("is put back by an owner, and the history goes on", async () => {
    const desk = await filled();
    await raw("update channel_book set version = version + 7");
    await desk.look();
    expect(await desk.restore({ id: "asha", email: "asha@example.com" })).toBe(true);
    for (const one of [desk, start()]) {
      expect((await one.look(true)).alarm).toBeNull();
      expect(await one.values()).toEqual(good);
      expect((await one.history()).map(({ kind }) => kind)).toEqual(["added", "added", "restored"]);
    }
    expect(await desk.restore(null)).toBe(false);
  });

  it("in its history begins that anew when it is put back", async () => {
    const desk = await filled();
    await raw(`update channel_change set entry = replace(entry, 'saffron', 'thief')`);
    await desk.look(true);
    expect(await desk.restore(null)).toBe(true);
    const again = start();
    expect((await again.look(true)).alarm).toBeNull();
    expect((await again.history()).map(({ kind, number }) => [kind, number])).toEqual([["restored", 3]]);
    await again.add({ type: "email", value: "desk@example.com", isActive: true, proof: "" });
    expect((await start().look(true)).alarm).toBeNull();
  });

  it("shows nothing where there is no good one", async () => {
    await filled();
    const stranger = start(await createTestSigning());
    expect((await stranger.look()).alarm).not.toBeNull();
    expect(await stranger.values()).toEqual([]);
  });
});
