import { Client } from "pg";
import type { S3mini } from "s3mini";
import type { BackupState } from "#contract/backup.ts";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import { type Fault, startS3 } from "#server/lib/s3/testing-server.ts";
import { checkNameStart, fileNameShape } from "#server/store/files/file-store.ts";
import { instanceNames } from "#server/store/postgres/pool.ts";
import { onServer, startPostgres } from "#server/store/postgres/testing-server.ts";
import { en } from "#languages/compiled/en.ts";
import { readPostgres } from "../cluster/postgres-check.ts";
import type { Kept } from "../lib/check.ts";
import { type Sent, markIn } from "../lib/ledger.ts";
import { type Desk, until } from "./desk.ts";
import type { OutsideFault } from "./outside-faults.ts";

/** Seconds within which a sending, an opening or an erasure ends, however the bucket fails. */
const callTimeout = 25;
/** Seconds within which a start ends, on a busy machine: it waits for the bucket for three. */
const startTimeout = 12;

const faults: ReadonlyArray<{ name: string; begins: Fault; says: RegExp }> = [
  { name: "answers 503", begins: 503, says: /^FILES_S3_ENDPOINT: the server responds with 503/ },
  { name: "sends a byte a second", begins: "drip", says: /^FILES_S3_ENDPOINT: .* too slowly/ },
  { name: "accepts and never speaks", begins: "hold", says: /^FILES_S3_ENDPOINT: .* cannot be reached/ },
];

/** What a bucket with the files of inquiries does to a desk on PostgreSQL. */
export const bucketFileFaults = faults.map(({ name, begins, says }): OutsideFault => ({
  name: `the bucket of files ${name}`,
  async play(scene) {
    let fault: Fault;
    const s3 = await startS3(() => fault);
    scene.atEnd(() => s3.stop());
    const postgres = await startPostgres();
    scene.atEnd(() => postgres.stop());
    const bucket = await s3.create("files");
    await onServer(`${postgres.url}/postgres`, (client) => client.query("create database desk"));
    const database = `${postgres.url}/desk`;
    const count = (query: string) => onServer(database, async (client) => (await client.query(query)).rowCount ?? 0);
    const inBucket = async () => (await namesIn(bucket)).length;
    const inDatabase = () => count("select from attachment where stored_as is null");

    const desk = await scene.open({
      env: {
        DATABASE_URL: database,
        FILES_S3_ENDPOINT: s3.endpoint,
        FILES_S3_BUCKET: "files",
        FILES_S3_ACCESS_KEY_ID: s3.accessKeyId,
        FILES_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      },
      read: () => readWithFiles(database, bucket),
    });
    const opened = await scene.sendFile();
    const erased = await scene.sendFile();
    await desk.server.end("SIGKILL");
    // While a program is connected that cannot read the bucket, files stay in the database.
    const older = new Client({ connectionString: database, application_name: instanceNames.withoutFiles });
    await older.connect();
    await (await desk.restart()).untilReady();
    await desk.signIn();
    const moved = await scene.sendFile();
    const places = async () => [await inBucket(), await inDatabase()].join();
    // A busy server lists a new object a moment later.
    await until("two files are in the bucket, and one in the database", 30, places, (found) => found === "2,1");

    fault = begins;
    await older.end();
    const others = () => count(`select from pg_stat_activity where application_name = '${instanceNames.withoutFiles}'`);
    await until("the earlier version is gone", 10, others, (found) => found === 0);
    await scene.visit(2);
    await scene.within(callTimeout, "sending a file", () => scene.sendFile({ mayRefuse: true }));
    await scene.within(callTimeout, "sending a file by the plain form", async () => {
      if (!(await scene.refusedForm()).includes(en.problems.files.full))
        scene.wrong("the form does not say what to do");
    });
    const page = await fileOf(desk, opened);
    await scene.within(callTimeout, "opening a file", async () => {
      const { status, retryAfter, text } = await page();
      const message = /"message":"([^"]*)"/.exec(text)?.[1];
      if (status !== 503 || retryAfter === null || message === undefined) scene.wrong(`a file: ${status} ${text}`);
      scene.agentsSee(`the inbox; of a file: ${message}`);
    });
    const before = await fileOf(desk, moved);
    if ((await before()).text !== String(moved.file)) scene.wrong("a file in the database is not opened");
    await scene.within(callTimeout, "erasing", () => erase(desk, erased));
    if ((await desk.call<InboxPage>("agent", "GET", "contact-inquiries")).inquiries.some(hasMark(erased)))
      scene.wrong("what is erased is still in the inbox");
    scene.forget(erased);
    if ((await count("select from erased_file")) !== 1) scene.wrong("the erased file is not noted");
    await ownerReads(desk, says);
    await scene.operatorsSee("front_desk_store_up", {}, 1, "files can be neither stored nor opened");

    // A start moves what is in the database.
    await desk.server.end("SIGKILL");
    await scene.within(startTimeout, "a start", async () => (await desk.restart()).untilReady());
    await scene.visit(2);
    await until("the move fails", 60, async () => desk.logs("clean-up failed"), Boolean);
    if ((await inDatabase()) !== 1) scene.wrong("the file in the database was moved, or is gone");
    await desk.signIn();
    if ((await before()).text !== String(moved.file)) scene.wrong("the file that was to be moved is not opened");

    fault = undefined;
    await scene.recovers(90, "the file is opened", async () => (await page()).text, String(opened.file));
    await scene.recovers(90, "the erased file is gone", () => count("select from erased_file"), 0);
    await scene.recovers(90, "owners read of no failure", () => failureOf(desk), null);
    await scene.retry();
    await desk.server.end("SIGKILL");
    await (await desk.restart()).untilReady();
    await scene.recovers(60, "the file is moved", inDatabase, 0);
    await scene.recovers(60, "nothing of it is in the database", () => count("select from attachment_part"), 0);
    await scene.visit(1);
  },
}));

