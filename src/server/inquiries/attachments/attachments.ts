import { createHash } from "node:crypto";
import type { Attachment } from "#contract/inquiries/attachment.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import type { en } from "#copy/en.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { day } from "#domain/time/durations.ts";
import { bytesOf, type SentFiles } from "../../lib/sent-files.ts";
import type { AttachmentStore, StoredFile } from "./attachment-queries.ts";
import { type CheckedFile, checkFile, kindOf } from "./check-file.ts";

export type Attachments = ReturnType<typeof createAttachments>;

/** In bytes; 0 removes a limit. */
interface AttachmentLimits {
  perDay: number;
  all: number;
}

/** Bytes of files in an email: many mail servers refuse 10 MB, and Base64 adds a third. */
const maxEmailed = 7 * 1024 * 1024;

/** Why files are not taken. */
export type FileProblem = keyof (typeof en)["problems"]["files"];

type Checked = { ok: true; checked: CheckedFile[] } | { ok: false; reason: FileProblem };

/** Why files are not taken, for the one who sent them. */
export function fileProblemText(problem: FileProblem, language: Language = defaultLanguage): string {
  return dictionaries[language].problems.files[problem];
}

/** Distinguishes files in an idempotent submission; empty without any. */
export function hashFiles({ files }: SentFiles): string {
  if (files.length === 0) return "";
  const hash = createHash("sha256");
  for (const file of files) hash.update(String(file.length)).update(":").update(file);
  return hash.digest("base64url");
}

export function createAttachments(deps: { store: AttachmentStore; limits: AttachmentLimits; now: () => number }) {
  const { store, limits, now } = deps;

  /** The team can reply with files when visitors have used up a day's. */
  async function hasRoom(bytes: number, by: "visitor" | "team"): Promise<boolean> {
    const { all, recent } = await store.used(now() - day);
    const fits = (used: number, limit: number) => limit === 0 || used + bytes <= limit;
    return fits(all, limits.all) && (by === "team" || fits(recent, limits.perDay));
  }

  return {
    /** Checks files before they are stored with their text. `fileProblemText` says what the sender can do. */
    async check({ files }: SentFiles, by: "visitor" | "team" = "visitor"): Promise<Checked> {
      if (files.length === 0) return { ok: true, checked: [] };
      if (files.length > attachmentLimits.count) return { ok: false, reason: "too many" };
      if (files.some(({ length }) => length > attachmentLimits.bytes)) return { ok: false, reason: "too large" };
      if (!(await hasRoom(bytesOf({ files }), by))) return { ok: false, reason: "full" };
      const checked: CheckedFile[] = [];
      for (const file of files) {
        const result = await checkFile(file);
        if (!result.ok) return result;
        checked.push(result.file);
      }
      return { ok: true, checked };
    },

    /** Of an email's first pictures and PDFs those that can be stored, and how many other files there are. */
    async checkEach(files: readonly Buffer[]): Promise<{ checked: CheckedFile[]; left: number }> {
      const checked: CheckedFile[] = [];
      for (const file of files.filter((bytes) => kindOf(bytes) !== null).slice(0, attachmentLimits.count)) {
        if (file.length > attachmentLimits.bytes || !(await hasRoom(file.length, "visitor"))) continue;
        const result = await checkFile(file);
        if (result.ok) checked.push(result.file);
      }
      return { checked, left: files.length - checked.length };
    },

    of: (inquiryId: string): Promise<Map<string, Attachment[]>> => store.of(inquiryId),

    find: (id: string): Promise<StoredFile | null> => store.find(id),

    /** The content of a file, part by part. */
    parts: (id: string): AsyncIterable<Buffer> => store.parts(id),

    /** The files of a reply, for its email; null if they are too large for one. */
    async filesOf(entryId: string): Promise<Array<{ name: string; type: string; bytes: Buffer }> | null> {
      const found = await store.filesOf(entryId);
      if (found.reduce((sum, { size }) => sum + size, 0) > maxEmailed) return null;
      return Promise.all(
        found.map(async (file) => ({ name: fileName(file), type: file.type, bytes: await store.read(file.id) })),
      );
    },
  };
}

/** The name of a download. What the sender called it is not kept. */
export function fileName({ reference, id, type }: Pick<StoredFile, "reference" | "id" | "type">): string {
  return `${reference}-${id.slice(0, 4)}.${type === "application/pdf" ? "pdf" : "webp"}`;
}
