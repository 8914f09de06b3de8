import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { say } from "#copy/server/say.ts";
import { choiceNames } from "#domain/inquiries/choices.ts";
import { memberOf } from "../http/access.ts";
import { sendProblem } from "../http/problem.ts";
import { stepUpNeeded } from "../http/refusals.ts";
import { refused, route } from "../http/route.ts";
import type { ExportedInquiry, Inbox } from "./inbox.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { SettingsService } from "../settings/settings.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";

interface Format {
  name: "csv" | "jsonl";
  type: string;
  start: string;
  record: (inquiry: ExportedInquiry) => string;
}

/** The columns by their titles. Choices that come later are at the end. */
const columns: Record<string, (inquiry: ExportedInquiry) => string | null> = {
  Reference: ({ reference }) => reference,
  Status: ({ status }) => status,
  Assignee: ({ assignee }) => assignee,
  Received: ({ receivedAt }) => receivedAt,
  Closed: ({ closedAt }) => closedAt,
  "Full Name": ({ name }) => name,
  "Phone Number": ({ phone }) => phone,
  "Email Address": ({ email }) => email,
  City: ({ city }) => city,
  Message: ({ query }) => query,
  Notes: ({ notes }) => notes.map(({ createdAt, author, text }) => `${createdAt} ${author ?? "?"}: ${text}`).join("\n"),
  Kind: ({ kind }) => kind,
  Reported: ({ reported }) => reported,
  Id: ({ id }) => id,
  Conversation: ({ conversation, name }) =>
    conversation
      .map(
        ({ createdAt, kind, way, author, text }) =>
          `${createdAt} ${kind === "answer" ? name || "visitor" : (author ?? "?")} (${way}): ${text}`,
      )
      .join("\n"),
  Tags: ({ tags }) => tags.join("\n"),
  "Snoozed until": ({ snoozedUntil }) => snoozedUntil,
  Attachments: (inquiry) =>
    String([inquiry, ...inquiry.conversation].reduce((count, { attachments }) => count + attachments.length, 0)),
  "Merged into": ({ mergedInto }) => mergedInto,
  Language: ({ language }) => language,
  Way: ({ way }) => way,
};
for (const name of choiceNames) columns[`${name[0]?.toUpperCase()}${name.slice(1)}`] ??= (inquiry) => inquiry[name];

const toCsv = (inquiry: ExportedInquiry) => csvRecord(Object.values(columns).map((valueOf) => valueOf(inquiry) ?? ""));

const formats: Format[] = [
  { name: "csv", type: "text/csv", start: csvStart + csvRecord(Object.keys(columns)), record: toCsv },
  { name: "jsonl", type: "application/x-ndjson", start: "", record: (inquiry) => `${JSON.stringify(inquiry)}\n` },
];

/**
 * `/api/contact-inquiries/export.csv` and `.jsonl`: streams a view of the inbox as a file. For owners, and agents whom
 * an owner allowed. A large export needs a step-up, and the owners are notified of each export.
 */
export function inboxExportRoutes(deps: {
  inbox: Inbox;
  settings: Pick<SettingsService, "mayBulk">;
  sessions: Pick<Sessions, "hasSteppedUp">;
}) {
  const { inbox, settings, sessions } = deps;

  async function rejectOthers(request: FastifyRequest, reply: FastifyReply) {
    if (await settings.mayBulk(memberOf(request))) return undefined;
    return sendProblem(reply, 403, say("inquiries.export-not-allowed"));
  }

  return [
    route("GET /contact-inquiries/export", {
      does: "About how many inquiries such an export would hold; asks for step-up authentication if that would",
      onRequest: rejectOthers,
      refuses: { "step-up needed": stepUpNeeded },
      run: async ({ query, signedIn }) => {
        const { ids, ...filter } = query;
        const { expected, needsStepUp } = await inbox.previewExport(filter, ids, signedIn.member.id);
        return needsStepUp && !sessions.hasSteppedUp(signedIn) ? refused("step-up needed") : { expected };
      },
    }),

    ...formats.map((format) =>
      route(`GET /contact-inquiries/export.${format.name}`, {
        does:
          `A view of the inbox, or the inquiries named by \`ids\`, as ${format.name}; x-expected-count tells ` +
          "about how many",
        onRequest: rejectOthers,
        exposeHeadRoute: false,
        refuses: { "step-up needed": stepUpNeeded },
        run: async ({ query, signedIn, reply }) => {
          const { ids, ...filter } = query;
          const asking = { member: signedIn.member, hasSteppedUp: sessions.hasSteppedUp(signedIn) };
          const made = await inbox.export(filter, ids, asking);
          if (!made.ok) return refused("step-up needed");
          const { expected, parts } = made;
          if (expected !== null) reply.header("x-expected-count", String(expected));
          return reply
            .header("content-disposition", `attachment; filename="inquiries.${format.name}"`)
            .type(`${format.type}; charset=utf-8`)
            .send(Readable.from(write(format, parts), { objectMode: false }));
        },
      }),
    ),
  ];
}

async function* write(format: Format, parts: AsyncIterable<ExportedInquiry[]>): AsyncGenerator<string> {
  if (format.start !== "") yield format.start;
  for await (const part of parts) if (part.length > 0) yield part.map(format.record).join("");
}
