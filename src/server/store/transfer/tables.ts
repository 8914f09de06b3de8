import type { Database } from "../database.ts";
import { hash } from "node:crypto";

/** Plan for paging through a table: by `key`, which is unique. */
interface TablePlan {
  key: string;
  /** The column with numbers assigned by the database, which must never be reused. */
  numbered?: string;
}

/** Every content table, referenced tables first. */
export const tablePlans: Record<keyof Database, TablePlan> = {
  member: { key: "id" },
  member_profile: { key: "member_id" },
  session: { key: "token_hash" },
  one_time_link: { key: "token_hash" },
  api_token: { key: "id" },
  sign_in_failure: { key: "key" },
  known_network: { key: "key" },
  known_device: { key: "key" },
  totp: { key: "member_id" },
  passkey: { key: "id" },
  recovery_code: { key: "code_hash" },
  used_ticket: { key: "key" },
  secret: { key: "name" },
  setting: { key: "name" },
  channel_book: { key: "id" },
  channel_change: { key: "number" },
  // One row at most.
  unsealed_channels: { key: "channels" },
  blocked_sender: { key: "id" },
  assignment_turn: { key: "member_id" },
  member_setting: { key: "member_id" },
  inquiry: { key: "number", numbered: "number" },
  inquiry_note: { key: "id", numbered: "rowid" },
  inquiry_event: { key: "number", numbered: "number" },
  inquiry_entry: { key: "number", numbered: "number" },
  draft: { key: "id" },
  inquiry_link: { key: "key_hash" },
  address_code: { key: "inquiry_id" },
  reply_outcome: { key: "number", numbered: "number" },
  attachment: { key: "number", numbered: "number" },
  bell_entry: { key: "id" },
  attachment_part: { key: "id" },
  erased_file: { key: "name" },
  inquiry_count: { key: "status" },
  inbox_change: { key: "number", numbered: "number" },
  erasure: { key: "inquiry_id" },
  submission: { key: "key_hash" },
  saved_reply: { key: "id" },
  tag: { key: "id" },
  inquiry_tag: { key: "number", numbered: "number" },
  saved_view: { key: "id" },
  outbox: { key: "id" },
  mailbox: { key: "id" },
  untaken_mail: { key: "number", numbered: "number" },
  untaken_mail_part: { key: "id" },
  mail_try: { key: "id" },
  report_sum: { key: "id" },
  audit_entry: { key: "number" },
};

export type TableName = keyof Database;

// The type of the record above ensures that it has exactly these keys.
export const tableNames = Object.keys(tablePlans) as TableName[];

/** Equal if two tables have the same rows, in any order. */
export interface TableSum {
  rows: number;
  /** Stays below 2^48. */
  sum: number;
}

export type TableChecksums = Record<TableName, TableSum>;

/** The type of our columns' values. */
export type Cell = string | number | null;

/**
 * Sums rows, each by the first 48 bits of the SHA-256 of its values. Numbers are hashed as their digits, so that the
 * sum is the same on both engines.
 */
export function createRowSum() {
  const total: TableSum = { rows: 0, sum: 0 };
  return {
    total: total as Readonly<TableSum>,
    /** The values must be in the order of the column names. */
    add(this: void, values: readonly Cell[]): void {
      const text = JSON.stringify(values.map((value) => (value === null ? null : String(value))));
      total.rows += 1;
      total.sum = (total.sum + hash("sha256", text, "buffer").readUIntBE(0, 6)) % 2 ** 48;
    },
  };
}

export const sameSum = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.sum === other.sum;
