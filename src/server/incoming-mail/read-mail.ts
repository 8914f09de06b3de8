import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import type { SentFile } from "../inquiries/attachments/attachments.ts";
import { encodePicture, kindOf, pdfFile } from "../inquiries/attachments/check-file.ts";
import { type MailLimit, exceededLimit } from "./mail-limits.ts";
import { maxMailBytes, type ParsedMail, parseMail } from "./parse-mail.ts";

/** What the process of `untrusted-input.ts` makes of an email. */
export type ReadMail =
  | { ok: true; mail: Omit<ParsedMail, "attachments">; files: SentFile[] }
  | { ok: false; reason: "no sender" | MailLimit };

/**
 * Reads an email with its files: of the first pictures and PDFs, what is stored of them. `isCut`: its end is missing.
 */
export async function readMail(raw: Buffer, isCut = raw.length > maxMailBytes): Promise<ReadMail> {
  const limit = exceededLimit(raw);
  if (limit !== null) return { ok: false, reason: limit };
  const parsed = await parseMail(raw, isCut);
  if (parsed === null) return { ok: false, reason: "no sender" };
  const { attachments, ...mail } = parsed;
  const files: SentFile[] = [];
  let tried = 0;
  for (const bytes of attachments) {
    const kind = tried < attachmentLimits.count && bytes.length <= attachmentLimits.bytes ? kindOf(bytes) : null;
    if (kind !== null) tried += 1;
    const file = kind === "pdf" ? pdfFile(bytes) : kind === "image" ? await encodePicture(bytes) : null;
    files.push({ size: bytes.length, file });
  }
  return { ok: true, mail, files };
}
