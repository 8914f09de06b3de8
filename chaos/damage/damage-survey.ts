/**
 * Damages copies of a store in every place, and classifies each with the store's own code below `root`: found at the
 * start, found by the later check, harmless (all content as before), or lost silently.
 * `node chaos/damage/damage-survey.ts <root> <seed> <cases>` prints the counts as JSON.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type * as StoreModule from "../../src/server/open-store.ts";
import type * as CheckModule from "../../src/server/store/integrity/integrity-check.ts";
import { createRandom, type Random } from "../../src/server/signing/testing-tampering.ts";

export type Verdict = "found at the start" | "found after the start" | "harmless" | "silent";
export type Counts = Record<Verdict, number>;
export interface Survey {
  flips: Counts;
  cuts: Counts;
  /** Silent losses, with what is needed to reproduce them. */
  silent: string[];
}

const store = "front-desk.sqlite";
const frame = 4096 + 24;
const empty = (): Counts => ({ "found at the start": 0, "found after the start": 0, harmless: 0, silent: 0 });

/** Every row with its types, and the schema: nothing here may change silently. */
function dump(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const schema = database.prepare("select type, name, tbl_name, sql from sqlite_schema order by name").all();
    const tables = schema.filter(
      ({ type, name }) => type === "table" && !/^(sqlite_|inquiry_gram|content_sum)/.test(String(name)),
    );
    const rows = tables.map(({ name }) => {
      const columns = database.prepare(`select name from pragma_table_info('${String(name)}')`).all();
      const values = columns.map((column) => `quote("${String(column["name"])}")`).join(" || ',' || ");
      return database.prepare(`select ${values} as row from "${String(name)}" order by 1`).all();
    });
    return JSON.stringify([schema, rows]);
  } finally {
    database.close();
  }
}

async function fill(
  openStore: typeof StoreModule.openStore,
  dataDir: string,
  keep: (name: string) => void,
): Promise<void> {
  const opened = await openStore({ dataDir });
  const send = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
      const fields = {
        name: `Example ${number}`,
        phone: "+91 90000 00001",
        email: `visitor-${number}@example.com`,
        city: "Pune",
        query: `A question about number ${number}. `.repeat(1 + (number % 40)),
      };
      const inquiry = {
        id,
        reference: `EXA-${String(number).padStart(3, "0")}`,
        receiptHash: `hash-${number}`,
        status: "new" as const,
        phoneKey: null,
        kind: "message" as const,
        reported: "",
        fields,
      };
      await opened.inquiries.insert(inquiry, [], 1000 + number);
    }
  };
  const member = { id: "member-1", email: "owner@example.com", role: "owner" as const, passwordHash: "none" };
  await opened.members.insert(member, 1);
  await opened.secret("a name", () => "a secret");
  await send(0, 30);
  await opened.inquiries.addNote(
    {
      id: "note-1",
      inquiryId: "00000000-0000-4000-8000-000000000003",
      memberId: member.id,
      text: "Called back. ".repeat(30),
    },
    2000,
  );
  keep("all in the log");
  checkpoint(join(dataDir, store));
  await send(30, 60);
  await opened.inquiries.erase([5, 6], "request", 3000);
  keep("half in the log");
  await opened.close();
  keep("closed");
}

function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(passive)");
  database.close();
}

/** One damage to one file of an image: a flipped bit, or a truncation. */
interface Damage {
  image: string;
  file: string;
  at: number;
  kind: "flips" | "cuts";
}

function anyDamage(images: Map<string, Map<string, number>>, random: Random): Damage {
  const image = random.pick([...images.keys()]);
  const files = [...(images.get(image) ?? [])].filter(([, size]) => size > 0);
  const [file, size] = random.pick(files);
  if (random.int(4) > 0) return { image, file, kind: "flips", at: random.int(size * 8) };
  // The place is at a page or frame boundary, next to it, within the header, or anywhere.
  const unit = file.endsWith("-wal") ? frame : 4096;
  const border = (file.endsWith("-wal") ? 32 : 0) + unit * random.int(Math.ceil(size / unit));
  const at = random.pick([border, border + 1, border + 24, random.int(Math.min(size, 100)), random.int(size), 0]);
  return { image, file, kind: "cuts", at: Math.min(at, size - 1) };
}

export async function survey(root: string, seed: number, cases: number): Promise<Survey> {
  const load = (path: string) => import(pathToFileURL(join(resolve(root), path)).href);
  const { openStore } = (await load("src/server/open-store.ts")) as typeof StoreModule;
  const { checkIntegrity } = (await load("src/server/store/integrity/integrity-check.ts")) as typeof CheckModule;
  const folder = mkdtempSync(join(tmpdir(), "front-desk-damage-"));
  const result: Survey = { flips: empty(), cuts: empty(), silent: [] };
  try {
    const dataDir = join(folder, "data");
    const images = new Map<string, Map<string, number>>();
    const good = new Map<string, string>();
    mkdirSync(dataDir);
    await fill(openStore, dataDir, (name) => {
      const copy = join(folder, name);
      copyImage(dataDir, copy);
      const sizes = readdirSync(copy).map((file) => [file, readFileSync(join(copy, file)).length] as const);
      images.set(name, new Map(sizes.filter(([file]) => file.startsWith(store))));
      copyImage(copy, `${copy} read`);
      good.set(name, dump(join(`${copy} read`, store)));
    });
    const random = createRandom(seed);
    const tried = join(folder, "tried");
    for (let number = 0; number < cases; number += 1) {
      const damage = anyDamage(images, random);
      copyImage(join(folder, damage.image), tried);
      inflict(join(tried, damage.file), damage);
      const verdict = await assess();
      result[damage.kind][verdict] += 1;
      if (verdict === "silent") result.silent.push(`${damage.kind} ${damage.image}: ${damage.file} at ${damage.at}`);

      async function assess(): Promise<Verdict> {
        try {
          await (await openStore({ dataDir: tried })).close();
        } catch {
          return "found at the start";
        }
        if (checkIntegrity(join(tried, store)).problems.length > 0) return "found after the start";
        return dump(join(tried, store)) === good.get(damage.image) ? "harmless" : "silent";
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** The files after a crash: all but the index of the log, which is in memory. */
function copyImage(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    if (!file.endsWith("-shm") && !file.endsWith(".lock")) copyFileSync(join(from, file), join(to, file));
  }
}

function inflict(path: string, { kind, at }: Damage): void {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  if (kind === "cuts") return truncateSync(path, at);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
  writeFileSync(path, bytes);
}

if (import.meta.main) {
  const [root = ".", seed = "1", cases = "400"] = process.argv.slice(2);
  console.log(JSON.stringify(await survey(root, Number(seed), Number(cases))));
}
