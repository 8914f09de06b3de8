import type { Kysely, Selectable } from "kysely";
import { type ExportLine, exportLineSchema } from "#contract/export-lines.ts";
import { inEnglish } from "#copy/server/render.ts";
import { messageCodeIn } from "#copy/server/say.ts";
import { fromStored } from "#copy/server/stored.ts";
import { choiceNames, pick } from "#domain/inquiries/choices.ts";
import { snoozeEnd } from "#domain/inquiries/snooze.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { readFacts } from "../audit/stored-facts.ts";
import { shownAuthor } from "../inquiries/shown-author.ts";
import { codeOf } from "../lib/errors.ts";
import { GoneError } from "../lib/s3/bucket-error.ts";
import { idOf, reportUnreadable, storedObject, storedTexts } from "../lib/stored-rows.ts";
import { contentHash } from "../lib/tokens.ts";
import type { Database } from "../store/database.ts";
import type { FileStore } from "../store/files/file-store.ts";
import { createFileReads, unlessAway, wholeOf } from "../store/files/stored-files.ts";
import type { ReplicaReads } from "../store/replica.ts";

export type ExportStore = ReturnType<typeof createExportStore>;

/** Plan for a table: its lines (one for each row, or none) in the order of `key`, or why it is not exported. */
type Plan<Table extends keyof Database> =
  | {
      key: Column<Table>;
      line: (row: Selectable<Database[Table]>) => ExportLine | null;
      /** The columns that the line does not read, and why. Only PostgreSQL has `rowid` as a column. */
      without?: { readonly [Name in Column<Table> | "rowid"]?: string };
    }
  | { leftOut: string };

type Column<Table extends keyof Database> = keyof Selectable<Database[Table]> & string;

const order = "an order of rows that other columns tell too";
const computed = "computed from other columns";
const ofChanges = "counts changes, against lost ones";

