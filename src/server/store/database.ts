import type { Generated, GeneratedAlways } from "kysely";
import type { InquiryKind } from "#domain/inquiry.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { Role } from "#domain/role.ts";

/** The tables, as both engines hold them. Times are milliseconds since 1970, booleans 0 or 1. */
export interface Database {
  channel_book: ChannelBookTable;
  channel_change: ChannelChangeTable;
  unsealed_channels: UnsealedChannelsTable;
  inquiry: InquiryTable;
  inquiry_note: InquiryNoteTable;
  inquiry_event: InquiryEventTable;
  inquiry_count: InquiryCountTable;
  inbox_change: InboxChangeTable;
  erasure: ErasureTable;
  saved_reply: SavedReplyTable;
  setting: SettingTable;
  outbox: OutboxTable;
  member: MemberTable;
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  sign_in_failure: SignInFailureTable;
  known_network: KnownNetworkTable;
  secret: SecretTable;
  submission: SubmissionTable;
  audit_entry: AuditEntryTable;
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
  known_device: KnownDeviceTable;
  used_ticket: UsedTicketTable;
}

/** One row: the channels as one signed text. */
interface ChannelBookTable {
  id: 1;
  /** Grows with each change; it stands in the signed text as well. */
  version: number;
  sealed: string;
}

/** The history of the channels; the book holds the hash over all entries. */
interface ChannelChangeTable {
  number: number;
  /** JSON. */
  entry: string;
}

/** The channels of a store from before they were sealed, until the server seals them. */
interface UnsealedChannelsTable {
  channels: string;
}

interface InquiryTable {
  /** Grows with each inquiry, so that lists can be paged by it. */
  number: Generated<number>;
  id: string;
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
  created_at: number;
  /** Short, to be read out; unique. */
  reference: string;
  status: InquiryStatus;
  assignee_id: string | null;
  /** Grows with each change that the team makes. */
  version: Generated<number>;
  closed_at: number | null;
  /** The number in E.164, and the address in lower case: what tells that two inquiries are one person's. */
  phone_key: string | null;
  email_key: string | null;
  kind: Generated<InquiryKind>;
  /** What an impostor report is about; empty otherwise. */
  reported: Generated<string>;
  /** Of the key to the visitor's private page. */
  receipt_hash: string | null;
}

interface InquiryNoteTable {
  id: string;
  inquiry_id: string;
  member_id: string | null;
  text: string;
  created_at: number;
}

/** A change of `status` or of `assignee`, from `before` to `after`: statuses or members' ids. */
interface InquiryEventTable {
  number: Generated<number>;
  inquiry_id: string;
  member_id: string | null;
  what: "status" | "assignee";
  before: string | null;
  after: string | null;
  created_at: number;
}

/** Kept beside the inquiries, since counting a million takes too long. */
interface InquiryCountTable {
  status: InquiryStatus;
  count: number;
}

/** What open inboxes are told, and catch up on; kept for a day. */
interface InboxChangeTable {
  number: Generated<number>;
  inquiry_id: string;
  kind: "added" | "changed" | "erased";
  created_at: number;
}

/** All that is left of an inquiry after its erasure. */
interface ErasureTable {
  inquiry_id: string;
  reason: "team" | "visitor" | "retention" | "request";
  erased_at: number;
}

interface SavedReplyTable {
  id: string;
  title: string;
  text: string;
  created_at: number;
}

/** What owners set in the admin area; `value` is JSON. */
interface SettingTable {
  name: string;
  value: string;
}

/** Messages on their way out. `id` is the same at every try, so that a receiver can tell a repeat; `payload` is JSON. */
export interface OutboxTable {
  id: string;
  kind: string;
  channel: string;
  inquiry_id: string | null;
  payload: string;
  state: "waiting" | "delivered" | "dead";
  attempts: number;
  next_at: number;
  /** Why the last try failed, in words that hold nothing of what was sent. */
  problem: string | null;
  tried_at: number | null;
  created_at: number;
  settled_at: number | null;
}

interface MemberTable {
  id: string;
  email: string;
  /** The address in lower case: what a sign-in is looked up by. */
  email_key: string;
  /** Empty until an invited member has set a password. */
  password_hash: string;
  created_at: number;
  role: Generated<Role>;
  is_active: Generated<number>;
}

interface SessionTable {
  token_hash: string;
  /** Names the session to its member. */
  id: string;
  /** Such as `Chrome on Android`. */
  device: string | null;
  member_id: string;
  created_at: number;
  seen_at: number;
  /** When the member has last proved who they are. */
  proved_at: number | null;
  /** What only the server could write beside that time; see `services/sessions.ts`. */
  proof_mac: string | null;
}

/** `member_id` is null on the link that makes the first owner. */
interface OneTimeLinkTable {
  token_hash: string;
  member_id: string | null;
  expires_at: number;
}

/** `key` is an HMAC: it tells neither the address nor the network. */
interface SignInFailureTable {
  key: string;
  count: number;
  blocked_until: number;
  updated_at: number;
}

/** A network from which a member has signed in; `key` is an HMAC of both. */
interface KnownNetworkTable {
  key: string;
  member_id: string;
  seen_at: number;
}

/** Keys that the server makes for itself at the first start. */
interface SecretTable {
  name: string;
  value: string;
}

/** What came with an idempotency key. Both hashes are keyed: they tell nothing of what was sent. */
interface SubmissionTable {
  key_hash: string;
  body_hash: string;
  reference: string;
  created_at: number;
}

/** Only ever added to; see `services/audit-chain.ts` for the hash and the seal. The other columns are read from the entry. */
interface AuditEntryTable {
  number: number;
  /** JSON. */
  entry: string;
  hash: string;
  seal: string;
  kind: GeneratedAlways<string | null>;
  by_member: GeneratedAlways<string | null>;
  about_member: GeneratedAlways<string | null>;
}

/** A member's one-time codes (RFC 6238). The secrets are sealed; `pending` is one that no code has confirmed yet. */
interface TotpTable {
  member_id: string;
  /** Null until the first one is confirmed. */
  secret: string | null;
  /** The last step whose code was used: no code is taken twice. */
  step: number;
  pending: string | null;
  pending_until: number | null;
}

/** `id` and `public_key` are base64url, `transports` is JSON. */
interface PasskeyTable {
  id: string;
  member_id: string;
  name: string;
  public_key: string;
  counter: number;
  transports: string;
  created_at: number;
  used_at: number | null;
}

interface RecoveryCodeTable {
  code_hash: string;
  member_id: string;
}

/** A browser in which a member has signed in; `key` is an HMAC. */
interface KnownDeviceTable {
  key: string;
  member_id: string;
  seen_at: number;
}

/** Signed tickets and challenges that were used before they were over; `key` is a hash. */
interface UsedTicketTable {
  key: string;
  expires_at: number;
}
