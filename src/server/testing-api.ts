import { say } from "#copy/server/say.ts";
import { toStored } from "#copy/server/stored.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import type { TeamChannel, ChannelInput } from "#contract/channels/channel.ts";
import { type ApiTokenInput, apiTokenInputSchema } from "#contract/auth/api-token.ts";
import type { SavedViewInput } from "#contract/inbox/saved-view.ts";
import type { TagInput } from "#contract/inbox/tag.ts";
import { toTeamChannel } from "./channels/channels.ts";
import type { FeedMessage } from "./inbox/feed/inbox-feed.ts";
import { connectionProblem } from "./notifications/http-post.ts";
import { placesWithoutCode } from "./testing-message-codes.ts";
import { createTestApp, type TestApp } from "./testing.ts";

export type ApiResponse = LightMyRequestResponse;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Fields = Record<string, unknown>;

/** Values that the example calls refer to. */
interface Known {
  /** The ids of the stored channels, in order. */
  ids: string[];
  /** A scheduled change of the first channel. */
  scheduleId: string;
  /** A change of the second channel that waits for approval. */
  proposalId: string;
  /** A change of a channel's destination. */
  changeNumber: number;
  /** A one-time link of the member. */
  linkToken: string;
  agentId: string;
  sessionId: string;
  /** A delivery that was given up, of a reply of the member. */
  deliveryId: string;
  /** An inquiry in its initial state, and its file. */
  inquiryId: string;
  attachmentId: string;
  /** The key of its private page. */
  receiptKey: string;
  replyId: string;
  tagIds: [string, string];
  /** An API token. */
  tokenId: string;
  /** A saved view of the member. */
  viewId: string;
  /** An email that was not taken. */
  untakenId: string;
  /** The id of the member's connection to the inbox. */
  connection: string;
}

/** An API call with valid input. */
/** Calls that take no JSON, and have tests of their own. */
export const rawCalls = ["POST /api/incoming-mail"];

export interface ExampleCall {
  method: Method;
  /** The path in the OpenAPI document. */
  path: string;
  access: "anyone" | "team" | "owner";
  /** The value of `{id}`; the first channel's id by default. */
  id?: (known: Known) => string;
  body?: (known: Known) => Fields;
  headers?: Record<string, string>;
  /** Max body size in bytes, if not `LIMIT_BODY_BYTES`. */
  largestBody?: number;
  /** Whether it also takes `multipart/form-data`. */
  takesFiles?: boolean;
}

export const goodInquiry = {
  name: "Asha Example",
  phone: "+91 90000 00000",
  email: "asha@example.com",
  city: "Jaipur",
  query: "Where is the genuine Telegram channel?",
};
/** The row of a new inquiry: the typed fields, and what the software adds. */
export function storedInquiry(fields: typeof goodInquiry, now: number) {
  return {
    ...fields,
    number: expect.any(Number),
    id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    created_at: now,
    reference: expect.stringMatching(/^[2-9B-Z]{3}-[2-9B-Z]{3}$/),
    status: "new",
    assignee_id: null,
    version: 1,
    closed_at: null,
    phone_key: fields.phone.replaceAll(" ", ""),
    email_key: fields.email.toLowerCase(),
    kind: "message",
    reported: "",
    receipt_hash: expect.stringMatching(/^[\w-]{43}$/),
    binned_status: null,
    binned_at: null,
    binned_by: null,
    mail_stopped_at: null,
    address_proved_at: null,
    wrote_at: null,
    snoozed_until: null,
    merged_into: null,
    language: null,
    undelivered_at: null,
    activity_at: null,
    waiting_since: null,
    unproven_at: null,
    unread_since: now,
    arrival_way: expect.stringMatching(/^(?:form|api)$/),
  };
}
export const goodReport = {
  reported: "https://t.me.evil.example/saffron_example",
  happened: "They asked for my OTP.",
  reach: "asha@example.com",
};
export const goodChannel = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "Daily" };
export const goodSettings = {
  retentionDays: 90,
  acknowledge: false,
  says: "all",
  mail: {
    host: "smtp.example.com",
    port: 465,
    security: "tls",
    user: "desk@example.com",
    password: "a made-up password",
    from: "desk@example.com",
    to: ["team@example.com"],
  },
  webhook: { url: "https://hook.example.com/inquiries" },
  telegram: { chatId: "-1001234567890", token: "123456:made-up-bot-token" },
};
export const goodReply = { title: "Paid out", text: "Hello {name}, {reference} is paid out." };
export const goodTag: TagInput = { name: "Withdrawal", color: "orange" };
export const goodToken: ApiTokenInput = { name: "Ticket sync", scopes: ["inquiries:read"], expiresOn: "2026-12-31" };
export const goodView: SavedViewInput = {
  name: "Mine, open, over 1 h",
  isShared: false,
  filter: { assignee: "me", waiting: 1, sort: "oldest" },
};
/** A passkey's assertion with a valid shape, but no valid signature. */
export const goodAssertion = {
  id: "cGFzc2tleQ",
  rawId: "cGFzc2tleQ",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
};
export const goodRegistration = {
  id: "cGFzc2tleQ",
  rawId: "cGFzc2tleQ",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "AAAA" },
};
export const goodPassword = "a long enough password";

