import { createHash } from "node:crypto";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import type { LossReason } from "#domain/inquiries/mail-remarks.ts";
import { encodePicture, kindOf, pdfFile, type SentFile } from "../inquiries/attachments/check-file.ts";
import { type MailLimit, exceededLimit } from "./mail-limits.ts";
import { type MailFile, maxMailBytes, type ParsedMail, parseMail } from "./parse-mail.ts";

/** Result of the process of `untrusted-input.ts` for an email. */
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
  const read = createFileReader(mail.sender.address);
  const files: SentFile[] = [];
  // Pictures of signatures and quotations take no place that another file needs.
  for (const file of attachments.toSorted((one, other) => Number(isQuoted(one)) - Number(isQuoted(other)))) {
    const sent = await read(file);
    if (sent.file !== null || !isTrifle(file)) files.push(sent);
  }
  return { ok: true, mail, files };
}

const isQuoted = ({ inline }: MailFile) => inline === "quotation or signature";

/** Returns whether a file may be dropped: a picture of a signature or a quotation, or a tracking pixel. */
const isTrifle = (file: MailFile) => isQuoted(file) || (file.inline !== null && file.bytes.length < 100);

/** Small pictures in the text are kept beside the files: some of them are logos, which must not take their place. */
const smallPictures = { count: 5, bytes: 100_000, pixels: 2_000_000 };

function createFileReader(address: string) {
  let [tried, triedSmall] = [0, 0];
  return async ({ name, bytes, inline }: MailFile): Promise<SentFile> => {
    const sent = { name, size: bytes.length };
    const lost = (reason: LossReason) => ({ ...sent, file: null, reason });
    if (bytes.length === 0) return lost("cut");
    const kind = kindOf(bytes);
    if (kind === null) return lost("type");
    if (bytes.length > attachmentLimits.bytes) return lost("size");
    const isSmall =
      kind === "image" && inline !== null && bytes.length <= smallPictures.bytes && triedSmall < smallPictures.count;
    if (isSmall) triedSmall += 1;
    else if (tried === attachmentLimits.count) return lost("count");
    else tried += 1;
    if (kind === "pdf") return { ...sent, file: pdfFile(bytes) };
    const picture = await encodePicture(bytes, ...(isSmall ? [smallPictures.pixels] : []));
    if (picture === null) return lost("unreadable");
    return {
      ...sent,
      file:
        inline === null
          ? picture
          : { ...picture, inline: { key: keyOf(address, bytes), isQuoted: inline !== "message" } },
    };
  };
}

/** Returns the key of a picture, by which it is recognized if its sender sends it again. */
const keyOf = (address: string, bytes: Buffer) =>
  createHash("sha256").update(`${address.toLowerCase()}\n`).update(bytes).digest("base64url");
