import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { say } from "#copy/server/say.ts";
import { type ExportKind, exportLineSchema, exportLineSchemas } from "#contract/export-lines.ts";
import { tableNames } from "../store/transfer/tables.ts";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { readsOfPrimary } from "../store/replica.ts";
import { newInquiry } from "../store/testing.ts";
import { createExportStore, exportPlans } from "./export-queries.ts";

let desk: TestApp;
let cookie: string;
beforeEach(async () => {
  desk = await createTestApp();
  cookie = await desk.signIn();
});
afterEach(() => desk.close());

const kinds = Object.keys(exportLineSchemas) as ExportKind[];

async function lines() {
  const { lines: made } = await desk.services.exports.run("A test");
  const texts: string[] = [];
  for await (const text of made) texts.push(text);
  return texts.map((text) => JSON.parse(text) as { kind: ExportKind } & Record<string, unknown>);
}

/** Returns the faults that the schema of its kind finds in each line. */
const faults = (all: ReadonlyArray<{ kind: ExportKind }>) =>
  all.flatMap(
    (line) =>
      exportLineSchema(line.kind)
        .safeParse(line)
        .error?.issues.map(({ path, message }) => [line.kind, path, message]) ?? [],
  );

describe("docs/export.md", () => {
  const doc = readFileSync(join(import.meta.dirname, "../../../docs/export.md"), "utf8");

  it("has an example of each kind, which fits its schema", () => {
    const examples = [...doc.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text));
    expect(examples.map(({ kind }) => kind)).toEqual(kinds);
    expect(faults(examples)).toEqual([]);
  });

  it("names each table that is left out", () => {
    for (const [table, plan] of Object.entries(exportPlans))
      if ("leftOut" in plan && !plan.leftOut.startsWith("in the lines") && !plan.leftOut.startsWith("lines of"))
        expect(doc).toContain(`\`${table}\``);
    expect(Object.keys(exportPlans).toSorted()).toEqual(tableNames.toSorted());
  });
});