/** Every API call. */
export const exampleCalls: readonly ExampleCall[] = [
  { method: "GET", path: "/api/contacts/active", access: "anyone" },
  { method: "GET", path: "/api/contacts", access: "team" },
  { method: "POST", path: "/api/contacts", access: "owner", body: () => goodChannel },
  { method: "PUT", path: "/api/contacts/{id}", access: "owner", body: () => goodChannel },
  { method: "PATCH", path: "/api/contacts/{id}", access: "owner", body: () => ({ isActive: false }) },
  { method: "PUT", path: "/api/contacts/order", access: "owner", body: ({ ids }) => ({ ids: ids.toReversed() }) },
  { method: "DELETE", path: "/api/contacts/{id}", access: "owner" },
  { method: "GET", path: "/api/contacts/state", access: "team" },
  {
    method: "POST",
    path: "/api/contacts/{id}/schedules",
    access: "owner",
    body: () => ({ fields: { isActive: false }, from: "2026-12-24T12:00:00Z", until: "2026-12-26T12:00:00Z" }),
  },
  { method: "DELETE", path: "/api/contacts/schedules/{id}", access: "owner", id: ({ scheduleId }) => scheduleId },
  { method: "PUT", path: "/api/contacts/hidden", access: "owner", body: () => ({ hidden: true }) },
  { method: "PUT", path: "/api/contacts/rule", access: "owner", body: () => ({ kind: "delay", minutes: 60 }) },
  {
    method: "POST",
    path: "/api/contacts/proposals/{id}/approve",
    access: "owner",
    id: ({ proposalId }) => proposalId,
  },
  { method: "DELETE", path: "/api/contacts/proposals/{id}", access: "team", id: ({ proposalId }) => proposalId },
  { method: "GET", path: "/api/contacts/history", access: "team" },
  {
    method: "POST",
    path: "/api/contacts/history/{id}/undo",
    access: "team",
    id: ({ changeNumber }) => String(changeNumber),
  },
  { method: "GET", path: "/api/contacts/export.json", access: "team" },
  {
    method: "POST",
    path: "/api/contacts/import",
    access: "owner",
    largestBody: 4_194_304,
    body: () => ({ file: { format: "front-desk-channels", version: 1, channels: [goodChannel] } }),
  },
  { method: "POST", path: "/api/contacts/restore", access: "owner" },
  { method: "POST", path: "/api/contact-inquiries", takesFiles: true, access: "anyone", body: () => goodInquiry },
  { method: "GET", path: "/api/contact-inquiries/form-time", access: "anyone" },
  { method: "POST", path: "/api/impostor-reports", takesFiles: true, access: "anyone", body: () => goodReport },
  { method: "POST", path: "/api/verify", access: "anyone", body: () => ({ text: "+91 90000 00001" }) },
  { method: "GET", path: "/api/contact-inquiries", access: "team" },
  { method: "GET", path: "/api/contact-inquiries/{id}", access: "team", id: ({ inquiryId }) => inquiryId },
  {
    method: "PATCH",
    path: "/api/contact-inquiries/{id}",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: () => ({ status: "answered" }),
    headers: { "if-match": '"1"' },
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/{id}/notes",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: () => ({ text: "Waits for the bank" }),
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/{id}/replies",
    takesFiles: true,
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: () => ({
      id: "6a8f0000-0000-4000-8000-000000000003",
      way: "page",
      text: "It is paid out.",
      status: "answered",
    }),
    headers: { "if-match": '"1"' },
  },
  {
    method: "PUT",
    path: "/api/contact-inquiries/{id}/blocked",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: () => ({ phone: true, email: false }),
    headers: { "if-match": '"1"' },
  },
  { method: "GET", path: "/api/attachments/{id}", access: "team", id: ({ attachmentId }) => attachmentId },
  {
    method: "PUT",
    path: "/api/contact-inquiries/{id}/merge",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: ({ inquiryId }) => ({ into: { id: inquiryId, version: 1 } }),
    headers: { "if-match": '"1"' },
  },
  {
    method: "DELETE",
    path: "/api/contact-inquiries/{id}/merge",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    headers: { "if-match": '"1"' },
  },
  { method: "GET", path: "/api/blocked-senders", access: "team" },
  { method: "DELETE", path: "/api/blocked-senders/{id}", access: "team", id: ({ deliveryId }) => deliveryId },
  { method: "POST", path: "/api/blocked-senders/restore", access: "team", body: () => ({ undo: "none of ours" }) },
  { method: "DELETE", path: "/api/replies/{id}", access: "team", id: ({ deliveryId }) => deliveryId },
  { method: "POST", path: "/api/replies/{id}/retry", access: "team", id: ({ deliveryId }) => deliveryId },
  {
    method: "PUT",
    path: "/api/answers/{id}/sender",
    access: "team",
    id: ({ deliveryId }) => deliveryId,
    body: () => ({ isVisitors: true }),
  },
  { method: "POST", path: "/api/conversation", access: "anyone", body: ({ receiptKey }) => ({ key: receiptKey }) },
  {
    method: "POST",
    path: "/api/conversation/answers",
    takesFiles: true,
    access: "anyone",
    body: ({ receiptKey }) => ({ key: receiptKey, text: "It has arrived." }),
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/changes",
    access: "team",
    body: ({ inquiryId }) => ({ changes: [{ id: inquiryId, version: 1, status: "closed" }] }),
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/erase",
    access: "team",
    body: ({ inquiryId }) => ({ inquiries: [{ id: inquiryId, version: 1 }] }),
  },
  { method: "GET", path: "/api/contact-inquiries/bin", access: "team" },
  {
    method: "POST",
    path: "/api/contact-inquiries/restore",
    access: "team",
    body: ({ inquiryId }) => ({ ids: [inquiryId] }),
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/bin/erase",
    access: "owner",
    body: ({ inquiryId }) => ({ ids: [inquiryId] }),
  },
  {
    method: "POST",
    path: "/api/contact-inquiries/bin/empty",
    access: "owner",
    body: () => ({ until: "2026-11-21T09:30:00.000Z" }),
  },
  // Agents may export as well, if an owner allows it.
  { method: "GET", path: "/api/contact-inquiries/export", access: "owner" },
  { method: "GET", path: "/api/contact-inquiries/export.csv", access: "owner" },
  { method: "GET", path: "/api/contact-inquiries/export.jsonl", access: "owner" },
  { method: "GET", path: "/api/inbox/events", access: "team" },
  {
    method: "PUT",
    path: "/api/inbox/presence",
    access: "team",
    body: ({ connection, inquiryId }) => ({ connection, inquiryId }),
  },
  { method: "GET", path: "/api/drafts", access: "team" },
  { method: "GET", path: "/api/drafts/{id}", access: "team", id: ({ inquiryId }) => inquiryId },
  {
    method: "PUT",
    path: "/api/drafts/{id}",
    access: "team",
    id: ({ inquiryId }) => inquiryId,
    body: () => ({ kind: "note", text: "Waits for" }),
  },
  { method: "DELETE", path: "/api/drafts/{id}", access: "team", id: ({ inquiryId }) => inquiryId },
  { method: "GET", path: "/api/saved-replies", access: "team" },
  { method: "POST", path: "/api/saved-replies", access: "team", body: () => goodReply },
  {
    method: "PUT",
    path: "/api/saved-replies/{id}",
    access: "team",
    id: ({ replyId }) => replyId,
    body: () => goodReply,
  },
  { method: "DELETE", path: "/api/saved-replies/{id}", access: "team", id: ({ replyId }) => replyId },
  { method: "GET", path: "/api/api-tokens", access: "owner" },
  { method: "POST", path: "/api/api-tokens", access: "owner", body: () => goodToken },
  { method: "DELETE", path: "/api/api-tokens/{id}", access: "owner", id: ({ tokenId }) => tokenId },
  { method: "GET", path: "/api/tags", access: "team" },
  { method: "POST", path: "/api/tags", access: "team", body: () => goodTag },
  { method: "PUT", path: "/api/tags/{id}", access: "team", id: ({ tagIds }) => tagIds[0], body: () => goodTag },
  // Agents may merge tags as well, if an owner allows it.
  {
    method: "POST",
    path: "/api/tags/{id}/merge",
    access: "owner",
    id: ({ tagIds }) => tagIds[0],
    body: ({ tagIds }) => ({ into: tagIds[1] }),
  },
  { method: "DELETE", path: "/api/tags/{id}", access: "owner", id: ({ tagIds }) => tagIds[0] },
  { method: "GET", path: "/api/saved-views", access: "team" },
  { method: "POST", path: "/api/saved-views", access: "team", body: () => goodView },
  {
    method: "PUT",
    path: "/api/saved-views/{id}",
    access: "team",
    id: ({ viewId }) => viewId,
    body: () => goodView,
  },
  { method: "DELETE", path: "/api/saved-views/{id}", access: "team", id: ({ viewId }) => viewId },
  { method: "GET", path: "/api/session", access: "team" },
  {
    method: "POST",
    path: "/api/session",
    access: "anyone",
    body: () => ({ email: "owner@example.com", password: goodPassword }),
  },
  { method: "DELETE", path: "/api/session", access: "team" },
  {
    method: "POST",
    path: "/api/session/second-factor",
    access: "anyone",
    body: () => ({ ticket: "a ticket", code: "123456" }),
  },
  { method: "POST", path: "/api/session/passkey-options", access: "anyone", body: () => ({}) },
  {
    method: "POST",
    path: "/api/session/passkey",
    access: "anyone",
    body: () => ({ response: goodAssertion }),
  },
  { method: "POST", path: "/api/session/proof/passkey-options", access: "team" },
  { method: "GET", path: "/api/second-factor", access: "team" },
  { method: "POST", path: "/api/second-factor/codes", access: "team" },
  { method: "PUT", path: "/api/second-factor/codes", access: "team", body: () => ({ code: "123456" }) },
  { method: "DELETE", path: "/api/second-factor/codes", access: "team" },
  { method: "POST", path: "/api/second-factor/passkey-options", access: "team" },
  {
    method: "POST",
    path: "/api/second-factor/passkeys",
    access: "team",
    body: () => ({ name: "A phone", response: goodRegistration }),
  },
  { method: "DELETE", path: "/api/second-factor/passkeys/{id}", access: "team" },
  { method: "POST", path: "/api/second-factor/recovery-codes", access: "team" },
  { method: "POST", path: "/api/session/proof", access: "team", body: () => ({ password: goodPassword }) },
  { method: "PUT", path: "/api/session/password", access: "team", body: () => ({ password: goodPassword }) },
  {
    method: "POST",
    path: "/api/password",
    access: "anyone",
    body: ({ linkToken }) => ({ token: linkToken, password: goodPassword }),
  },
  { method: "POST", path: "/api/password-reset", access: "anyone", body: () => ({ email: "owner@example.com" }) },
  { method: "GET", path: "/api/sessions", access: "team" },
  { method: "DELETE", path: "/api/sessions", access: "team" },
  { method: "DELETE", path: "/api/sessions/{id}", access: "team", id: ({ sessionId }) => sessionId },
  { method: "GET", path: "/api/members", access: "team" },
  {
    method: "POST",
    path: "/api/members",
    access: "owner",
    body: () => ({ email: "new.agent@example.com", role: "agent" }),
  },
  {
    method: "PATCH",
    path: "/api/members/{id}",
    access: "owner",
    id: ({ agentId }) => agentId,
    body: () => ({ role: "owner" }),
  },
  {
    method: "PUT",
    path: "/api/members/{id}/turns",
    access: "team",
    id: ({ agentId }) => agentId,
    body: () => ({ takesTurns: false }),
  },
  { method: "GET", path: "/api/inbox/view-counts", access: "team" },
  { method: "GET", path: "/api/inbox/bell", access: "team" },
  {
    method: "PUT",
    path: "/api/inbox/bell/read",
    access: "team",
    body: () => ({ until: "2026-11-28T09:30:00.000Z" }),
  },
  { method: "GET", path: "/api/session/settings", access: "team" },
  { method: "PUT", path: "/api/session/settings", access: "team", body: () => ({ assignsOnReply: false }) },
  { method: "GET", path: "/api/profile", access: "team" },
  {
    method: "PUT",
    path: "/api/profile",
    access: "team",
    largestBody: 100_000,
    body: () => ({ names: { en: "Asha" }, signatures: {} }),
  },
  { method: "GET", path: "/api/members/profiles", access: "owner" },
  { method: "DELETE", path: "/api/members/{id}/profile", access: "owner", id: ({ agentId }) => agentId },
  {
    method: "POST",
    path: "/api/members/{id}/profile/picture",
    access: "owner",
    id: ({ agentId }) => agentId,
    body: () => ({ pictureId: "of another picture" }),
  },
  { method: "POST", path: "/api/members/{id}/link", access: "owner", id: ({ agentId }) => agentId },
  { method: "POST", path: "/api/members/{id}/ownership", access: "owner", id: ({ agentId }) => agentId },
  { method: "DELETE", path: "/api/members/{id}/ownership", access: "owner", id: ({ agentId }) => agentId },
  { method: "GET", path: "/api/audit-log", access: "owner" },
  { method: "POST", path: "/api/audit-log/check", access: "owner" },
  { method: "GET", path: "/api/audit-log/export.csv", access: "owner" },
  { method: "GET", path: "/api/audit-log/export.jsonl", access: "owner" },
  { method: "DELETE", path: "/api/members/{id}/second-factor", access: "owner", id: ({ agentId }) => agentId },
  { method: "DELETE", path: "/api/members/{id}/sessions", access: "owner", id: ({ agentId }) => agentId },
  { method: "GET", path: "/api/privacy", access: "anyone" },
  { method: "GET", path: "/api/settings", access: "owner" },
  {
    method: "PUT",
    path: "/api/settings",
    access: "owner",
    body: () => goodSettings,
    headers: { "if-match": '"0"' },
  },
  { method: "POST", path: "/api/settings/restore", access: "owner" },
  { method: "GET", path: "/api/setup", access: "owner" },
  { method: "GET", path: "/api/site", access: "owner" },
  {
    method: "PUT",
    path: "/api/site",
    access: "owner",
    largestBody: 262_144,
    body: () => ({ values: {} }),
    headers: { "if-match": '"0"' },
  },
  {
    method: "PUT",
    path: "/api/site/draft",
    access: "owner",
    largestBody: 262_144,
    body: () => ({ values: null }),
    headers: { "if-match": '"0"' },
  },
  { method: "POST", path: "/api/site/history/{id}/undo", access: "owner", id: () => "1" },
  { method: "POST", path: "/api/site/proposals/{id}/approve", access: "owner" },
  { method: "DELETE", path: "/api/site/proposals/{id}", access: "owner" },
  {
    method: "PUT",
    path: "/api/site/figures/{id}",
    access: "owner",
    largestBody: 262_144,
    id: () => "users",
    body: () => ({ value: "10K+" }),
    headers: { "if-match": '"0"' },
  },
  { method: "POST", path: "/api/site/notices/removal", access: "owner", body: () => ({ text: "Nowhere" }) },
  { method: "GET", path: "/api/site/export.json", access: "owner" },
  { method: "POST", path: "/api/settings/test", access: "owner", body: () => ({ channel: "telegram" }) },
  { method: "GET", path: "/api/trust-changes", access: "owner" },
  { method: "POST", path: "/api/trust-changes/{id}/approve", access: "owner" },
  { method: "DELETE", path: "/api/trust-changes/{id}", access: "owner" },
  { method: "PUT", path: "/api/trust-changes/{id}/seen", access: "owner" },
  { method: "POST", path: "/api/setup/support-test", access: "owner" },
  { method: "POST", path: "/api/setup/support-arrived", access: "owner", body: () => ({ code: "123456" }) },
  { method: "GET", path: "/api/incoming-mail", access: "team" },
  { method: "GET", path: "/api/untaken-mails", access: "team" },
  { method: "PUT", path: "/api/untaken-mails/{id}/taken", access: "team", id: ({ untakenId }) => untakenId },
  { method: "PUT", path: "/api/untaken-mails/{id}/undelivered", access: "team", id: ({ untakenId }) => untakenId },
  { method: "GET", path: "/api/untaken-mails/{id}/email.eml", access: "team", id: ({ untakenId }) => untakenId },
  { method: "DELETE", path: "/api/untaken-mails/{id}/taken", access: "team", id: ({ untakenId }) => untakenId },
  { method: "GET", path: "/api/reports", access: "team" },
  { method: "GET", path: "/api/reports/report.csv", access: "team" },
  { method: "GET", path: "/api/reports/received.svg", access: "team" },
  { method: "GET", path: "/api/reports/answers.svg", access: "team" },
  { method: "GET", path: "/api/reports/hours.svg", access: "team" },
  { method: "GET", path: "/api/backups", access: "owner" },
  { method: "POST", path: "/api/backups/passphrase", access: "owner" },
  { method: "GET", path: "/api/deliveries", access: "owner" },
  { method: "GET", path: "/api/deliveries/health", access: "team" },
  { method: "POST", path: "/api/deliveries/retry", access: "owner" },
  { method: "POST", path: "/api/deliveries/{id}/retry", access: "owner", id: ({ deliveryId }) => deliveryId },
];

