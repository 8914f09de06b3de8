import { seededRandom } from "#domain/testing-random.ts";
import type { DatabaseSync } from "node:sqlite";
import type { Signing } from "./signing.ts";

/** A row of the channel list, and one of its history, as in the file. */
export interface ListRow {
  id: number;
  version: number;
  sealed: string;
}
export interface ChangeRow {
  number: number;
  entry: string;
}

/** All channel data in the file at one time. */
export interface Rows {
  channelList: ListRow[];
  changes: ChangeRow[];
}

/** Things that an attacker may have: the file, older copies of it, published data, and another key. */
export interface Hoard {
  now: Rows;
  older: readonly Rows[];
  published: string;
  stranger: Signing;
}

/** Integers from a seed, reproducible. */
export function createRandom(seed: number) {
  const random = seededRandom(seed);
  const int = (below: number) => Math.floor(random() * below);
  return {
    /** Returns an integer from 0 up to, but not including, `below`. */
    int,
    pick<T>(list: readonly T[]): T {
      const found = list[int(list.length)];
      if (found === undefined) throw new Error("there is nothing to pick from");
      return found;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

/** One edit of the file. It may have no effect, for example if it writes the value already there. */
export type Edit = (database: DatabaseSync) => void;

/** A kind of tampering: makes one random edit. */
type Way = (random: Random, hoard: Hoard) => Edit | Promise<Edit>;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The text columns, and how to write one row of them. */
interface Cell {
  text: string;
  write(database: DatabaseSync, bytes: Uint8Array): void;
}

function anyCell(random: Random, { now }: Hoard): Cell {
  const change = random.pick(now.changes);
  const [channelList] = now.channelList;
  if (channelList === undefined) throw new Error("there is no list");
  return random.pick<Cell>([
    sealedCell(channelList),
    {
      text: change.entry,
      write: (database, bytes) =>
        database
          .prepare("update channel_change set entry = cast(? as text) where number = ?")
          .run(bytes, change.number),
    },
  ]);
}

function sealedCell({ sealed }: ListRow): Cell {
  return {
    text: sealed,
    write: (database, bytes) => database.prepare("update channel_book set sealed = cast(? as text)").run(bytes),
  };
}

/** An edit of one row's text. */
function ofText(change: (bytes: Buffer, random: Random) => Uint8Array): Way {
  return (random, hoard) => {
    const cell = anyCell(random, hoard);
    const bytes = change(Buffer.from(cell.text), random);
    return (database) => cell.write(database, bytes);
  };
}

/** An edit of the signed text as JSON that keeps its three members strings. */
function ofSealed(change: (signed: Record<string, string>, random: Random, text: string) => string): Way {
  return (random, { now }) => {
    const [channelList] = now.channelList;
    if (channelList === undefined) throw new Error("there is no list");
    const text = change(JSON.parse(channelList.sealed), random, channelList.sealed);
    return (database) => sealedCell(channelList).write(database, Buffer.from(text));
  };
}

const put = (rows: Partial<Rows>): Edit => {
  const { channelList, changes } = rows;
  return (database) => {
    if (channelList !== undefined) {
      database.exec("delete from channel_book");
      for (const { id, version, sealed } of channelList) {
        database.prepare("insert into channel_book (id, version, sealed) values (?, ?, ?)").run(id, version, sealed);
      }
    }
    if (changes !== undefined) {
      database.exec("delete from channel_change");
      for (const { number, entry } of changes) {
        database.prepare("insert into channel_change (number, entry) values (?, ?)").run(number, entry);
      }
    }
  };
};

const parts = ["payload", "protected", "signature"] as const;
const decode = (text = "") => Buffer.from(text, "base64url").toString();
const encode = (text: string) => Buffer.from(text).toString("base64url");
/** The attacker's number. */
export const thief = "+91 90000 00666";
const robbed = (payload: string) => payload.replaceAll(/\+91 90000 0000\d/g, thief);

/** Every kind of tampering by name. */
export const ways: Record<string, Way> = {
  "a bit of a text flipped": ofText((bytes, random) => {
    const at = random.int(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.int(8)), at);
    return bytes;
  }),
  "a character replaced": ofText((bytes, random) => {
    bytes.write(alphabet.charAt(random.int(alphabet.length)), random.int(bytes.length));
    return bytes;
  }),
  "a character left out": ofText((bytes, random) => {
    const at = random.int(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
  }),
  "a character put in": ofText((bytes, random) => {
    const at = random.int(bytes.length + 1);
    const more = Buffer.from(random.pick(["A", "0", " ", "\n", "=", "\0", "é", "\uFEFF", '"', "}"]));
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  }),
  "something put behind a text": ofText((bytes, random) =>
    Buffer.concat([bytes, Buffer.from(random.pick(["\0", "\0x", " ", "\n", "{}", "\u0000\u0000", ",", "\uFEFF"]))]),
  ),
  "a text cut off": ofText((bytes, random) => bytes.subarray(0, random.int(bytes.length))),
  "two stretches of a text swapped": ofText((bytes, random) => {
    const length = 1 + random.int(Math.floor(bytes.length / 4));
    const [one, two] = [random.int(bytes.length - length), random.int(bytes.length - length)];
    const copy = Buffer.from(bytes);
    bytes.copy(copy, one, two, two + length);
    bytes.copy(copy, two, one, one + length);
    return copy;
  }),
  "a text kept as bytes": (random, hoard) => {
    const change = random.pick(hoard.now.changes);
    return random.pick<Edit>([
      (database) => database.exec("update channel_book set sealed = cast(sealed as blob)"),
      (database) =>
        database.prepare("update channel_change set entry = cast(entry as blob) where number = ?").run(change.number),
    ]);
  },

  "a value changed in the payload, under the old signature": ofSealed((signed) =>
    JSON.stringify({ ...signed, payload: encode(robbed(decode(signed["payload"]))) }),
  ),
  "a member of the list changed, under the old signature": ofSealed((signed, random) => {
    const channelList: Record<string, unknown> = JSON.parse(decode(signed["payload"]));
    channelList[random.pick(Object.keys(channelList))] = random.pick([null, 0, 1e9, "", [], {}]);
    return JSON.stringify({ ...signed, payload: encode(JSON.stringify(channelList)) });
  }),
  "another header": ofSealed((signed, random) => {
    const header = JSON.parse(decode(signed["protected"]));
    const other = random.pick([
      { ...header, alg: "none" },
      { ...header, alg: "HS256" },
      { ...header, kid: `${header.kid}x` },
      { alg: header.alg },
      { kid: header.kid, alg: header.alg },
      { ...header, typ: "x" },
    ]);
    const rest = random.pick([signed, { ...signed, signature: "" }]);
    return JSON.stringify({ ...rest, protected: encode(JSON.stringify(other)) });
  }),
  "two members swapped": ofSealed((signed, random) => {
    const [one, two] = random.pick([
      [parts[0], parts[1]],
      [parts[1], parts[2]],
      [parts[0], parts[2]],
    ] as const);
    return JSON.stringify({ ...signed, [one]: signed[two], [two]: signed[one] });
  }),
  "the same bytes in another spelling of base64": ofSealed((signed, random) => {
    const part = random.pick(parts);
    const text = signed[part] ?? "";
    const last = alphabet.indexOf(text.at(-1) ?? "");
    const spellings = [
      `${text}=`,
      `${text}==`,
      `${text}\n`,
      ` ${text}`,
      text.replaceAll("_", "/").replaceAll("-", "+"),
    ];
    // Decoders may ignore some bits of the last character.
    for (const bit of [1, 2, 3]) spellings.push(text.slice(0, -1) + (alphabet[last ^ bit] ?? ""));
    return JSON.stringify({ ...signed, [part]: random.pick(spellings) });
  }),
  "the same JSON in another spelling": ofSealed((signed, random, text) => {
    const part = random.pick(parts);
    return random.pick([
      ` ${text}`,
      JSON.stringify(signed, null, 2),
      JSON.stringify(Object.fromEntries(Object.entries(signed).toReversed())),
      `{"${part}":"x",${text.slice(1)}`,
      text.replace(part, `\\u00${part.charCodeAt(0).toString(16)}${part.slice(1)}`),
      JSON.stringify({ ...signed, header: {} }),
      JSON.stringify([signed]),
    ]);
  }),
  "a list that is not signed": ofSealed((signed) => robbed(decode(signed["payload"]))),
  "a list signed by another key": async (random, { now, stranger }) => {
    const [channelList] = now.channelList;
    const signed = JSON.parse(channelList?.sealed ?? "");
    const theirs = await stranger.sign(robbed(decode(signed.payload)));
    const sealed = JSON.stringify(random.pick([theirs, { ...theirs, protected: signed.protected }]));
    return put({ channelList: now.channelList.map((row) => ({ ...row, sealed })) });
  },
  "the published list in the place of the list": (_random, { now, published }) =>
    put({ channelList: now.channelList.map((row) => ({ ...row, sealed: published })) }),

  "another version beside the list": (random, { now }) => {
    const version = now.channelList[0]?.version ?? 0;
    const other = random.pick<number | bigint | string>([
      version + 1,
      version - 1,
      0,
      -version,
      version + random.int(1e9) + 1,
      version + 0.5,
      `${version}x`,
      "",
      2n ** 62n,
      1e300,
    ]);
    return (database) => void database.prepare("update channel_book set version = ?").run(other);
  },
  "another id of the list's row": (random) => {
    const id = random.pick([0, -1, 2, 1 + random.int(1e9) + 1]);
    return (database) => void database.prepare("update channel_book set id = ?").run(id);
  },
  "a second row of a list": (random, { now, older }) => {
    const row = random.pick([...now.channelList, ...older.flatMap(({ channelList }) => channelList)]);
    const id = random.pick([-1, 0, 2, 3 + random.int(1e9)]);
    return (database) =>
      void database
        .prepare("insert into channel_book (id, version, sealed) values (?, ?, ?)")
        .run(id, row.version, row.sealed);
  },
  "an older list put back": (random, { older }) => put({ channelList: random.pick(older).channelList }),
  "an older list under the present version": (random, { now, older }) => {
    const [row] = random.pick(older).channelList;
    return put({ channelList: now.channelList.map((present) => ({ ...present, sealed: row?.sealed ?? "" })) });
  },
  "an older list with its history put back": (random, { older }) => put(random.pick(older)),
  "an older history put back": (random, { older }) => put({ changes: random.pick(older).changes }),
  "the list deleted": (random) =>
    random.pick<Edit>([
      (database) => database.exec("delete from channel_book"),
      (database) => database.exec("delete from channel_book; delete from channel_change"),
    ]),
  "changes deleted": (random, { now }) => {
    const { number } = random.pick(now.changes);
    const which = random.pick(["= ?", "< ?", "> ?", ">= ?"]);
    return (database) => void database.prepare(`delete from channel_change where number ${which}`).run(number);
  },
  "two changes swapped": (random, { now }) => {
    const [one, two] = [random.pick(now.changes), random.pick(now.changes)];
    const entryOf = (row: ChangeRow) => (row === one ? two.entry : row === two ? one.entry : row.entry);
    return put({ changes: now.changes.map((row) => ({ ...row, entry: entryOf(row) })) });
  },
  "another number of a change": (random, { now }) => {
    const { number } = random.pick(now.changes);
    const other = random.pick<number | bigint>([0, -number, now.changes.length + 1, random.int(1e9), 2n ** 62n]);
    return (database) =>
      void database.prepare("update or replace channel_change set number = ? where number = ?").run(other, number);
  },
  "a change more": (random, { now }) => {
    const { entry } = random.pick(now.changes);
    const number = random.pick([0, -1, now.changes.length + 1, now.changes.length + 2 + random.int(1e9)]);
    return (database) =>
      void database.prepare("insert into channel_change (number, entry) values (?, ?)").run(number, robbed(entry));
  },
  "a value changed in the history": (random, { now }) => {
    const { number, entry } = random.pick(now.changes);
    return (database) =>
      void database.prepare("update channel_change set entry = ? where number = ?").run(robbed(entry), number);
  },
};

/** The rows with the types and bytes in the file, as one comparable text. */
export function fingerprint(database: DatabaseSync): string {
  const channelList = database
    .prepare(
      "select hex(id) as a, typeof(version) as b, hex(version) as c, typeof(sealed) as d, hex(sealed) as e from " +
        "channel_book order by id",
    )
    .all();
  const changes = database
    .prepare("select hex(number) as a, typeof(entry) as b, hex(entry) as c from channel_change order by number")
    .all();
  return JSON.stringify([channelList, changes]);
}

/** The rows as the program has written them. */
export function readRows(database: DatabaseSync): Rows {
  const channelList = database.prepare("select id, version, sealed from channel_book order by id").all();
  const changes = database.prepare("select number, entry from channel_change order by number").all();
  return {
    channelList: channelList.map(({ id, version, sealed }) => ({
      id: Number(id),
      version: Number(version),
      sealed: String(sealed),
    })),
    changes: changes.map(({ number, entry }) => ({ number: Number(number), entry: String(entry) })),
  };
}

/** Replaces all rows. */
export const putRows = (rows: Rows): Edit => put(rows);