describe("an export of everything", () => {
  const call = async (method: "POST" | "PUT", url: string, payload: object, headers = {}) => {
    const response = await desk.app.inject({ method, url: `/api/${url}`, payload, headers: { cookie, ...headers } });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json();
  };

  /** A row in every table that is exported. */
  async function fill() {
    const { db, clock } = desk;
    const at = clock.now();
    const member_id = desk.member.id;
    await call("POST", "contacts", { type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
    await call("POST", "saved-replies", { title: "Hi", text: "Hello {name}" });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.services.inquiries.submit({ ...goodInquiry, email: "other@example.com" });
    const [first, second] = await db.selectFrom("inquiry").selectAll().orderBy("number").execute();
    if (first === undefined || second === undefined) throw new Error("nothing was kept");
    const { id, number } = first;
    await db
      .insertInto("tag")
      .values({ id: "t", name: "VIP", name_key: "vip", color: "red" as never, created_at: at })
      .execute();
    await db.insertInto("inquiry_tag").values({ tag_id: "t", inquiry_number: number }).execute();
    await db
      .insertInto("saved_view")
      .values({ id: "v", member_id, name: "Mine", is_shared: 0, filter: "{}", created_at: at })
      .execute();
    const entry = {
      inquiry_id: id,
      way: "page" as const,
      created_at: at,
      leaves_at: at,
      member_id,
      delivery: null,
      problem: null,
      sender: null,
    };
    await db
      .insertInto("member_profile")
      .values({
        ...{ member_id, names: '{"en":"Asha"}', signatures: "{}", picture: "", picture_hash: "", proof: "secret" },
        is_picture_shown: 0,
      })
      .execute();
    await db
      .insertInto("inquiry_entry")
      .values([
        { ...entry, id: "e", kind: "reply", text: "On its way" },
        { ...entry, id: "w", kind: "withdrawn", text: "Taken back" },
      ])
      .execute();
    await desk.services.ownSettings.change(member_id, { sendKey: "close" });
    await db
      .insertInto("inquiry_note")
      .values({ id: "n", inquiry_id: id, member_id, text: "Call", created_at: at, mentions: "[]" })
      .execute();
    await db
      .insertInto("inquiry_event")
      .values({ inquiry_id: id, member_id, what: "status", before: "new", after: "closed", created_at: at })
      .execute();
    await db
      .insertInto("attachment")
      .values({
        id: "a",
        inquiry_id: id,
        entry_id: "e",
        type: "application/pdf",
        size: 6,
        width: null,
        height: null,
        created_at: at,
      })
      .execute();
    for (const [position, part] of ["one", "two"].entries())
      await db
        .insertInto("attachment_part")
        .values({ id: `a-${position}`, attachment_id: "a", position, content: Buffer.from(part).toString("base64") })
        .execute();
    await db
      .insertInto("blocked_sender")
      .values({ id: "b", key_hash: "hash-of-sender", kind: "phone", hint: "…43210", member_id, created_at: at })
      .execute();
    const read = { name: "Ravi", address: "ravi@example.org", subject: "Away", text: "", others: [] };
    await desk.services.untakenMails.add({ raw: Buffer.from("onetwo"), way: "imap", reason: "auto-reply", read });
    await db.insertInto("erasure").values({ inquiry_id: "gone", reason: "request", erased_at: at }).execute();
    await db
      .insertInto("report_sum")
      .values({ id: "s", day: "2026-01-01", hour: 1, what: "received", detail: "message", class: 0, count: 1 })
      .execute();
    await db
      .updateTable("inquiry")
      .set({ status: "binned", binned_status: "new", binned_at: at, binned_by: member_id, snoozed_until: at })
      .where("id", "=", second.id)
      .execute();
    return { first, second };
  }

  it("has a line for a row that cannot be read, and all others", async () => {
    for (const name of ["Good", "Bad"])
      await call("POST", "saved-views", { name, isShared: false, filter: { status: "new" } });
    const { id } = await desk.db
      .selectFrom("saved_view")
      .select("id")
      .where("name", "=", "Bad")
      .executeTakeFirstOrThrow();
    await desk.db.updateTable("saved_view").set({ created_at: 9e15 }).where("id", "=", id).execute();
    const all = await lines();
    expect(faults(all)).toEqual([]);
    expect(all.filter(({ kind }) => kind === "saved-view")).toMatchObject([{ name: "Good" }]);
    expect(all.filter(({ kind }) => kind === "unreadable")).toEqual([{ kind: "unreadable", of: "saved-view", id }]);
  });

  it("has each row of each exported table, as its schema says, and no secret", async () => {
    const { first, second } = await fill();
    const view = await desk.services.settings.view();
    const { version, ...settings } = view;
    await call(
      "PUT",
      "settings",
      { ...settings, webhook: { url: "https://hooks.example.com/services/SECRETPATH", newSecret: true } },
      { "if-match": `"${version}"` },
    );
    const all = await lines();
    expect(faults(all)).toEqual([]);
    const usual = kinds.filter((kind) => kind !== "unreadable" && kind !== "erased");
    expect([...new Set(all.map(({ kind }) => kind))]).toEqual(usual);
    expect(all[0]).toMatchObject({ kind: "export", version: 1 });
    expect(all.at(-1)).toEqual({ kind: "end", lines: all.length - 1 });
    const linesOf = (kind: ExportKind) => all.filter((line) => line.kind === kind);
    expect(linesOf("inquiry")).toMatchObject([
      { id: first.id, message: goodInquiry.query, bin: null },
      { id: second.id, status: "new", bin: { by: desk.member.id } },
    ]);
    expect(linesOf("entry").map(({ id }) => id)).toEqual(["e"]);
    expect(linesOf("file")).toMatchObject([{ content: Buffer.from("onetwo").toString("base64") }]);
    expect(linesOf("settings")).toMatchObject([{ values: { webhook: { url: "https://hooks.example.com" } } }]);
    const text = JSON.stringify(all);
    const { secret, session, member } = await desk.dump();
    const secrets = [...(secret ?? []), ...(session ?? []), ...(member ?? [])].flatMap((row) => {
      const { value, token_hash, password_hash, mac } = row as Record<string, string | null>;
      return [value, token_hash, password_hash === "none" ? null : password_hash, mac].filter(
        (one) => typeof one === "string" && one.length > 8,
      );
    });
    expect(secrets.length).toBeGreaterThan(3);
    for (const one of [...secrets, first.receipt_hash ?? "", "hash-of-sender", "SECRETPATH", "Taken back"])
      expect(text).not.toContain(one);
  });

  it("has each column of each exported table, but those that its plan leaves out with a reason", async () => {
    await fill();
    const dump = await desk.dump();
    for (const [table, plan] of Object.entries(exportPlans)) {
      if ("leftOut" in plan) continue;
      const rows = (dump[table] ?? []) as object[];
      const read = new Set<string>();
      const recorder: ProxyHandler<object> = {
        get(row, column) {
          read.add(String(column));
          return Reflect.get(row, column);
        },
      };
      for (const row of rows) plan.line(new Proxy(row, recorder) as never);
      const columns = Object.keys(rows[0] ?? {});
      expect(columns, table).not.toEqual([]);
      const unread = columns.filter((column) => !read.has(column));
      const isHere = (column: string) => column !== "rowid" || columns.includes(column);
      expect(unread.toSorted(), table).toEqual(
        Object.keys(plan.without ?? {})
          .filter(isHere)
          .toSorted(),
      );
    }
  });

  it("reads more rows than a batch has, once each", async () => {
    const rows = Array.from({ length: 1203 }, (_row, at) => ({
      inquiry_id: `i${at}`,
      reason: "bin" as const,
      erased_at: at,
    }));
    for (let at = 0; at < rows.length; at += 300)
      await desk.db
        .insertInto("erasure")
        .values(rows.slice(at, at + 300))
        .execute();
    const found = (await lines()).filter(({ kind }) => kind === "erasure").map(({ inquiry }) => String(inquiry));
    expect(found.toSorted()).toEqual(rows.map(({ inquiry_id }) => inquiry_id).toSorted());
  });

  it("goes on without the files and emails that are erased meanwhile, and says so", async () => {
    const { first } = await fill();
    const read = { name: "Ravi", address: "ravi@example.org", subject: "Away", text: "", others: [] };
    await desk.services.untakenMails.add({ raw: Buffer.from("three"), way: "imap", reason: "auto-reply", read });
    const content = Buffer.from("%PDF-1.4 a file");
    const attachments = [1, 2].map((number) => ({
      ...{ type: "application/pdf" as const, width: null, height: null },
      bytes: Buffer.concat([content, Buffer.from([number])]),
    }));
    await desk.store.inquiries.insert(newInquiry(goodInquiry, { attachments }), [], desk.clock.now());
    const { lines: made, erased } = await desk.services.exports.run("A test");
    const all: Array<{ kind: string; of?: string; content?: string }> = [];
    for await (const text of made) {
      const line = JSON.parse(text);
      all.push(line);
      // Rows are read in batches, so all of these are known by now.
      if (line.kind === "file" && all.filter(({ kind }) => kind === "file").length === 1)
        await desk.db.deleteFrom("inquiry").where("id", "!=", first.id).execute();
      if (line.kind === "untaken-mail") await desk.db.deleteFrom("untaken_mail").execute();
      await desk.store.files.removeErased();
    }
    const contentsOf = (kind: string) =>
      all.filter((line) => line.kind === kind).map((line) => line.of ?? line.content);
    expect(contentsOf("file")).toEqual([Buffer.from("onetwo").toString("base64")]);
    expect(contentsOf("untaken-mail")).toHaveLength(1);
    expect(contentsOf("erased")).toEqual(["file", "file", "untaken-mail"]);
    expect([contentsOf("unreadable"), erased()]).toEqual([[], 3]);
    expect(all.at(-1)).toEqual({ kind: "end", lines: all.length - 1 });
  });

  it("reads the content of a file once", async () => {
    const bytes = Buffer.from("%PDF-1.4 a file");
    const attachments = [{ type: "application/pdf" as const, width: null, height: null, bytes }];
    await desk.store.inquiries.insert(newInquiry(goodInquiry, { attachments }), [], desk.clock.now());
    let reads = 0;
    const { db, files } = desk;
    const counted = files && {
      ...files,
      read: (...args: Parameters<typeof files.read>) => {
        reads += 1;
        return files.read(...args);
      },
    };
    const contents = [];
    for await (const line of createExportStore(db, readsOfPrimary(db), counted).lines())
      if (line.kind === "file") contents.push(line.content);
    expect([contents, reads]).toEqual([[bytes.toString("base64")], files === null ? 0 : 1]);
  });

  it("gives the reason of a failed backup as a sentence and a code", async () => {
    const why = say("backup.disk-full", { place: say("backup.place", { path: "/backups" }) });
    await desk.services.audit.record({ kind: "backup-failed", by: null, about: { why } });
    const found = (await lines()).map(({ entry }) => entry as { kind?: string } | undefined);
    expect(found.find((entry) => entry?.kind === "backup-failed")).toMatchObject({
      about: { why: "BACKUP_DIR: the folder /backups: the disk is full" },
      problemCode: { code: "backup.disk-full", params: { place: { code: "backup.place" } } },
    });
  });

  it("notifies the owners, and is in the audit log, before its first line", async () => {
    const notify = vi.spyOn(desk.services.outbox, "notifyOfInbox");
    await desk.services.exports.run("A test");
    expect(notify.mock.calls).toEqual([[{ notice: "exported", count: 0, by: "A test" }]]);
    await desk.services.audit.settled();
    expect(JSON.stringify((await desk.dump())["audit_entry"])).toContain("everything-exported");
  });
});
