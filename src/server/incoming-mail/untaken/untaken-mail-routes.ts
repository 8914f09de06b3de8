import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { takenSchema, untakenPageSchema, untakenQuerySchema } from "#contract/inbox/untaken-mail.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { mayBeTaken } from "#domain/inquiries/untaken-mail.ts";
import { instant } from "#domain/time/instant.ts";
import { memberOf } from "../../http/access.ts";
import { problems, sendProblem } from "../../http/problem.ts";
import type { TakingUntaken } from "./take-untaken.ts";
import type { UntakenMails } from "./untaken-mail.ts";

const params = z.object({ id: z.string() });

const gone = say("untaken-mail.gone");
const notTaken = {
  gone: { status: 404, message: gone },
  unreadable: { status: 409, message: say("untaken-mail.unreadable") },
  busy: { status: 503, message: say("untaken-mail.busy") },
} as const;

/** `/api/untaken-mails`: emails that were not taken, and what the team does with them. */
export function untakenMailRoutes(deps: {
  untakenMails: Pick<UntakenMails, "list" | "find" | "content">;
  takingUntaken: TakingUntaken;
}): FastifyPluginAsyncZod {
  const { untakenMails, takingUntaken } = deps;

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.untakenMails,
      {
        schema: {
          summary: "A page of the emails that were not taken, the newest first",
          querystring: untakenQuerySchema,
          response: { 200: untakenPageSchema, ...problems(401, 422) },
        },
      },
      async (request) => {
        const { before, limit } = request.query;
        const found = await untakenMails.list({ before, limit: limit + 1 });
        const mails = found.slice(0, limit).map(({ receivedAt, ...mail }) => ({
          ...mail,
          receivedAt: instant(receivedAt),
          mayBeTaken: mayBeTaken(mail.reason),
        }));
        return { mails, next: found.length > limit ? (found[limit - 1]?.number ?? null) : null };
      },
    );

    app.put(
      inboxPaths.takenMail,
      {
        schema: {
          summary: "Take an email: it becomes an inquiry, or an answer of the one that it belongs to",
          params,
          response: { 200: takenSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 503) },
        },
      },
      async (request, reply) => {
        const taken = await takingUntaken.take(request.params.id, memberOf(request));
        if (taken.ok) return { message: say("untaken-mail.taken"), inquiryId: taken.inquiryId };
        const { status, message } = notTaken[taken.reason];
        return sendProblem(reply, status, message);
      },
    );

    app.delete(
      inboxPaths.takenMail,
      {
        schema: {
          summary: "Take back what taking an email made, as long as nobody has worked on it; the email is listed again",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const undone = await takingUntaken.undoTake(request.params.id, memberOf(request));
        if (undone.ok) return { message: say("untaken-mail.listed-again") };
        if (undone.reason === "gone") return sendProblem(reply, 404, gone);
        return sendProblem(reply, 409, say("untaken-mail.worked-on"));
      },
    );

    app.get(
      inboxPaths.rawMail,
      {
        schema: {
          summary: "An email that was not taken as it came, as far as it is kept, to download",
          params,
          response: {
            200: { description: "The email", content: { "message/rfc822": { schema: z.unknown() } } },
            ...problems(401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const mail = await untakenMails.find(request.params.id);
        if (mail === null) return sendProblem(reply, 404, gone);
        const content = await untakenMails.content(mail.id);
        // Its type opens a mail program at most, and nothing may run if a browser shows it.
        return reply
          .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
          .header("referrer-policy", "no-referrer")
          .header("x-content-type-options", "nosniff")
          .header("content-disposition", `attachment; filename="email-${mail.number}.eml"`)
          .type("message/rfc822")
          .send(content);
      },
    );
  };
}
