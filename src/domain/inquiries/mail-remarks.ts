import { attachmentLimits } from "./attachment.ts";

/** Reasons for which a file of an email is not kept, as stored. `cut`: the email was longer than what is read. */
const reasonTexts = {
  type: "neither a picture nor a PDF",
  size: `larger than ${attachmentLimits.megabytes} MB`,
  count: `more than ${attachmentLimits.count} files`,
  unreadable: "it cannot be read",
  cut: "the email is too large",
  full: "no room for more files",
} as const;

export type LossReason = keyof typeof reasonTexts;

/** A file of an email that is not kept. */
export interface LostFile {
  /** The sender's name for the file; empty if it has none. */
  name: string;
  reason: LossReason;
}

/** The text of an email without one of its own. */
const noTexts = {
  empty: "(This email has no text.)",
  unreadable: "(This email could not be read. It is in the mailbox.)",
} as const;

/** The stored text of an email that cannot be parsed. */
export const unreadableText = noTexts.unreadable;

/** Remark of the server in the text of an email: why it has none, or which files are missing and how many more. */
export type MailRemark =
  | { kind: keyof typeof noTexts }
  | { kind: "lost files"; files: readonly LostFile[]; more: number };

const [start, end] = ["(Not kept here: ", ".)"];

/** Names in a text. Many more are no help. */
const maxNamed = 10;

/** The text of an email as it is stored, in English; the admin area says the remark in the member's language. */
export function withRemark(text: string, hasFiles: boolean, lost: readonly LostFile[]): string {
  if (text === "" && !hasFiles) return noTexts.empty;
  if (lost.length === 0) return text.trim();
  const named = lost
    .slice(0, maxNamed)
    .map(({ name, reason }) => `${name === "" ? "a file" : `“${name}”`} (${reasonTexts[reason]})`);
  const more = lost.length > maxNamed ? [`${lost.length - maxNamed} more`] : [];
  return `${text}\n\n${start}${[...named, ...more].join(", ")}${end}`.trim();
}

const reasonOf = new Map(Object.entries(reasonTexts).map(([reason, text]) => [text as string, reason as LossReason]));
const oneFile = new RegExp(
  String.raw`(?:a file|“(?<name>[^\n]*?)”) \((?<reason>${[...reasonOf.keys()].join("|")})\)(?:, |$)|(?<more>\d{1,4}) more$`,
  "y",
);

/** Takes the remarks off a stored text. What looks like one and is not the server's stays. */
export function splitRemarks(stored: string): { text: string; remarks: readonly MailRemark[] } {
  const below = stored.lastIndexOf(`\n\n${start}`);
  const at = below < 0 ? 0 : below + 2;
  const isThere = stored.startsWith(start, at) && stored.endsWith(end);
  const lost = isThere ? readLost(stored.slice(at + start.length, -end.length)) : undefined;
  const text = lost === undefined ? stored : stored.slice(0, at).trimEnd();
  const kind = (["empty", "unreadable"] as const).find((each) => noTexts[each] === text);
  return {
    text: kind === undefined ? text : "",
    remarks: [...(kind === undefined ? [] : [{ kind }]), ...(lost === undefined ? [] : [lost])],
  };
}

function readLost(list: string): MailRemark | undefined {
  const files: LostFile[] = [];
  let more = 0;
  for (oneFile.lastIndex = 0; oneFile.lastIndex < list.length;) {
    const { name = "", reason, more: count } = oneFile.exec(list)?.groups ?? {};
    const known = reasonOf.get(reason ?? "");
    if (known !== undefined) files.push({ name, reason: known });
    else if (count !== undefined) more = Number(count);
    else return undefined;
  }
  return { kind: "lost files", files, more };
}