/** Each table, in the order of the lines. */
export const exportPlans: { readonly [Table in keyof Database]: Plan<Table> } = {
  member: { leftOut: "lines of the kind member, which have no hashes" },
  assignment_turn: { leftOut: "in the lines of the kind member" },
  member_profile: {
    key: "member_id",
    line: ({ member_id, names, signatures, picture, is_picture_shown }) => ({
      kind: "profile",
      member: member_id,
      names: storedObject(names) as Record<string, string>,
      signatures: storedObject(signatures) as Record<string, string>,
      picture,
      isPictureShown: is_picture_shown === 1,
    }),
    without: { picture_hash: computed, proof: "a signature" },
  },
  bell_entry: { leftOut: "repeats what the lines of notes, changes and entries tell, for the bell" },
  setting: { leftOut: "lines of the kinds site and settings, verified and without secrets" },
  channel_book: { leftOut: "lines of the kinds channel-list and channel, verified" },
  channel_change: { leftOut: "lines of the kind channel-change, verified" },
  tag: {
    key: "id",
    line: ({ id, name, color, created_at }) => ({ kind: "tag", id, name, color, createdAt: instant(created_at) }),
    without: { name_key: computed },
  },
  member_setting: {
    key: "member_id",
    line: ({ member_id, value }) => ({ kind: "own-settings", member: member_id, settings: storedObject(value) }),
  },
  draft: { leftOut: "unsent texts, which only their members read, for some days" },
  saved_view: {
    key: "id",
    line: ({ id, member_id, name, is_shared, filter, created_at }) => ({
      kind: "saved-view",
      id,
      member: member_id,
      name,
      isShared: is_shared === 1,
      filter: storedObject(filter),
      createdAt: instant(created_at),
    }),
  },
  saved_reply: {
    key: "id",
    line: ({ id, title, text, variants, created_at }) => ({
      kind: "saved-reply",
      id,
      title,
      text,
      variants: storedObject(variants) as Record<string, string>,
      createdAt: instant(created_at),
    }),
    without: { version: ofChanges },
  },
  blocked_sender: {
    key: "id",
    line: ({ id, kind, hint, member_id, created_at }) => ({
      kind: "blocked-sender",
      id,
      of: kind,
      hint,
      member: member_id,
      createdAt: instant(created_at),
    }),
    without: { key_hash: "a keyed hash" },
  },
  inquiry: {
    key: "number",
    line(row) {
      const { kind: about, status, ...others } = pick(choiceNames, row);
      return {
        kind: "inquiry",
        id: row.id,
        number: row.number,
        reference: row.reference,
        about,
        way: row.arrival_way,
        reported: row.reported,
        name: row.name,
        phone: row.phone,
        email: row.email,
        city: row.city,
        message: row.query,
        language: row.language,
        status: status === "binned" ? (row.binned_status ?? "new") : status,
        assignee: row.assignee_id,
        receivedAt: instant(row.created_at),
        closedAt: instantOrNull(row.closed_at),
        answeredAt: instantOrNull(row.wrote_at),
        snoozedUntil: row.snoozed_until === null ? null : snoozeEnd(Number(row.snoozed_until)),
        mailStoppedAt: instantOrNull(row.mail_stopped_at),
        addressProvedAt: instantOrNull(row.address_proved_at),
        undeliveredAt: instantOrNull(row.undelivered_at),
        activityAt: instantOrNull(row.activity_at),
        waitingSince: instantOrNull(row.waiting_since),
        unprovenAt: instantOrNull(row.unproven_at),
        unreadSince: row.unread_since === null ? null : snoozeEnd(Number(row.unread_since)),
        mergedInto: row.merged_into,
        bin: row.binned_at === null ? null : { at: instant(row.binned_at), by: row.binned_by },
        ...others,
      };
    },
    without: {
      version: ofChanges,
      phone_key: computed,
      email_key: computed,
      receipt_hash: "of a key to a private page",
    },
  },
  inquiry_tag: {
    key: "number",
    line: ({ inquiry_number, tag_id }) => ({ kind: "inquiry-tag", inquiry: inquiry_number, tag: tag_id }),
    without: { number: order },
  },
  inquiry_entry: {
    key: "number",
    line: (row) =>
      // A reply that was taken back was never sent; only the search index still has its text.
      row.kind === "withdrawn"
        ? null
        : {
            kind: "entry",
            id: row.id,
            inquiry: row.inquiry_id,
            by: row.kind === "answer" ? "visitor" : "team",
            way: row.way,
            member: row.member_id,
            token: row.token_name,
            shownAs: shownAuthor(row.author)?.name ?? null,
            text: row.text,
            createdAt: instant(row.created_at),
            delivery: row.delivery,
            problem: row.problem === null ? null : inEnglish(fromStored(row.problem)),
            sender: row.sender,
            acceptedAt: instantOrNull(row.accepted_at),
            acceptedBy: row.accepted_by,
          },
    without: { number: order, leaves_at: "seconds in which a reply can be taken back", proof: "a signature" },
  },
  inquiry_note: {
    key: "id",
    line: ({ id, inquiry_id, member_id, text, mentions, created_at }) => ({
      kind: "note",
      id,
      inquiry: inquiry_id,
      member: member_id,
      text,
      mentions: storedTexts(mentions),
      createdAt: instant(created_at),
    }),
    without: { rowid: order },
  },
  inquiry_event: {
    key: "number",
    line: ({ inquiry_id, member_id, token_name, what, before, after, created_at }) => ({
      kind: "event",
      inquiry: inquiry_id,
      member: member_id,
      token: token_name,
      what,
      before,
      after,
      at: instant(created_at),
    }),
    without: { number: order },
  },
  attachment: {
    key: "number",
    // `content` is added from its parts.
    line: ({ id, inquiry_id, entry_id, type, size, width, height, created_at, file_name }) => ({
      kind: "file",
      id,
      inquiry: inquiry_id,
      entry: entry_id,
      name: file_name,
      type,
      size,
      width,
      height,
      createdAt: instant(created_at),
      content: "",
    }),
    without: {
      number: order,
      picture_key: "a hash of the picture",
      content_hash: computed,
      stored_as: "where the content is",
      is_quoted: "whether it is shown at once",
    },
  },
  attachment_part: { leftOut: "in the lines of the kind file" },
  erased_file: { leftOut: "names of files that are being removed" },
  untaken_mail: {
    key: "id",
    // `content` is added from its parts.
    line: (row) =>
      row.state === "erased"
        ? null
        : {
            kind: "untaken-mail",
            id: row.id,
            receivedAt: instant(row.received_at),
            way: row.way,
            senderName: row.sender_name,
            sender: row.sender_address,
            subject: row.subject,
            reason: row.reason,
            about: row.about,
            size: row.size,
            kept: row.kept,
            inquiry: row.inquiry_id,
            takenAt: instantOrNull(row.taken_at),
            takenBy: row.taken_by,
            content: "",
          },
    without: {
      number: order,
      hash: computed,
      addresses: computed,
      preview: computed,
      take_id: "the id of what taking it makes",
    },
  },
  untaken_mail_part: { leftOut: "in the lines of the kind untaken-mail" },
  erasure: {
    key: "inquiry_id",
    line: ({ inquiry_id, reason, erased_at }) => ({
      kind: "erasure",
      inquiry: inquiry_id,
      reason,
      erasedAt: instant(erased_at),
    }),
  },
  report_sum: {
    key: "id",
    line: ({ id: _id, count, ...sum }) => ({ kind: "report-sum", ...sum, count: Number(count) }),
  },
  audit_entry: {
    key: "number",
    line: ({ number, entry, hash }) => ({ kind: "audit-entry", number, entry: auditEntry(storedObject(entry)), hash }),
    without: { seal: "a signature", kind: computed, by_member: computed, about_member: computed },
  },
  unsealed_channels: { leftOut: "channels of an old version, until the server signs them" },
  inquiry_link: { leftOut: "keys to private pages" },
  address_code: { leftOut: "keyed hashes, of some minutes" },
  reply_outcome: { leftOut: "counted in the reports; each reply says what became of it" },
  inquiry_count: { leftOut: "counted from the inquiries" },
  inbox_change: { leftOut: "events of the last day for open inboxes" },
  outbox: { leftOut: "notifications on their way, erased after some time" },
  submission: { leftOut: "keys against sending twice, of some days" },
  mail_try: { leftOut: "emails that are being taken, of some days" },
  mailbox: { leftOut: "how far this installation has read its mailbox" },
  session: { leftOut: "secret" },
  one_time_link: { leftOut: "secret" },
  api_token: { leftOut: "secret" },
  secret: { leftOut: "secret" },
  totp: { leftOut: "secret" },
  passkey: { leftOut: "bound to this site" },
  recovery_code: { leftOut: "secret" },
  used_ticket: { leftOut: "tokens of some minutes" },
  sign_in_failure: { leftOut: "keyed hashes, of some hours" },
  known_network: { leftOut: "keyed hashes" },
  known_device: { leftOut: "keyed hashes" },
};

