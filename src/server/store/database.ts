import type { Generated, GeneratedAlways } from "kysely";
import type { Attachment } from "#contract/inquiries/attachment.ts";
import type { SenderKind } from "#domain/inquiries/blocked-sender.ts";
import type { EntryKind, EntryWay } from "#domain/inquiries/conversation.ts";
import type { ChangedName, Choices } from "#domain/inquiries/choices.ts";
import type { InquiryStatus, InquiryWay } from "#domain/inquiries/inquiry.ts";
import type { BellKind } from "#domain/inquiries/bell.ts";
import type { TagColor } from "#domain/inquiries/tag.ts";
import type { UntakenReason, UntakenState } from "#domain/inquiries/untaken-mail.ts";
import type { Role } from "#domain/member.ts";

/**
 * The tables, the same on both engines. Times are milliseconds since 1970, booleans 0 or 1. Each has its line in
 * `transfer/tables.ts` and in `exports/export-queries.ts`; backups and checksums find it themselves.
 */
export interface Database {
  channel_book: ChannelListTable;
  channel_change: ChannelChangeTable;
  unsealed_channels: UnsealedChannelsTable;
  inquiry: InquiryTable;
  inquiry_note: InquiryNoteTable;
  inquiry_event: InquiryEventTable;
  inquiry_entry: InquiryEntryTable;
  inquiry_link: InquiryLinkTable;
  address_code: AddressCodeTable;
  reply_outcome: ReplyOutcomeTable;
  bell_entry: BellEntryTable;
  inquiry_count: InquiryCountTable;
  attachment: AttachmentTable;
  attachment_part: AttachmentPartTable;
  erased_file: ErasedFileTable;
  blocked_sender: BlockedSenderTable;
  assignment_turn: AssignmentTurnTable;
  member_setting: MemberSettingTable;
  draft: DraftTable;
  inbox_change: InboxChangeTable;
  erasure: ErasureTable;
  saved_reply: SavedReplyTable;
  tag: TagTable;
  inquiry_tag: InquiryTagTable;
  saved_view: SavedViewTable;
  setting: SettingTable;
  outbox: OutboxTable;
  member: MemberTable;
  member_profile: MemberProfileTable;
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  api_token: ApiTokenTable;
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
  mailbox: MailboxTable;
  untaken_mail: UntakenMailTable;
  untaken_mail_part: UntakenMailPartTable;
  mail_try: MailTryTable;
  report_sum: ReportSumTable;
}

/** One row: the signed channel list. */
interface ChannelListTable {
  id: 1;
  /** Grows with each change; also part of the signed text. */
  version: number;
  sealed: string;
}

/** The history of the channels; the signed list contains a hash over all entries. */
interface ChannelChangeTable {
  number: number;
  /** JSON. */
  entry: string;
}

/** The channels of a store older than signed lists, until the server signs them. */
interface UnsealedChannelsTable {
  channels: string;
}

type ChoiceColumns = { [Name in Exclude<keyof Choices, "status">]: Generated<Choices[Name]> };

/**
 * A column that is no choice of `domain/inquiries/choices.ts` also has its place in `domain/inquiries/inquiry.ts`, the
 * columns of `inquiries/inquiry-queries.ts`, `contract/inbox/inbox.ts`, both exports (`inbox/export-queries.ts`,
 * `exports/export-queries.ts`), imports (`imports/`) and the demo (`demo/demo-data.ts`). If the team changes it:
 * `web/admin/inbox/team-fields.ts`, `inquiries/change-queries.ts` and merging (`inquiries/merge-queries.ts`).
 */
interface InquiryTable extends ChoiceColumns {
  /** Grows with each inquiry: the cursor of paged lists. */
  number: Generated<number>;
  id: string;
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
  created_at: number;
  /** Short enough to read out; unique. */
  reference: string;
  /** `binned`: it is in the bin, and `binned_status` is its status before. */
  status: InquiryStatus | "binned";
  assignee_id: string | null;
  /** Grows with each change by the team. */
  version: Generated<number>;
  closed_at: number | null;
  /** The number in E.164 and the address in lower case: they group the inquiries of one person. */
  phone_key: string | null;
  email_key: string | null;
  /** Subject of an impostor report; empty otherwise. */
  reported: Generated<string>;
  /** Hash of the key to the visitor's private page. */
  receipt_hash: string | null;
  /** All three are null outside the bin. */
  binned_status: InquiryStatus | null;
  binned_at: number | null;
  binned_by: string | null;
  /** Time from which the visitor wants no email about it. */
  mail_stopped_at: number | null;
  /** When the visitor answered last; null if they only sent the inquiry. */
  wrote_at: number | null;
  /** When its snooze ends or, until the team acts on it, has ended; see `domain/inquiries/snooze.ts`. */
  snoozed_until: number | null;
  /** The id of the inquiry whose thread shows this one, which is closed; that one is not merged itself. */
  merged_into: string | null;
  /** The code of the language that the visitor chose; null if it is not known. */
  language: string | null;
  /** When its visitor proved on the private page that the address is theirs. */
  address_proved_at: Generated<number | null>;
  /** The way it came; null if it came before this was stored. */
  arrival_way: Generated<InquiryWay | null>;
  /** Time from which it waits because the last reply did not arrive. */
  undelivered_at: Generated<number | null>;
  /** When a reply last failed, a snooze last ended, or an answer last came that anybody can have sent. */
  activity_at: Generated<number | null>;
  /** When its visitor wrote what is the oldest that the team has not replied to; null: what they wrote last. */
  waiting_since: Generated<number | null>;
  /** Closed, and with an answer since then whose sender anybody can have forged. */
  unproven_at: Generated<number | null>;
  /** Time from which no member has seen its current state; the end of a snooze is in the future. */
  unread_since: Generated<number | null>;
}

