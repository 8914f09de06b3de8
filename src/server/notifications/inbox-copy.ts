import type { InboxNotice } from "#domain/delivery.ts";
import type { EmailText } from "./copy.ts";
import { paths } from "#contract/paths.ts";

/** A member's action in the inbox. `count` is null if it exceeds what was counted. */
export interface InboxNotification {
  notice: InboxNotice;
  count: number | null;
  by: string;
  at: number;
  oneByOne?: boolean | undefined;
}

const done: Record<InboxNotice, { subject: string; what: string; advice: string }> = {
  exported: {
    subject: "Inquiries were exported",
    what: "has exported",
    advice:
      "The file holds personal data of visitors. If nobody agreed to this, end the member's sessions and " +
      "deactivate them:",
  },
  deleted: {
    subject: "Inquiries were deleted",
    what: "has deleted",
    advice: "They are in the bin. If this was a mistake, restore them there:",
  },
  erased: {
    subject: "Inquiries were erased for good",
    what: "erases for good",
    advice:
      "They cannot be restored from the bin. If nobody agreed to this, end the member's sessions and deactivate them:",
  },
};

/** Notifies owners of a member's action in the inbox: who, what, how many, when; contains no visitor data. */
export function inboxNoticeFor(
  { notice, count, by, at, oneByOne = false }: InboxNotification,
  { origin, timeZone }: { origin: string; timeZone: string },
): EmailText & { data: Record<string, unknown> } {
  const { subject, what, advice } = done[notice];
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "long", timeZone }).format(at);
  const link = `${origin}${notice === "deleted" ? `${paths.inbox}?view=bin` : paths.team}`;
  const many = count === null ? "more than 1,000 inquiries" : count === 1 ? "1 inquiry" : `${count} inquiries`;
  const how = oneByOne ? ", one by one within an hour" : "";
  return {
    subject,
    text: [`${by} ${what} ${many}${how}.`, "", `When: ${time}`, "", advice, link].join("\n"),
    data: { count, by, link },
  };
}
