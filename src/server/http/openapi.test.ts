import { Validator } from "@seriousme/openapi-schema-validator";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "#contract/calls.ts";
import { inquiryFields, inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { whatTokensMayCall } from "../../../security/who-may-call.ts";
import { exampleCalls, named, type OpenApi, rawCalls } from "../testing-api.ts";

let test: TestApp;
let document: OpenApi;
beforeAll(async () => {
  test = await createTestApp();
  document = (await test.app.inject("/api/openapi.json")).json();
});
afterAll(() => test.close());

/** The names of all schemas but for the second one, `…Input`, that each has as the body of a request. */
const schemaNames = `
  Accepted ActiveContact ActiveContactList Answer AnswerSender Answered ApiToken ApiTokenFields ApiTokens
  Attachment AuditCheck AuditEntry AuditPage AuditedChange Availability BackupState BellEntries BellEntry BinPage BinnedIds BlockAgain
  BlockedFields BlockedSender BlockedSenders BriefNotice ChangePassword ChannelChange ChannelFile ChannelHistory ChannelImport
  ChannelState Code MessageCode CodesSetUp Contact ContactChange ContactFields ContactList ContactOrder Delivery
  DeliveryHealth DeliveryPage Done Draft DraftFields DraftList DraftStamp DraftTexts EmptyBin Entry ErasedForGood Erasure ErasureDone ExportLook ExportedChannels
  FactorAdded FigureFields FirstStep FormTime HiddenChannels HistoryEntry Hours ImportPlan ImpostorReport InboxPage
  IncomingMailState Inquiry InquiryChange InquiryChanges InquiryChangesDone InquiryDetail InquirySummary
  Invitation Invited Keeping LegalFacts ListedContact MailTaken Member MemberChange
  MemberProfile Merge MergedInquiry NamedAttachment NamedInquiry
  NewApiToken NewPassphrase NewPasskey Note NoteFields NoticeRemoval OwnSettings OwnSettingsFields Passkey PasskeyAuthentication
  PasskeyCreation
  PasskeyRegistration PasskeyRequest PasskeySignIn PasskeyStep Person PictureApproval Presence
  Problem Profile ProfileFields Profiles Proof Proposal Proposed
  PublishingRule ReadBell Receipt ReceiptKey RecoveryCodes ReplyFields Report ResetRequest Restored RuleFields SavedReply
  SavedReplyFields SavedReplyList SavedView SavedViewFields SavedViewList Schedule ScheduleFields SecondFactor SecondFactorNeeded
  SecondStep SenderWithoutChannel Session SessionEntries SessionEntry SetPassword Settings SettingsFields SettingsSaved SetupState
  SignIn SiteChange SiteDraftInput SiteFields SiteInput SiteProposed SiteSettings Stale StaleImport
  StaleSavedReply StaleSettings StaleSite SupportCode Tag TagFields TagList TagMerge TagRemoved TakenMail Team
  TeamMember TestMessage TestOutcome TrustChange TrustChanges Turns Unblocked UntakenMail UntakenPage Verdict VerifyFields ViewCounts Waiting
`;

/** Every path of the app, read from its printed tree. */
function pathsOf(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .trimEnd()
    .split("\n")
    .map((line) => {
      // Four characters per level, then the part of the path that this level adds.
      const [, lead = "", part = ""] = /^([ │├└─]*)(\S+) \(/.exec(line) ?? [];
      const depth = lead.length / 4 - 1;
      above.splice(depth, above.length, part);
      return above.join("");
    });
}

describe("/api/openapi.json", () => {
  it("is a valid OpenAPI 3.1 document, by the official schema", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe("3.1.0");
  });

  it("has an entry for every call, and no other", () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual([...named(exampleCalls).map(([name]) => name), ...rawCalls].sort());
    const declared = Object.keys(calls).map((name) => name.replace(" ", " /api").replace(":id", "{id}"));
    expect(documented.toSorted()).toEqual(declared.sort());
  });

  it("has an entry for every path that the app has under /api", () => {
    const paths = pathsOf(test.app).filter((path) => path.startsWith("/api"));
    const documented = Object.keys(document.paths).map((path) => path.replace("{id}", ":id"));
    expect(paths.sort()).toEqual([...documented, "/api/openapi.json"].sort());
  });

  it.each(named(exampleCalls))("%s asks for a session or a token exactly where it takes one", (name, call) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    const scope = whatTokensMayCall[name];
    const token = scope === undefined ? [] : [{ apiToken: [scope] }];
    expect(operation?.security).toEqual(call.access === "anyone" ? undefined : [{ session: [] }, ...token]);
    const isSignIn = /^\/api\/(session(\/|$)|password$)/.test(call.path);
    expect("401" in (operation?.responses ?? {})).toBe(call.access !== "anyone" || isSignIn);
  });

  it("keeps the name of every schema, after which programs name their types", () => {
    const names = schemaNames.trim().split(/\s+/);
    const both = names.flatMap((name) => [name, `${name}Input`]);
    expect(Object.keys(document.components.schemas).sort()).toEqual(both.sort());
  });

  it("documents the limits of an inquiry's fields, which the form has too", () => {
    const { InquiryInput } = document.components.schemas;
    expect(InquiryInput?.required).toEqual(inquiryFields);
    for (const field of inquiryFields) {
      expect(InquiryInput?.properties?.[field]).toMatchObject({ minLength: 1, maxLength: inquiryLimits[field] });
    }
  });

  it("describes every problem as application/problem+json", () => {
    const others: Record<string, string | string[]> = {
      "/api/attachments/{id}": ["image/webp", "application/pdf"],
      "/api/untaken-mails/{id}/email.eml": "message/rfc822",
      "/api/contact-inquiries/export.csv": "text/csv",
      "/api/contact-inquiries/export.jsonl": "application/x-ndjson",
      "/api/audit-log/export.csv": "text/csv",
      "/api/audit-log/export.jsonl": "application/x-ndjson",
      "/api/inbox/events": "text/event-stream",
      "/api/reports/report.csv": "text/csv",
      "/api/reports/received.svg": "image/svg+xml",
      "/api/reports/answers.svg": "image/svg+xml",
      "/api/reports/hours.svg": "image/svg+xml",
    };
    const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).map((operation) => [path, operation] as const),
    );
    for (const [path, operation] of entries) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const type = status < "300" ? (others[path] ?? "application/json") : "application/problem+json";
        expect(Object.keys(content)).toEqual([type].flat());
      }
    }
  });
});