interface InquiryNoteTable {
  id: string;
  inquiry_id: string;
  member_id: string | null;
  text: string;
  created_at: number;
  /** JSON: the ids of the members that it mentions. */
  mentions: Generated<string>;
}

/**
 * A change of `status`, another of `changedNames` or `assignee` from `before` to `after`: values or member ids.
 * `tagged` has the tag's name in `after`, `untagged` in `before`. A `snooze` has its end in `after` (a number; null if
 * it ended early), `blocked` and `unblocked` what of the sender. `merged` (into another), `unmerged`, `absorbed`
 * (another) and `released` have the other inquiry's id in `after`, and `merged` what its undo restores in `before`
 * (JSON). `imported` has the program in `before`, and its number there in `after`. `binned` and `restored` have
 * neither.
 */
interface InquiryEventTable {
  number: Generated<number>;
  inquiry_id: string;
  member_id: string | null;
  what:
    | ChangedName
    | "assignee"
    | "tagged"
    | "untagged"
    | "snooze"
    | "blocked"
    | "unblocked"
    | "merged"
    | "unmerged"
    | "absorbed"
    | "released"
    | "imported"
    | "binned"
    | "restored";
  before: string | null;
  after: string | null;
  created_at: number;
  /** The name of the API token that made the change, if it was no member. */
  token_name: Generated<string | null>;
}

/** An entry of a conversation, after the visitor's first message. */
interface InquiryEntryTable {
  /** The order of the entries. */
  number: Generated<number>;
  id: string;
  inquiry_id: string;
  /** `withdrawn`: a reply that was taken back. Only the search index still needs its text. */
  kind: EntryKind | "withdrawn";
  way: EntryWay;
  /** The author of a reply. */
  member_id: string | null;
  text: string;
  created_at: number;
  /** When a reply leaves; until then it can be taken back. Null for an answer. */
  leaves_at: number | null;
  /** State of its email, which has the same id in the outbox for a time. */
  delivery: OutboxTable["state"] | null;
  problem: string | null;
  /** The address that an answer came from by email, if it is not the inquiry's, or only its subject led here. */
  sender: string | null;
  /** The name of the API token that replied, if it was no member. */
  token_name: Generated<string | null>;
  /** When and by whom an answer that only its subject and sender led here was taken as the visitor's. */
  accepted_at: Generated<number | null>;
  accepted_by: Generated<string | null>;
  /** MAC of a reply, which shows that this program wrote it; see `inquiries/entry-proofs.ts`. */
  proof: Generated<string | null>;
  /** Author of a reply as visitors see it (JSON); null for the site itself. */
  author: Generated<string | null>;
}

/** Outcomes of replies whose email failed: `failed`, and `delivered` if it was sent again with success. */
interface ReplyOutcomeTable {
  number: Generated<number>;
  entry_id: string;
  inquiry_id: string;
  outcome: "failed" | "delivered";
  created_at: number;
}

/** A key to the visitor's private page that an email contained; as a hash, like the first one. */
interface InquiryLinkTable {
  key_hash: string;
  inquiry_id: string;
  created_at: number;
}

/** The code that proves an inquiry's address, as a keyed hash; it is made when its email is sent. */
interface AddressCodeTable {
  inquiry_id: string;
  code_hash: string;
  expires_at: number;
  tries: Generated<number>;
}