async function failureOf(desk: Desk): Promise<string | null> {
  const { files } = await desk.call<BackupState>("owner", "GET", "backups");
  return files?.failure?.message ?? null;
}

/** Waits until the owner reads an alarm: it comes at once, not with the next hourly check. */
async function ownerReads(desk: Desk, says: RegExp): Promise<void> {
  await until(
    "the owner reads why",
    60,
    () => failureOf(desk),
    (found) => says.test(found ?? ""),
  );
}

const hasMark =
  ({ mark }: Sent) =>
  (one: object): boolean =>
    JSON.stringify(one).includes(mark);

async function inquiryOf(desk: Desk, sent: Sent) {
  const { inquiries } = await desk.call<InboxPage>("agent", "GET", "contact-inquiries");
  const found = inquiries.find(({ excerpt }) => markIn(excerpt) === sent.mark);
  if (found === undefined) throw new Error(`${sent.mark} is not in the inbox`);
  return found;
}

/** Returns a function that opens the file of an inquiry as an agent. */
async function fileOf(desk: Desk, sent: Sent) {
  const { id } = await inquiryOf(desk, sent);
  const { attachments } = await desk.call<InquiryDetail>("agent", "GET", `contact-inquiries/${id}`);
  return () => desk.read("agent", `attachments/${attachments[0]?.id}`);
}

async function erase(desk: Desk, sent: Sent): Promise<void> {
  const { id, version } = await inquiryOf(desk, sent);
  await desk.call("owner", "POST", "contact-inquiries/erase", { inquiries: [{ id, version }] });
  await desk.call("owner", "POST", "contact-inquiries/bin/erase", { ids: [id] });
}

/** The names of visitors' files: a check of the bucket that runs, or was killed, has one of its own. */
async function namesIn(bucket: S3mini): Promise<string[]> {
  const listed = (await bucket.listObjects("/", "files/")) ?? [];
  const names = listed.map(({ Key }) => Key.slice("files/".length));
  return names.filter((name) => fileNameShape.test(name) && !name.startsWith(checkNameStart));
}

/** The content of a database whose files are all in a bucket, where nothing else may be. */
async function readWithFiles(database: string, bucket: S3mini): Promise<Kept> {
  const { rows } = await onServer(database, (client) =>
    client.query<{ id: string; name: string }>("select inquiry_id as id, stored_as as name from attachment"),
  );
  const contents = new Map<string, Buffer>();
  for (const { id, name } of rows)
    contents.set(id, Buffer.from((await bucket.getObjectArrayBuffer(`files/${name}`)) ?? new ArrayBuffer(0)));
  const strange = (await namesIn(bucket)).length - rows.length;
  const kept = await readPostgres(database);
  return {
    ...kept,
    hasFile: (id, content) => contents.get(id)?.equals(content) === true,
    problems: strange === 0 ? [] : [`${strange} files in the bucket belong to nothing`],
  };
}
