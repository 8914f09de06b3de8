import { createHash } from "node:crypto";
import type { Attachment } from "#contract/attachment.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { day } from "#domain/time/durations.ts";
import type { SentFiles } from "../../lib/sent-files.ts";
import type { AttachmentStore, StoredFile } from "./attachment-queries.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";

export type Attachments = ReturnType<typeof createAttachments>;

/** In bytes; 0 removes a limit. */
export interface AttachmentLimits {
  perDay: number;
  all: number;
}

/** Why files are not taken, for the one who sent them. */
const problems = {
  "too many": `Please choose at most ${attachmentLimits.count} files.`,
  "too large": `Each file may have at most ${attachmentLimits.bytes / 1024 / 1024} MB. Please choose a smaller one.`,
  "wrong type": "Only pictures (JPEG, PNG or WebP) and PDF files can be sent. Please choose another file.",
  unreadable: "One of the pictures cannot be opened. Please choose another one.",
  busy: "Too many files are coming in just now. Please send your message without them, or try again in a minute.",
  full: "No more files can be taken at present. Please send your message without them.",
} as const;

/** Distinguishes files in an idempotent submission; empty without any. */
export function hashFiles({ files }: SentFiles): string {
  if (files.length === 0) return "";
  const hash = createHash("sha256");
  for (const file of files) hash.update(String(file.length)).update(":").update(file);
  return hash.digest("base64url");
}

export function createAttachments(deps: { store: AttachmentStore; limits: AttachmentLimits; now: () => number }) {
  const { store, limits, now } = deps;

  async function hasRoom(bytes: number): Promise<boolean> {
    const { all, recent } = await store.used(now() - day);
    const fits = (used: number, limit: number) => limit === 0 || used + bytes <= limit;
    return fits(all, limits.all) && fits(recent, limits.perDay);
  }

  return {
    /** Checks files before they are stored with their text. `problem` says what the sender can do. */
    async check({ files, problem }: SentFiles): Promise<{ checked: CheckedFile[] } | { problem: string }> {
      if (problem !== undefined) return { problem: problems[problem] };
      if (files.length === 0) return { checked: [] };
      if (files.length > attachmentLimits.count) return { problem: problems["too many"] };
      if (files.some(({ length }) => length > attachmentLimits.bytes)) return { problem: problems["too large"] };
      if (!(await hasRoom(files.reduce((sum, { length }) => sum + length, 0)))) return { problem: problems.full };
      const checked: CheckedFile[] = [];
      for (const file of files) {
        const result = await checkFile(file);
        if (typeof result === "string") return { problem: problems[result] };
        checked.push(result);
      }
      return { checked };
    },

    /** Of an email's files those that can be stored, and how many others there are. */
    async checkEach(files: readonly Buffer[]): Promise<{ checked: CheckedFile[]; left: number }> {
      const checked: CheckedFile[] = [];
      for (const file of files) {
        if (checked.length === attachmentLimits.count || file.length > attachmentLimits.bytes) continue;
        if (!(await hasRoom(file.length))) continue;
        const result = await checkFile(file);
        if (typeof result !== "string") checked.push(result);
      }
      return { checked, left: files.length - checked.length };
    },

    of: (inquiryId: string): Promise<Map<string, Attachment[]>> => store.of(inquiryId),

    find: (id: string): Promise<StoredFile | null> => store.find(id),

    read: (id: string): Promise<Buffer> => store.read(id),

    /** The files of a reply, for its email. */
    async filesOf(entryId: string): Promise<Array<{ name: string; type: string; bytes: Buffer }>> {
      const files = [];
      for (const id of await store.idsOf(entryId)) {
        const file = await store.find(id);
        if (file !== null) files.push({ name: fileName(file), type: file.type, bytes: await store.read(id) });
      }
      return files;
    },
  };
}

/** The name of a download. What the sender called it is not kept. */
export function fileName({ reference, id, type }: Pick<StoredFile, "reference" | "id" | "type">): string {
  return `${reference}-${id.slice(0, 4)}.${type === "application/pdf" ? "pdf" : "webp"}`;
}