/** A file of an inquiry's first message or, with `entry_id`, of an answer or a reply. */
interface AttachmentTable {
  number: Generated<number>;
  id: string;
  inquiry_id: string;
  entry_id: string | null;
  type: Attachment["type"];
  /** Size in bytes; the sides are in pixels. */
  size: number;
  width: number | null;
  height: number | null;
  created_at: number;
  /** The sender's name for the file, cleaned; empty if it has none. */
  file_name: Generated<string>;
  /** Known by the bytes and the sender of a picture that an email shows in its text: null for other files. */
  picture_key: Generated<string | null>;
  /** 1 for such a picture in a signature or in a quoted message. */
  is_quoted: Generated<number>;
  /** SHA-256; null for a file of an earlier version, unless it is a reply's. */
  content_hash: Generated<string | null>;
  /** The name of its content outside of the database (`store/files/`); null if that is in parts. */
  stored_as: Generated<string | null>;
}

/** Files to remove outside of the database, since their rows are gone. A trigger fills it. */
interface ErasedFileTable {
  name: string;
}

/** A part of a file's content, in Base64: text, as all that is moved between engines. */
interface AttachmentPartTable {
  /** The id of the file and the position. */
  id: string;
  attachment_id: string;
  position: number;
  content: string;
}

/** A number or an address whose messages are put aside; only as a keyed hash, and a hint such as `…43210`. */
interface BlockedSenderTable {
  id: string;
  key_hash: string;
  kind: SenderKind;
  hint: string;
  member_id: string | null;
  created_at: number;
}

/** When a member was last assigned a new inquiry in turn: a number that grows with each. */
/** Public profiles of members. `names` and `signatures` are JSON, by language; "" without a picture. */
interface MemberProfileTable {
  member_id: string;
  names: string;
  signatures: string;
  /** WebP in Base64. */
  picture: string;
  /** SHA-256 of its bytes. */
  picture_hash: string;
  /** 1 once an owner lets visitors see it. */
  is_picture_shown: number;
  /** The MAC that shows that this program wrote the row; see `profiles/profile-proof.ts`. */
  proof: string | null;
}

interface AssignmentTurnTable {
  member_id: string;
  /** 0 before the first one. */
  turn: number;
  /** 0 while the turns pass over them. Not signed: it gives no rights. */
  takes_turns: Generated<number>;
}

/** A member's bell entries about inquiries: the last of each kind. */
interface BellEntryTable {
  id: string;
  member_id: string;
  inquiry_id: string;
  kind: BellKind;
  /** The member whose act it was. */
  by_id: string | null;
  created_at: number;
  read_at: Generated<number | null>;
  /** The email that tells of it. */
  mail_id: Generated<string | null>;
}

/** The settings of a member's own that they chose. */
interface MemberSettingTable {
  member_id: string;
  /** JSON: see `contract/auth/own-settings.ts`. */
  value: string;
}

/** An unsent text of a member, which only they read. */
interface DraftTable {
  /** The member, the inquiry and the kind. */
  id: string;
  member_id: string;
  inquiry_id: string;
  kind: string;
  /** JSON: see `contract/inbox/draft.ts`. */
  value: string;
  version: number;
  saved_at: number;
}

/** Counters per status, since counting a million rows takes too long. */
interface InquiryCountTable {
  status: InquiryStatus;
  count: number;
}

/**
 * Events for open inboxes, which also catch up from here; retained for a day. `tags`, `views` and `bell` name no
 * inquiry.
 */
interface InboxChangeTable {
  number: Generated<number>;
  inquiry_id: string;
  kind: "added" | "answered" | "changed" | "mentioned" | "erased" | "seen" | "tags" | "views" | "bell";
  created_at: number;
  /** The only member whom it is sent to; null: everybody. */
  member_id: string | null;
}

/** All that remains of an inquiry after its erasure. */
interface ErasureTable {
  inquiry_id: string;
  reason: "team" | "visitor" | "retention" | "request" | "bin";
  erased_at: number;
}

interface SavedReplyTable {
  id: string;
  title: string;
  text: string;
  created_at: number;
  /** JSON: its text in further languages, by their codes. */
  variants: Generated<string>;
  version: Generated<number>;
}

interface TagTable {
  id: string;
  name: string;
  /** `tagKey` of the name; unique. */
  name_key: string;
  color: TagColor;
  created_at: number;
}

/** The tags of inquiries. */
interface InquiryTagTable {
  number: Generated<number>;
  tag_id: string;
  inquiry_number: number;
}

/** Filters of the inbox under a name; `filter` is JSON. */
interface SavedViewTable {
  id: string;
  member_id: string;
  name: string;
  is_shared: number;
  filter: string;
  created_at: number;
}

/** Settings of the owners; `value` is JSON. */
interface SettingTable {
  name: string;
  value: string;
}

/**
 * Outgoing notifications. `id` is the same on every attempt, so that receivers can detect repeats; `payload` is JSON.
 */
export interface OutboxTable {
  id: string;
  kind: string;
  channel: string;
  inquiry_id: string | null;
  payload: string;
  state: "waiting" | "delivered" | "dead";
  attempts: number;
  next_at: number;
  /** Why the last attempt failed, without any of the content sent. */
  problem: string | null;
  tried_at: number | null;
  created_at: number;
  settled_at: number | null;
}

