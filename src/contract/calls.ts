import { z } from "zod";
import { siteFieldsSchema } from "./site/site.ts";
import { trustChangesSchema, waitingSchema } from "./trust.ts";
import { doneSchema } from "./done.ts";
import {
  codeSchema,
  codesSetUpSchema,
  factorAddedSchema,
  newPasskeySchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySignInSchema,
  passkeyStepSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  secondStepSchema,
} from "./auth/second-factor.ts";
import {
  changePasswordSchema,
  firstStepSchema,
  resetRequestSchema,
  sessionSchema,
  setPasswordSchema,
  signInSchema,
  stepUpSchema,
} from "./auth/session.ts";
import { problemSchema } from "./error.ts";
import {
  activeChannelListSchema,
  channelPatchSchema,
  channelInputSchema,
  teamChannelListSchema,
  channelOrderSchema,
  teamChannelSchema,
} from "./channels/channel.ts";
import {
  channelHistoryQuerySchema,
  channelHistorySchema,
  channelStateSchema,
  exportedFileSchema,
  hiddenInputSchema,
  importInputSchema,
  importPlanSchema,
  proposedSchema,
  ruleInputSchema,
  scheduleInputSchema,
  scheduleSchema,
  staleImportSchema,
} from "./channels/channel-list.ts";
import {
  answerSenderSchema,
  exportPreviewSchema,
  exportQuerySchema,
  inboxPageSchema,
  inboxQuerySchema,
  inquiryChangeSchema,
  inquiryChangesDoneSchema,
  inquiryChangesSchema,
  inquiryDetailSchema,
  inquiryQuerySchema,
  mergeSchema,
  noteInputSchema,
  replyInputSchema,
  staleSchema,
} from "./inbox/inbox.ts";
import {
  binnedIdsSchema,
  binPageSchema,
  binQuerySchema,
  emptyBinSchema,
  erasedForGoodSchema,
  erasureDoneSchema,
  erasureSchema,
  restoredSchema,
} from "./inbox/bin.ts";
import { presenceSchema } from "./inbox/inbox-events.ts";
import { auditCheckSchema, auditFilterSchema, auditPageSchema, auditQuerySchema } from "./audit.ts";
import { backupStateSchema, newPassphraseSchema } from "./backup.ts";
import {
  acceptedSchema,
  answeredSchema,
  answerSchema,
  formSchema,
  formTimeSchema,
  impostorReportSchema,
  inquirySchema,
  receiptKeySchema,
  receiptSchema,
  submissionHeadersSchema,
} from "./inquiries/submission.ts";
import { viewCountsSchema } from "./inbox/view-counts.ts";
import {
  blockAgainSchema,
  blockedInputSchema,
  blockedSenderListSchema,
  unblockedSchema,
} from "./inbox/blocked-sender.ts";
import {
  draftInputSchema,
  draftListSchema,
  draftQuerySchema,
  draftStampSchema,
  draftTextsSchema,
} from "./inbox/draft.ts";
import {
  savedReplyInputSchema,
  savedReplyListSchema,
  savedReplySchema,
  staleSavedReplySchema,
} from "./inbox/saved-reply.ts";
import { savedViewInputSchema, savedViewListSchema, savedViewSchema } from "./inbox/saved-view.ts";
import { tagInputSchema, tagListSchema, tagMergeSchema, tagRemovedSchema, tagSchema } from "./inbox/tag.ts";
import { incomingMailStateSchema, takenMailSchema } from "./inquiries/incoming-mail.ts";
import { takenSchema, untakenPageSchema, untakenQuerySchema } from "./inbox/untaken-mail.ts";
import { bellEntriesSchema, readBellSchema } from "./inbox/bell.ts";
import { chartQuerySchema, reportQuerySchema, reportSchema } from "./inbox/reports.ts";
import { deliveryHealthSchema, deliveryPageSchema, deliveryQuerySchema } from "./delivery.ts";
import { arrivedInputSchema, setupStateSchema } from "./setup.ts";
import {
  legalFactsSchema,
  settingsInputSchema,
  settingsSavedSchema,
  settingsSchema,
  staleSettingsSchema,
  testMessageSchema,
  testOutcomeSchema,
} from "./settings.ts";
import {
  figureInputSchema,
  figureParamsSchema,
  noticeRemovalSchema,
  siteDraftInputSchema,
  siteInputSchema,
  siteProposedSchema,
  siteViewSchema,
  staleSiteSchema,
} from "./site/site-settings.ts";
import {
  invitationSchema,
  invitedSchema,
  memberChangeSchema,
  sessionEntriesSchema,
  teamMemberSchema,
  teamSchema,
  turnsSchema,
} from "./auth/team.ts";
import { apiTokenInputSchema, apiTokensSchema, newApiTokenSchema } from "./auth/api-token.ts";
import { ownSettingsChangeSchema, ownSettingsSchema } from "./auth/own-settings.ts";
import { pictureApprovalSchema, profileInputSchema, profileSchema, profilesSchema } from "./auth/profile.ts";
import { verdictSchema, verifyInputSchema } from "./channels/verify.ts";
import { languageField } from "./language.ts";
import { say } from "#copy/server/say.ts";

