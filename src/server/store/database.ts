import type { Generated } from "kysely";
import type { ChannelType } from "#domain/channel.ts";

/** The tables, as both engines hold them. Times are milliseconds since 1970, booleans 0 or 1. */
export interface Database {
  contact: ContactTable;
  inquiry: InquiryTable;
  member: MemberTable;
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  sign_in_failure: SignInFailureTable;
  known_network: KnownNetworkTable;
  secret: SecretTable;
}

interface ContactTable {
  id: string;
  type: ChannelType;
  value: string;
  is_active: number;
  proof: string;
  position: number;
  created_at: number;
  updated_at: number;
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
}

interface MemberTable {
  id: string;
  email: string;
  /** The address in lower case: what a sign-in is looked up by. */
  email_key: string;
  password_hash: string;
  created_at: number;
}

interface SessionTable {
  token_hash: string;
  member_id: string;
  created_at: number;
  seen_at: number;
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