/** An entry whose reason is in English, with its code. */
function auditEntry(entry: Record<string, unknown>): Record<string, unknown> {
  const stored = entry["about"];
  if (typeof stored !== "object" || stored === null) return entry;
  const { about, problem } = readFacts({ ...stored });
  return { ...entry, about, ...(problem !== undefined && { problemCode: messageCodeIn(problem) }) };
}

/** The line; one that its schema does not take, since its row is damaged, becomes a line that says so. */
function readable(line: ExportLine | null): ExportLine | null {
  if (line === null || exportLineSchema(line.kind).safeParse(line).success) return line;
  const id = idOf("id" in line ? line.id : "number" in line ? line.number : null);
  reportUnreadable({ place: line.kind, id });
  return { kind: "unreadable", of: line.kind, id };
}

/** Small, so that a batch keeps nobody waiting. */
const batchSize = 500;

/**
 * The rows of every exported table as lines. All but members are read from the replica, which has what was erased
 * before.
 */
export function createExportStore(db: Kysely<Database>, replica: ReplicaReads, fileStore: FileStore | null) {
  /** The rows of a table in batches; the type of each table is that of its plan. */
  async function* linesOf(table: keyof Database): AsyncGenerator<ExportLine[]> {
    const plan = exportPlans[table] as Plan<"tag">;
    if ("leftOut" in plan) return;
    const { key, line } = plan;
    for (let last: string | number | null = null; ;) {
      const after = last;
      const rows: Array<Selectable<Database["tag"]>> = await replica.read((from) =>
        (from as unknown as Kysely<Pick<Database, "tag">>)
          .selectFrom(table as "tag")
          .selectAll()
          .$if(after !== null, (query) => query.where(key, ">", after as string))
          .orderBy(key)
          .limit(batchSize)
          .execute(),
      );
      if (rows.length > 0) yield rows.flatMap((row) => readable(line(row)) ?? []);
      if (rows.length < batchSize) return;
      last = rows.at(-1)?.[key] ?? null;
    }
  }

  /**
   * Adds the file's content to its line. A file that is missing, erased meanwhile or not what was stored becomes a line
   * that says so.
   */
  async function withFile(from: Kysely<Database>, line: Extract<ExportLine, { kind: "file" }>): Promise<ExportLine> {
    const { id, size } = line;
    const stored = createFileReads(from, fileStore);
    const place = await stored.placeOf(id);
    if (place === undefined) return { kind: "erased", of: "file", id };
    const { hash, storedAs } = place;
    // Read once: what is written is what was compared.
    const content = await wholeOf(stored.read({ id, storedAs })).catch((error: unknown) => {
      // Rethrows errors of the database, which are no fault of the file. If the file was moved out of the database
      // meanwhile, it may also have been erased since.
      if (storedAs === null && codeOf(error) !== "ENOENT" && !(error instanceof GoneError)) throw error;
      return unlessAway(error, null);
    });
    // Earlier versions kept no hash of what is in the database.
    const isWhole = (bytes: Buffer) =>
      hash === null && storedAs === null ? bytes.length === size : contentHash(bytes) === hash;
    if (content !== null && isWhole(content)) return { ...line, content: content.toString("base64") };
    // A replica may not know of an erasure yet.
    if ((await createFileReads(db, fileStore).placeOf(id)) === undefined) return { kind: "erased", of: "file", id };
    reportUnreadable({ place: "attachment content", id });
    return { kind: "unreadable", of: "file", id };
  }

  /** Likewise. */
  async function withMail(
    from: Kysely<Database>,
    line: Extract<ExportLine, { kind: "untaken-mail" }>,
  ): Promise<ExportLine> {
    const parts = await from
      .selectFrom("untaken_mail_part")
      .select("content")
      .where("mail_id", "=", line.id)
      .orderBy("position")
      .execute();
    const content = Buffer.concat(parts.map((part) => Buffer.from(part.content, "base64"))).toString("base64");
    if (content.length > 0) return { ...line, content };
    const row = await from.selectFrom("untaken_mail").select("state").where("id", "=", line.id).executeTakeFirst();
    const isErased = row === undefined || row.state === "erased";
    return isErased ? { kind: "erased", of: line.kind, id: line.id } : { ...line, content };
  }

  return {
    async *lines(): AsyncGenerator<ExportLine> {
      replica.include();
      for (const table of Object.keys(exportPlans) as Array<keyof Database>) {
        for await (const lines of linesOf(table)) {
          for (const line of lines) {
            if (line.kind === "file") yield await replica.read((from) => withFile(from, line));
            else if (line.kind === "untaken-mail") yield await replica.read((from) => withMail(from, line));
            else yield line;
          }
        }
      }
    },

    async members(): Promise<ExportLine[]> {
      const rows = await db
        .selectFrom("member")
        .leftJoin("assignment_turn", "assignment_turn.member_id", "member.id")
        .select(["id", "email", "role", "is_active", "created_at", "takes_turns"])
        .orderBy("id")
        .execute();
      return rows.flatMap(({ id, email, role, is_active, created_at, takes_turns }) => {
        const [isActive, takesTurns] = [is_active === 1, takes_turns !== 0];
        return (
          readable({ kind: "member", id, email, role, isActive, createdAt: instant(created_at), takesTurns }) ?? []
        );
      });
    },

    async countInquiries(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