/** A call of the JSON API, by its method and its path below `/api`. */
interface Call {
  /** The part of the path that `:id` stands for, if it is not any string. */
  id?: z.ZodType;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** The body. */
  takes?: z.ZodType;
  /** Files may come with the body. */
  takesFiles?: true;
  /** The body of the response: of 200, or by status; 202 means that something still waits. */
  gives: z.ZodType | Partial<Record<200 | 201 | 202, z.ZodType>> | FileResponse;
  /** Whether the call names the version that it is based on (`If-Match`). */
  version?: "required" | "optional";
  /** The body of a 412, if that version is no longer the present one. */
  stale?: z.ZodType;
}

interface FileResponse {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
}

const file = (type: string, description = "The file", schema: z.ZodType = z.unknown()): FileResponse => ({
  description,
  content: { [type]: { schema } },
});
const chart = file("image/svg+xml", "The chart", z.string());

const language = z.object(languageField);
const entryNumber = z.coerce.number().int().min(1).max(1e15);
const shortId = z.string().max(100);
const inquiryCall = { gives: inquiryDetailSchema, version: "required", stale: staleSchema } as const;
const draftCall = { id: shortId, version: "optional", stale: problemSchema } as const;
const siteCall = { gives: siteViewSchema, version: "required", stale: staleSiteSchema } as const;
const publishing = { 200: siteViewSchema, 202: siteProposedSchema } as const;
const submission = { headers: submissionHeadersSchema, takesFiles: true } as const;

/**
 * Every call: what it takes and what it gives. The routes (`server/http/route.ts`), the calls of the admin area
 * (`web/api/team-call.ts`) and the OpenAPI document are made from here. A route says who may make its call, and the
 * response to each outcome; `security/who-may-call.ts` lists who may, for an attack on each. Pages of visitors name the
 * path in `paths.ts`.
 */
