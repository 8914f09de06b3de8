import { teamCopy } from "#copy/current.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import { type LossReason, type MailRemark, splitRemarks } from "#domain/inquiries/mail-remarks.ts";

/** Returns the server's remark below an email, in the member's language. */
export function remarkText(remark: MailRemark): string {
  const { noText, lost, unnamed, named, file, more } = teamCopy.inquiry.thread.remarks;
  if (remark.kind !== "lost files") return noText[remark.kind];
  const files = remark.files.map(({ name, reason }) => file(name === "" ? unnamed : named(name), reasonText(reason)));
  return lost([...files, ...(remark.more > 0 ? [more(remark.more)] : [])].join(", "));
}

/** An email's excerpt, which may be nothing but such a remark. */
export function excerptText(excerpt: string): string {
  const { text, remarks } = splitRemarks(excerpt);
  return text || remarks.map(remarkText).join(" ");
}

function reasonText(reason: LossReason): string {
  const { reasons } = teamCopy.inquiry.thread.remarks;
  if (reason === "size") return reasons.size(attachmentLimits.megabytes);
  return reason === "count" ? reasons.count(attachmentLimits.count) : reasons[reason];
}
