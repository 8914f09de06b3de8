import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type ExportQuery, exportQuerySchema } from "#contract/inbox.ts";
import type { Member } from "#contract/session.ts";
import { memberOf } from "../access.ts";
import type { ExportedInquiry, Inbox } from "../services/inbox.ts";
import { csvRecord, csvStart } from "./csv.ts";
import { problems } from "./problems.ts";

interface Format {
  name: string;
  type: string;
  start: string;
  record: (inquiry: ExportedInquiry) => string;
}

const columns = [
  "Reference",
  "Status",
  "Assignee",
  "Received",
  "Closed",
  "Full Name",
  "Phone Number",
  "Email Address",
  "City",
  "Message",
  "Notes",
  "Kind",
  "Reported",
  "Id",
];

const formats: Format[] = [
  { name: "csv", type: "text/csv", start: csvStart + csvRecord(columns), record: toCsv },
  { name: "jsonl", type: "application/x-ndjson", start: "", record: (inquiry) => `${JSON.stringify(inquiry)}\n` },
];

/** `/api/contact-inquiries/export.csv` and `.jsonl`: a view of the inbox as a file, sent while it is read. */
export function inboxExportRoutes(inbox: Inbox): FastifyPluginAsyncZod {
  async function send(reply: FastifyReply, format: Format, query: ExportQuery, member: Member) {
    const { ids, ...filter } = query;
    const { expected, parts } = await inbox.export(filter, ids, member.id);
    if (expected !== null) reply.header("x-expected-count", String(expected));
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="inquiries.${format.name}"`)
      .type(`${format.type}; charset=utf-8`)
      .send(Readable.from(write(format, parts), { objectMode: false }));
  }

  return async (app) => {
    for (const format of formats) {
      const file = { description: "The file", content: { [format.type]: { schema: z.unknown() } } };
      app.get(
        `/contact-inquiries/export.${format.name}`,
        {
          exposeHeadRoute: false,
          schema: {
            summary: `A view of the inbox, or the inquiries named by \`ids\`, as ${format.name}; x-expected-count tells about how many`,
            querystring: exportQuerySchema,
            response: { 200: file, ...problems(401, 422) },
          },
        },
        async (request, reply) => send(reply, format, request.query, memberOf(request)),
      );
    }
  };
}

async function* write(format: Format, parts: AsyncIterable<ExportedInquiry[]>): AsyncGenerator<string> {
  if (format.start !== "") yield format.start;
  for await (const part of parts) if (part.length > 0) yield part.map(format.record).join("");
}

function toCsv(inquiry: ExportedInquiry): string {
  const { reference, status, assignee, receivedAt, closedAt, name, phone, email, city, query, notes } = inquiry;
  const noted = notes.map(({ createdAt, author, text }) => `${createdAt} ${author ?? "?"}: ${text}`).join("\n");
  return csvRecord([
    reference,
    status,
    assignee ?? "",
    receivedAt,
    closedAt ?? "",
    name,
    phone,
    email,
    city,
    query,
    noted,
    inquiry.kind,
    inquiry.reported,
    inquiry.id,
  ]);
}