interface MemberTable {
  id: string;
  email: string;
  /** The address in lower case, for look-ups at sign-in. */
  email_key: string;
  /** Empty until an invited member sets a password. */
  password_hash: string;
  created_at: number;
  role: Generated<Role>;
  is_active: Generated<number>;
  /** Grows with each change of the signed fields; see `auth/team/member-signing-queries.ts`. */
  revision: Generated<number>;
  mac: Generated<string | null>;
  /** Time from which the account certainly belongs to this owner; null if that is long ago. */
  owner_since: Generated<number | null>;
  /** The owner who proposed to make this member an owner, and when; a second owner has to approve. */
  owner_proposed_by: Generated<string | null>;
  owner_proposed_at: Generated<number | null>;
  /** The identity with which the member signs in at the company's provider; both null for a local account. */
  oidc_issuer: Generated<string | null>;
  oidc_subject: Generated<string | null>;
}

interface SessionTable {
  token_hash: string;
  /** Identifies the session to its member. */
  id: string;
  /** Browser and system, such as `Chrome on Android`. */
  device: string | null;
  member_id: string;
  created_at: number;
  seen_at: number;
  /** The time of the member's last step-up. */
  proved_at: number | null;
  /** MAC over that time; see `auth/sessions.ts`. */
  proof_mac: string | null;
  /** MAC that shows that the server created the session. */
  mac: Generated<string | null>;
}

/** `member_id` is null for the link that creates the first owner. */
interface OneTimeLinkTable {
  token_hash: string;
  member_id: string | null;
  expires_at: number;
  mac: Generated<string | null>;
}

/** A key for programs; of the token itself there is only the MAC over it and the row. */
interface ApiTokenTable {
  id: string;
  /** The part of the token by which it is found. */
  prefix: string;
  name: string;
  /** JSON: the scopes, in the order of `domain/api-token.ts`. */
  scopes: string;
  /** The member who made it. */
  member_id: string;
  created_at: number;
  expires_at: number;
  /** The day of the last use, such as `2026-11-26`, in the site's time zone. */
  used_on: string | null;
  mac: string;
}

/** `key` is an HMAC: it reveals neither the address nor the network. */
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

/** Keys that the server generates at its first start. */
interface SecretTable {
  name: string;
  value: string;
}

/** Submissions with an idempotency key. Both hashes are keyed, so they reveal nothing of it. */
interface SubmissionTable {
  key_hash: string;
  body_hash: string;
  reference: string;
  created_at: number;
}

/**
 * Append-only; see `audit/audit-chain.ts` for the hash and the signature. The other columns are generated from the
 * entry.
 */
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

/** A member's one-time codes (RFC 6238). The secrets are encrypted; `pending` is not confirmed by a code yet. */
interface TotpTable {
  member_id: string;
  /** Null until the first one is confirmed. */
  secret: string | null;
  /** The last step whose code was used: each code works once. */
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

/** Signed tokens and challenges used before they expired; `key` is a hash. */
interface UsedTicketTable {
  key: string;
  expires_at: number;
}

/** Positions up to which mailboxes of incoming mail have been read. */
interface MailboxTable {
  /** A hash of its server and user. */
  id: string;
  uid_validity: string;
  uid: number;
}

/** An email that was not taken; an erased one has only its hash left. */
interface UntakenMailTable {
  number: Generated<number>;
  id: string;
  /** SHA-256 of the email. */
  hash: string;
  received_at: number;
  way: "imap" | "push";
  sender_name: string;
  sender_address: string;
  /** JSON: all that it is found by, in lower case. */
  addresses: string;
  subject: string;
  preview: string;
  reason: UntakenReason;
  about: string | null;
  /** Bytes of the email, and those of them that are kept. */
  size: number;
  kept: number;
  state: UntakenState;
  /** The id of what taking it makes. */
  take_id: string;
  inquiry_id: string | null;
  taken_by: string | null;
  taken_at: number | null;
}

/** A part of such an email, in Base64. */
interface UntakenMailPartTable {
  /** The id of the email and the position. */
  id: string;
  mail_id: string;
  position: number;
  content: string;
}

/** A try to take an email, written down before it, and removed after it. */
interface MailTryTable {
  id: string;
  /** SHA-256 of the email. */
  hash: string;
  started_at: number;
  /** 1 if it failed, and the program went on. */
  has_failed: Generated<number>;
}

/** A count of what happened to inquiries that arrived at an hour of a day; `id` joins the other columns. */
interface ReportSumTable {
  id: string;
  /** Day in the site's time zone, like the hour. */
  day: string;
  hour: number;
  what: string;
  detail: string;
  class: number;
  count: number;
}