export const calls = {
  "GET /contacts/active": { query: language, gives: activeChannelListSchema },
  "GET /contacts": { gives: teamChannelListSchema },
  "POST /contacts": { takes: channelInputSchema, gives: { 201: teamChannelSchema, 202: proposedSchema } },
  "PUT /contacts/:id": { takes: channelInputSchema, gives: { 200: teamChannelSchema, 202: proposedSchema } },
  "PATCH /contacts/:id": { takes: channelPatchSchema, gives: { 200: teamChannelSchema, 202: proposedSchema } },
  "PUT /contacts/order": { takes: channelOrderSchema, gives: teamChannelListSchema },
  "DELETE /contacts/:id": { gives: doneSchema },
  "GET /contacts/state": { gives: channelStateSchema },
  "POST /contacts/:id/schedules": { takes: scheduleInputSchema, gives: { 201: scheduleSchema, 202: proposedSchema } },
  "DELETE /contacts/schedules/:id": { gives: doneSchema },
  "PUT /contacts/hidden": { takes: hiddenInputSchema, gives: doneSchema },
  "PUT /contacts/rule": { takes: ruleInputSchema, gives: { 200: doneSchema, 202: proposedSchema } },
  "POST /contacts/proposals/:id/approve": { gives: doneSchema },
  "DELETE /contacts/proposals/:id": { gives: doneSchema },
  "GET /contacts/history": { query: channelHistoryQuerySchema, gives: channelHistorySchema },
  "POST /contacts/history/:id/undo": { id: entryNumber, gives: { 200: doneSchema, 202: proposedSchema } },
  "POST /contacts/restore": { gives: doneSchema },
  "GET /contacts/export.json": { gives: exportedFileSchema },
  "POST /contacts/import": {
    takes: importInputSchema,
    gives: { 200: importPlanSchema, 202: proposedSchema },
    stale: staleImportSchema,
  },

  "GET /contact-inquiries/form-time": { gives: formTimeSchema },
  "POST /contact-inquiries": {
    ...submission,
    takes: inquirySchema.extend(formSchema.shape),
    gives: { 201: acceptedSchema },
  },
  "POST /impostor-reports": {
    ...submission,
    takes: impostorReportSchema.extend(formSchema.shape),
    gives: { 201: acceptedSchema },
  },
  "POST /verify": { takes: verifyInputSchema, gives: verdictSchema },
  "POST /conversation": { takes: receiptKeySchema, gives: receiptSchema },
  "POST /conversation/answers": { ...submission, takes: answerSchema, gives: { 201: answeredSchema } },

  "GET /contact-inquiries": { query: inboxQuerySchema, gives: inboxPageSchema },
  "GET /inbox/view-counts": { gives: viewCountsSchema },
  "GET /contact-inquiries/:id": { query: inquiryQuerySchema, gives: inquiryDetailSchema },
  "PATCH /contact-inquiries/:id": { ...inquiryCall, takes: inquiryChangeSchema },
  "POST /contact-inquiries/:id/notes": { takes: noteInputSchema, gives: { 201: inquiryDetailSchema } },
  "POST /contact-inquiries/changes": { takes: inquiryChangesSchema, gives: inquiryChangesDoneSchema },
  "POST /contact-inquiries/:id/replies": {
    ...inquiryCall,
    takes: replyInputSchema,
    takesFiles: true,
    gives: { 201: inquiryDetailSchema },
  },
  "DELETE /replies/:id": { gives: inquiryDetailSchema },
  "GET /attachments/:id": {
    gives: {
      description: "The file",
      content: { "image/webp": { schema: z.unknown() }, "application/pdf": { schema: z.unknown() } },
    },
  },
  "PUT /answers/:id/sender": { takes: answerSenderSchema, gives: inquiryDetailSchema },
  "POST /replies/:id/retry": { gives: inquiryDetailSchema },
  "PUT /contact-inquiries/:id/blocked": { ...inquiryCall, takes: blockedInputSchema },
  "GET /blocked-senders": { gives: blockedSenderListSchema },
  "DELETE /blocked-senders/:id": { gives: unblockedSchema },
  "POST /blocked-senders/restore": { takes: blockAgainSchema, gives: doneSchema },
  "PUT /contact-inquiries/:id/merge": { ...inquiryCall, takes: mergeSchema },
  "DELETE /contact-inquiries/:id/merge": inquiryCall,
  "POST /contact-inquiries/erase": { takes: erasureSchema, gives: erasureDoneSchema },
  "POST /contact-inquiries/restore": { takes: binnedIdsSchema, gives: restoredSchema },
  "GET /contact-inquiries/bin": { query: binQuerySchema, gives: binPageSchema },
  "POST /contact-inquiries/bin/erase": { takes: binnedIdsSchema, gives: erasedForGoodSchema },
  "POST /contact-inquiries/bin/empty": { takes: emptyBinSchema, gives: erasedForGoodSchema },
  "GET /contact-inquiries/export": { query: exportQuerySchema, gives: exportPreviewSchema },
  "GET /contact-inquiries/export.csv": { query: exportQuerySchema, gives: file("text/csv") },
  "GET /contact-inquiries/export.jsonl": { query: exportQuerySchema, gives: file("application/x-ndjson") },
  "GET /inbox/events": {
    query: z.object({ since: z.string().max(20).optional() }),
    gives: file(
      "text/event-stream",
      "Server-sent events `hello`, `change`, `presence` and `heartbeat`; `replaced` before the end of the oldest of more " +
        "than eight streams of a member",
    ),
  },
  "PUT /inbox/presence": { takes: presenceSchema, gives: doneSchema },
  "GET /inbox/bell": { gives: bellEntriesSchema },
  "PUT /inbox/bell/read": { takes: readBellSchema, gives: doneSchema },
  "GET /drafts": { gives: draftListSchema },
  "GET /drafts/:id": { id: shortId, gives: draftTextsSchema },
  "PUT /drafts/:id": { ...draftCall, takes: draftInputSchema, gives: draftStampSchema },
  "DELETE /drafts/:id": { ...draftCall, query: draftQuerySchema, gives: doneSchema },
  "GET /saved-replies": { gives: savedReplyListSchema },
  "POST /saved-replies": { takes: savedReplyInputSchema, gives: { 201: savedReplySchema } },
  "PUT /saved-replies/:id": {
    takes: savedReplyInputSchema,
    gives: savedReplySchema,
    version: "optional",
    stale: staleSavedReplySchema,
  },
  "DELETE /saved-replies/:id": { gives: doneSchema },
  "GET /tags": { gives: tagListSchema },
  "POST /tags": { takes: tagInputSchema, gives: { 201: tagSchema } },
  "PUT /tags/:id": { takes: tagInputSchema, gives: tagSchema },
  "POST /tags/:id/merge": { takes: tagMergeSchema, gives: tagRemovedSchema },
  "DELETE /tags/:id": { gives: tagRemovedSchema },
  "GET /saved-views": { gives: savedViewListSchema },
  "POST /saved-views": { takes: savedViewInputSchema, gives: { 201: savedViewSchema } },
  "PUT /saved-views/:id": { takes: savedViewInputSchema, gives: savedViewSchema },
  "DELETE /saved-views/:id": { gives: doneSchema },
  "POST /incoming-mail": { gives: takenMailSchema },
  "GET /incoming-mail": { gives: incomingMailStateSchema },
  "GET /untaken-mails": { query: untakenQuerySchema, gives: untakenPageSchema },
  "PUT /untaken-mails/:id/taken": { gives: takenSchema },
  "DELETE /untaken-mails/:id/taken": { gives: doneSchema },
  "PUT /untaken-mails/:id/undelivered": { gives: takenSchema },
  "GET /untaken-mails/:id/email.eml": { gives: file("message/rfc822", "The email") },

  "GET /session": { gives: sessionSchema },
  "POST /session": { takes: signInSchema, gives: firstStepSchema },
  "DELETE /session": { gives: doneSchema },
  "POST /password": { takes: setPasswordSchema, gives: { 200: firstStepSchema, 202: waitingSchema } },
  "POST /password-reset": { takes: resetRequestSchema, gives: { 202: doneSchema } },
  "POST /session/second-factor": { takes: secondStepSchema, gives: sessionSchema },
  "POST /session/passkey-options": { takes: passkeyStepSchema, gives: passkeyRequestSchema },
  "POST /session/passkey": { takes: passkeySignInSchema, gives: sessionSchema },
  "GET /second-factor": { gives: secondFactorSchema },
  "POST /second-factor/codes": { gives: codesSetUpSchema },
  "PUT /second-factor/codes": { takes: codeSchema, gives: factorAddedSchema },
  "DELETE /second-factor/codes": { gives: doneSchema },
  "POST /second-factor/passkey-options": { gives: passkeyCreationSchema },
  "POST /second-factor/passkeys": { takes: newPasskeySchema, gives: factorAddedSchema },
  "DELETE /second-factor/passkeys/:id": { gives: doneSchema },
  "POST /second-factor/recovery-codes": { gives: recoveryCodesSchema },
  "POST /session/proof/passkey-options": { gives: passkeyRequestSchema },
  "POST /session/proof": { takes: stepUpSchema, gives: doneSchema },
  "PUT /session/password": { takes: changePasswordSchema, gives: doneSchema },
  "GET /sessions": { gives: sessionEntriesSchema },
  "DELETE /sessions/:id": { gives: doneSchema },
  "DELETE /sessions": {
    query: z.object({
      all: z.enum(["true", "false"], { error: say("session.choose-this-one") }).default("false"),
    }),
    gives: doneSchema,
  },
  "GET /session/settings": { gives: ownSettingsSchema },
  "PUT /session/settings": { takes: ownSettingsChangeSchema, gives: ownSettingsSchema },
  "GET /members": { gives: teamSchema },
  "POST /members": { takes: invitationSchema, gives: { 201: invitedSchema } },
  "PATCH /members/:id": { takes: memberChangeSchema, gives: { 200: teamMemberSchema, 202: waitingSchema } },
  "POST /members/:id/ownership": { gives: teamMemberSchema },
  "DELETE /members/:id/ownership": { gives: teamMemberSchema },
  "DELETE /members/:id/second-factor": { gives: { 200: doneSchema, 202: waitingSchema } },
  "DELETE /members/:id/sessions": { gives: doneSchema },
  "POST /members/:id/link": { gives: { 201: invitedSchema, 202: invitedSchema } },
  "PUT /members/:id/turns": { takes: turnsSchema, gives: doneSchema },
  "GET /profile": { gives: profileSchema },
  "PUT /profile": { takes: profileInputSchema, gives: profileSchema },
  "GET /members/profiles": { gives: profilesSchema },
  "POST /members/:id/profile/picture": { takes: pictureApprovalSchema, gives: doneSchema },
  "DELETE /members/:id/profile": { gives: doneSchema },
  "GET /api-tokens": { gives: apiTokensSchema },
  "POST /api-tokens": { takes: apiTokenInputSchema, gives: { 201: newApiTokenSchema, 202: newApiTokenSchema } },
  "DELETE /api-tokens/:id": { gives: doneSchema },

  "GET /privacy": { query: language, gives: legalFactsSchema },
  "GET /settings": { gives: settingsSchema },
  "PUT /settings": {
    takes: settingsInputSchema,
    gives: { 200: settingsSavedSchema, 202: settingsSavedSchema },
    version: "required",
    stale: staleSettingsSchema,
  },
  "POST /settings/restore": { gives: settingsSchema },
  "POST /settings/test": { takes: testMessageSchema, gives: testOutcomeSchema },
  "GET /trust-changes": { gives: trustChangesSchema },
  "POST /trust-changes/:id/approve": { gives: doneSchema },
  "DELETE /trust-changes/:id": { gives: doneSchema },
  "PUT /trust-changes/:id/seen": { gives: doneSchema },
  "GET /setup": { gives: setupStateSchema },
  "POST /setup/support-test": { gives: testOutcomeSchema },
  "POST /setup/support-arrived": { takes: arrivedInputSchema, gives: setupStateSchema },
  "GET /site": { gives: siteViewSchema },
  "PUT /site": { ...siteCall, takes: siteInputSchema, gives: publishing },
  "PUT /site/figures/:id": {
    ...siteCall,
    id: figureParamsSchema.shape.id,
    takes: figureInputSchema,
    gives: publishing,
  },
  "PUT /site/draft": { ...siteCall, takes: siteDraftInputSchema },
  "POST /site/history/:id/undo": { id: entryNumber, gives: publishing },
  "POST /site/proposals/:id/approve": { id: shortId, gives: siteViewSchema, stale: staleSiteSchema },
  "DELETE /site/proposals/:id": { id: shortId, gives: siteViewSchema, stale: staleSiteSchema },
  "POST /site/notices/removal": { takes: noticeRemovalSchema, gives: siteViewSchema },
  "GET /site/export.json": { gives: siteFieldsSchema },
  "GET /reports": { query: reportQuerySchema, gives: reportSchema },
  "GET /reports/report.csv": {
    query: reportQuerySchema,
    gives: file("text/csv", "One line for each day", z.string()),
  },
  "GET /reports/received.svg": { query: chartQuerySchema, gives: chart },
  "GET /reports/answers.svg": { query: chartQuerySchema, gives: chart },
  "GET /reports/hours.svg": { query: chartQuerySchema, gives: chart },
  "GET /deliveries": { query: deliveryQuerySchema, gives: deliveryPageSchema },
  "GET /deliveries/health": { gives: deliveryHealthSchema },
  "POST /deliveries/retry": { gives: doneSchema },
  "POST /deliveries/:id/retry": { gives: doneSchema },
  "GET /backups": { gives: backupStateSchema },
  "POST /backups/passphrase": { gives: newPassphraseSchema },
  "GET /audit-log": { query: auditQuerySchema, gives: auditPageSchema },
  "POST /audit-log/check": { gives: auditCheckSchema },
  "GET /audit-log/export.csv": { query: auditFilterSchema, gives: file("text/csv") },
  "GET /audit-log/export.jsonl": { query: auditFilterSchema, gives: file("application/x-ndjson") },
} satisfies Record<`${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The type of a schema's values; undefined if the call has no such part. */
type ValueOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Name extends CallName, Part extends keyof Call> =
  Calls[Name] extends Record<Part, infer Value> ? Value : undefined;

/** What stands in a call's path for `:id`. */
export type IdOf<Name extends CallName> = Name extends `${string}/:id${string}`
  ? PartOf<Name, "id"> extends z.ZodType
    ? ValueOf<PartOf<Name, "id">>
    : string
  : undefined;
export type QueryOf<Name extends CallName> = ValueOf<PartOf<Name, "query">>;
export type HeadersOf<Name extends CallName> = ValueOf<PartOf<Name, "headers">>;
/** The body, as the server gets it after its validation. */
export type BodyOf<Name extends CallName> = ValueOf<PartOf<Name, "takes">>;
/** The body, as the client sends it: fields with a default may be left out. */
export type SentBodyOf<Name extends CallName> =
  PartOf<Name, "takes"> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;
/** The version that a call names; null if it may leave it out and does. */
export type VersionOf<Name extends CallName> =
  PartOf<Name, "version"> extends "required"
    ? number
    : PartOf<Name, "version"> extends "optional"
      ? number | null
      : undefined;

type Given<Name extends CallName, Status> = Calls[Name]["gives"] extends infer Gives
  ? Gives extends z.ZodType
    ? Status extends 200
      ? z.output<Gives>
      : never
    : Status extends keyof Gives
      ? ValueOf<Gives[Status]>
      : never
  : never;

/** The body of the response if the call is done at once. */
export type DoneOf<Name extends CallName> = Given<Name, 200 | 201>;
/** The body of a 202. */
export type AcceptedOf<Name extends CallName> = Given<Name, 202>;
/** The body of any good response; files have none. */
export type ResponseOf<Name extends CallName> = DoneOf<Name> | AcceptedOf<Name>;