/** The calls with their names, such as `POST /api/contacts`, as rows of a table of tests. */
export function named<Call extends ExampleCall>(calls: readonly Call[]): Array<[name: string, call: Call]> {
  return calls.map((call) => [`${call.method} ${call.path}`, call]);
}

/** Returns the example call with this name. @throws if there is none */
export function exampleCall(name: string): ExampleCall {
  const found = named(exampleCalls).find(([candidate]) => candidate === name);
  if (found === undefined) throw new Error(`there is no example of ${name}`);
  return found[1];
}

/**
 * The real app with two channels and a signed-in member. `send` validates each response against the OpenAPI document.
 */
export async function createApiTest(options: Parameters<typeof createTestApp>[0] = {}) {
  const test = await createTestApp(options);
  const { services, member } = test;
  const cookie = await test.signIn();
  const channels = [
    await added(test, { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits" }),
    await added(test, { type: "phone", value: "1800 000 0000", isActive: false, proof: "" }),
  ];
  const linkToken = (await services.accounts.newPasswordLink(member.email)) ?? "";
  await test.signIn("agent");
  const proposal = { by: "colleague", at: test.clock.now(), needsApproval: true };
  await test.store.members.change(test.agent.id, { role: "owner" }, { owner: proposal });
  await services.sessions.start(member, "Firefox on Linux");
  const token = cookie.split("=")[1] ?? "";
  const others = (await services.sessions.list(member.id, token)).filter(({ isCurrent }) => !isCurrent);
  const deliveryId = "6a8f0000-0000-4000-8000-000000000001";
  await test.store.outbox.add(
    { id: deliveryId, kind: "invitation", channel: "email", payload: "{}" },
    test.clock.now(),
  );
  await test.db.updateTable("outbox").set({ attempts: 7 }).where("id", "=", deliveryId).execute();
  const givenUp = {
    state: "dead",
    attempts: 8,
    problem: toStored(connectionProblem(say("word.mail-server"), "ECONNREFUSED")),
  } as const;
  await test.store.outbox.settle(deliveryId, givenUp, test.clock.now());
  const known: Known = {
    ids: channels.map(({ _id }) => _id),
    ...(await waiting(test, channels)),
    changeNumber: 1,
    linkToken,
    agentId: test.agent.id,
    sessionId: others[0]?.id ?? "",
    deliveryId,
    ...(await submitted(test)),
    replyId: await savedReply(test),
    tagIds: [await tagged(test, "Bonus"), await tagged(test, "KYC")],
    tokenId: await madeToken(test),
    viewId: (await services.savedViews.add(goodView, member))?.id ?? "",
    untakenId: await listedMail(test),
    connection: await connected(test),
  };
  await replied(test, { inquiryId: known.inquiryId, id: deliveryId });
  const check = await (answerCheck ??= createAnswerCheck(test));

  return {
    ...test,
    cookie,
    contacts: channels,
    known,

    /** Sends an example call with `change` applied, as the member unless `cookie` is set or undefined. */
    async send(call: ExampleCall, change: InjectOptions & { cookie?: string | undefined } = {}): Promise<ApiResponse> {
      const { cookie: session, headers, ...rest } = { cookie, ...change };
      const body = call.body?.(known);
      const response = await test.app.inject({
        method: call.method,
        url: call.path.replace("{id}", call.id?.(known) ?? known.ids[0] ?? ""),
        ...(body === undefined ? {} : { payload: body }),
        ...rest,
        headers: { ...call.headers, ...headers, ...(session === undefined ? {} : { cookie: session }) },
      });
      check(call, response);
      return response;
    },
  };
}

export type ApiTest = Awaited<ReturnType<typeof createApiTest>>;

async function added({ services }: TestApp, input: ChannelInput): Promise<TeamChannel> {
  const result = await services.channels.add(input);
  const [channel] = result.outcome === "done" ? (result.change?.after ?? []) : [];
  if (channel === undefined) throw new Error("the contact was not added");
  return toTeamChannel(channel);
}

/** Creates a scheduled change and one that waits for approval, both due far in the future. */
async function waiting({ services: { channels }, clock }: TestApp, [first, second]: TeamChannel[]) {
  const from = clock.now() + 90 * 86_400_000;
  const scheduled = { fields: { proof: "In spring" }, from, until: null };
  await channels.schedule(first?._id ?? "", scheduled, null);
  await channels.setRule({ kind: "delay", minutes: 10_080 }, null);
  const colleague = { id: "colleague", email: "colleague@example.com", role: "owner" as const };
  await channels.change(
    { id: second?._id ?? "", fields: { isActive: true } },
    { member: colleague, hasSteppedUp: true },
  );
  await channels.setRule({ kind: "none" }, null);
  const { list } = await channels.channelList();
  return { scheduleId: list.schedules[0]?.id ?? "", proposalId: list.proposals[0]?.id ?? "" };
}

async function submitted({ services, member }: TestApp) {
  const pdf = { type: "application/pdf", bytes: Buffer.from("%PDF-1.7"), width: null, height: null } as const;
  const { receiptKey } = await services.inquiries.submit(goodInquiry, { isSuspected: false, checkedFiles: [pdf] });
  const { inquiries } = await services.inbox.list({}, { limit: 1 }, member.id);
  const inquiryId = inquiries[0]?.id ?? "";
  const attachmentId = (await services.inbox.find(inquiryId))?.attachments[0]?.id ?? "";
  return { inquiryId, attachmentId, receiptKey };
}

async function madeToken({ services, member }: TestApp): Promise<string> {
  const result = await services.apiTokens.make(apiTokenInputSchema.parse(goodToken), member);
  if (!result.ok) throw new Error(result.reason);
  return result.made.apiToken.id;
}

/** Adds a tag of this name, and returns its id. */
async function tagged({ services, member }: TestApp, name: string): Promise<string> {
  const saved = await services.tags.add({ name, color: "blue" }, member);
  if (!saved.ok) throw new Error(`the tag ${name} is ${saved.reason}`);
  return saved.tag.id;
}

async function listedMail({ services }: TestApp): Promise<string> {
  const raw = Buffer.from("From: Ravi <ravi@example.org>\r\nSubject: Monthly report\r\n\r\nIt is attached.");
  await services.untakenMails.add({ raw, way: "push", reason: "program" });
  return (await services.untakenMails.list({ before: undefined, limit: 1 }))[0]?.id ?? "";
}

async function savedReply({ services }: TestApp): Promise<string> {
  const saved = await services.savedReplies.add(goodReply);
  if (!saved.ok) throw new Error(`the saved reply is refused: ${saved.reason}`);
  return saved.reply.id;
}

/** Adds a reply that has not left to the inquiry, which stays as it is otherwise. */
async function replied({ db, clock, member, services }: TestApp, { inquiryId, id }: { inquiryId: string; id: string }) {
  const now = clock.now();
  const entry = { id, inquiry_id: inquiryId, kind: "reply", way: "page", member_id: member.id } as const;
  await db
    .insertInto("inquiry_entry")
    // Its words are in the search index.
    .values({ ...entry, text: goodInquiry.query, created_at: now, leaves_at: now + leavesAfterMs })
    .execute();
  await services.entryProofs.vouch(id);
}

/**
 * Opens an inbox connection that stays, and returns its id. Others end immediately, because `inject` waits for the end
 * of a response.
 */
async function connected({ services, member }: TestApp): Promise<string> {
  let connection = "";
  const send = ({ data }: FeedMessage) => {
    if ("connection" in data) connection = data.connection;
  };
  await services.inboxFeed.open(member, undefined, { send, end: () => undefined, mayGoOn: async () => true });
  services.inboxFeed.close();
  return connection;
}

/** The parts of the OpenAPI document that the tests read. */
export interface OpenApi {
  [more: string]: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: Record<string, unknown> }> };
}
interface Operation {
  security?: unknown[];
  responses: Record<string, { content: Record<string, unknown> }>;
}

