import { createHash } from "node:crypto";
import type { NamedAttachment } from "#contract/inquiries/attachment.ts";
import type { en } from "#languages/compiled/en.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { cleanFileName } from "#domain/inquiries/file-name.ts";
import type { LostFile } from "#domain/inquiries/mail-remarks.ts";
import { day } from "#domain/time/durations.ts";
import { FilesBusyError } from "../../lib/errors.ts";
import { bytesOf, type SentFiles } from "../../lib/sent-files.ts";
import type { AttachmentStore, StoredFile } from "./attachment-queries.ts";
import type { UntrustedInput } from "../../untrusted-input/untrusted-input.ts";
import { type CheckedFile, kindOf, pdfFile, type SentFile } from "./check-file.ts";

export type Attachments = ReturnType<typeof createAttachments>;

/** Limits in bytes; 0 removes a limit. */
interface AttachmentLimits {
  perDay: number;
  mailPerDay: number;
  all: number;
}

/** `unverified mail`: anybody can have sent it. */
type Source = "visitor" | "team" | "mail" | "unverified mail";

/** Bytes of files in an email: many mail servers refuse 10 MB, and Base64 adds a third. */
const maxEmailed = 7 * 1024 * 1024;

/** Reason for which files are refused. */
export type FileProblem = keyof (typeof en)["problems"]["files"];

type Checked = { ok: true; checked: CheckedFile[] } | { ok: false; reason: FileProblem };

/** Distinguishes files in an idempotent submission; empty without any. */
export function hashFiles({ files }: SentFiles): string {
  if (files.length === 0) return "";
  const hash = createHash("sha256");
  for (const file of files) hash.update(String(file.length)).update(":").update(file);
  return hash.digest("base64url");
}

export function createAttachments(deps: {
  store: AttachmentStore;
  untrustedInput: Pick<UntrustedInput, "read">;
  limits: AttachmentLimits;
  now: () => number;
}) {
  const { store, untrustedInput, limits, now } = deps;
  const refused = { busy: 0, full: 0 };

  /**
   * The team can reply with files when visitors have used up a day's. Emails, which cost their senders nothing, take no
   * room from forms: they have a day's of their own and half of the store, and half of that those that anybody can have
   * sent.
   */
  async function hasRoom(bytes: number, sourceKind: Source): Promise<boolean> {
    const used = await store.used(now() - day);
    const fits = (taken: number, limit: number) => limit === 0 || taken + bytes <= limit;
    if (!fits(used.all, limits.all)) return false;
    if (sourceKind === "team") return true;
    if (sourceKind === "visitor") return fits(used.recent - used.recentMail, limits.perDay);
    const share = sourceKind === "mail" ? 1 : 0.5;
    return fits(used.recentMail, limits.mailPerDay * share) && fits(used.allMail, (limits.all / 2) * share);
  }

  /** Checks a file by its content. `sender` tells whose turn it is: a network, or an inquiry. */
  async function checkFile(
    bytes: Buffer,
    sender: string,
  ): Promise<{ ok: true; file: CheckedFile } | { ok: false; reason: FileProblem }> {
    const kind = kindOf(bytes);
    if (kind === null) return { ok: false, reason: "wrong type" };
    if (kind === "pdf") return { ok: true, file: pdfFile(bytes) };
    const reading = await untrustedInput.read("picture", bytes, sender);
    if (reading.ok)
      return reading.value === null ? { ok: false, reason: "unreadable" } : { ok: true, file: reading.value };
    if (reading.reason === "busy") {
      refused.busy += 1;
      throw new FilesBusyError();
    }
    return { ok: false, reason: "unreadable" };
  }

  return {
    /** Submissions whose files were not taken, since the start: too much to read, or no room left. */
    refused: (): Readonly<typeof refused> => refused,

    /**
     * Checks files before they are stored with their text. `fileTexts` says what the sender can do.
     * @throws FilesBusyError
     */
    async check(
      { files, names = [] }: SentFiles,
      { by = "visitor", sender = by }: { by?: "visitor" | "team"; sender?: string } = {},
    ): Promise<Checked> {
      if (files.length === 0) return { ok: true, checked: [] };
      if (files.length > attachmentLimits.count) return { ok: false, reason: "too many" };
      if (files.some(({ length }) => length > attachmentLimits.bytes)) return { ok: false, reason: "too large" };
      if (!(await hasRoom(bytesOf({ files }), by))) {
        refused.full += 1;
        return { ok: false, reason: "full" };
      }
      const checked: CheckedFile[] = [];
      for (const [at, file] of files.entries()) {
        const result = await checkFile(file, sender);
        if (!result.ok) return result;
        // The names of visitors' files are not kept.
        checked.push(by === "team" ? { ...result.file, name: nameOf(names[at] ?? "", result.file.type) } : result.file);
      }
      return { ok: true, checked };
    },

    /** Splits the files of an email into those that there is room for, and the others. */
    async fitting(
      files: readonly SentFile[],
      sourceKind: "mail" | "unverified mail",
    ): Promise<{ checked: CheckedFile[]; lost: LostFile[] }> {
      const checked: CheckedFile[] = [];
      const lost: LostFile[] = [];
      let bytes = 0;
      for (const sent of files) {
        const { name, size } = sent;
        if (sent.file === null) lost.push({ name, reason: sent.reason });
        else if (await hasRoom(bytes + size, sourceKind)) {
          bytes += size;
          checked.push({ ...sent.file, name });
        } else lost.push({ name, reason: "full" });
      }
      return { checked, lost };
    },

    of: (inquiryId: string): Promise<Map<string, NamedAttachment[]>> => store.of(inquiryId),

    find: (id: string): Promise<StoredFile | null> => store.find(id),

    /** The content of a file, piece by piece; null if it is missing, or not what was stored. */
    content: (file: StoredFile): Promise<AsyncIterable<Buffer> | null> => store.content(file),

    /** The content of a reply's file; null if it is not what the program stored. */
    unchanged: (file: StoredFile): Promise<Buffer | null> => store.unchanged(file),

    /** The files of a reply, for its email; null if they are too large for one. `changed`: by something else. */
    async filesOf(entryId: string): Promise<Array<{ name: string; type: string; bytes: Buffer }> | "changed" | null> {
      const found = await store.filesOf(entryId);
      if (found.reduce((sum, { size }) => sum + size, 0) > maxEmailed) return null;
      const files = [];
      for (const file of found) {
        const bytes = await store.unchanged(file);
        if (bytes === null) return "changed";
        files.push({ name: fileName(file), type: file.type, bytes });
      }
      return files;
    },
  };
}

const endings = { "application/pdf": "pdf", "image/webp": "webp" } as const;

/** The name of a member's file, with the ending of what is stored: pictures are encoded again. */
function nameOf(given: string, type: CheckedFile["type"]): string {
  const stem = cleanFileName(given).replace(/\.\w{1,5}$/, "");
  return stem === "" ? "" : `${stem}.${endings[type]}`;
}

/**
 * The name of a download: that of a reply's file, else one of ours. What the sender of an email called it is shown to
 * the team only.
 */
export function fileName({
  reference,
  id,
  type,
  name,
  entry,
}: Pick<StoredFile, "reference" | "id" | "type" | "name" | "entry">): string {
  const isReplys = entry !== null && entry !== "gone" && entry.kind === "reply";
  return isReplys && name !== "" ? name : `${reference}-${id.slice(0, 4)}.${endings[type]}`;
}