/** A response without what differs each time: two that are equal by this tell their reader the same. */
export function comparable({ statusCode, headers, body }: ApiResponse) {
  const { date: _date, "x-request-id": _id, ...others } = headers;
  return { statusCode, headers: others, body: body.replace(/"requestId":"[^"]*"/, "") };
}

/** Made once for a test file, since every app has the same calls and making it takes as long as starting an app. */
let answerCheck: ReturnType<typeof createAnswerCheck> | undefined;

/** Returns a check that throws if a response does not match the document. */
async function createAnswerCheck({ app }: TestApp): Promise<(call: ExampleCall, response: ApiResponse) => void> {
  const document: OpenApi = (await app.inject("/api/openapi.json")).json();
  // Strict mode is off because OpenAPI's keywords are not part of JSON Schema; optimizing takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } }).addSchema(document, "openapi");

  return (call, response) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    if (operation === undefined) throw new Error(`${call.method} ${call.path} is not in the document`);
    const type = String(response.headers["content-type"]).split(";")[0] ?? "";
    const status = String(response.statusCode);
    if (operation.responses[status]?.content[type] === undefined) {
      throw new Error(`${call.method} ${call.path} answers ${status} with ${type}, which is not in the document`);
    }
    // Files and event streams are not JSON.
    if (!/^application\/(problem\+)?json$/.test(type)) return;
    const steps = ["paths", call.path, call.method.toLowerCase(), "responses", status, "content", type, "schema"];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    // Compiled at its first use alone, unlike a schema that refers to it.
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (validate?.(response.json()) !== true) {
      throw new Error(`${call.method} ${call.path} ${status}: ${ajv.errorsText(validate?.errors)} in ${response.body}`);
    }
    const places = placesWithoutCode(response.json());
    if (places.length > 0)
      throw new Error(`${call.method} ${call.path} ${status} says ${places.join()} without a code`);
  };
}
