import { say } from "#copy/server/say.ts";
import { mayBeTaken } from "#domain/inquiries/untaken-mail.ts";
import { instant } from "#domain/time/instant.ts";
import { refused, route } from "../../http/route.ts";
import type { TakingUntaken } from "./take-untaken.ts";
import type { UntakenMails } from "./untaken-mail.ts";

const gone = [404, say("untaken-mail.gone")] as const;

/** `/api/untaken-mails`: emails that were not taken, and what the team does with them. */
export const untakenMailRoutes = ({
  untakenMails,
  takingUntaken,
}: {
  untakenMails: Pick<UntakenMails, "list" | "find" | "content">;
  takingUntaken: TakingUntaken;
}) => [
  route("GET /untaken-mails", {
    does: "A page of the emails that were not taken, the newest first",
    run: async ({ query: { before, limit } }) => {
      const found = await untakenMails.list({ before, limit: limit + 1 });
      const mails = found.slice(0, limit).map(({ receivedAt, ...mail }) => ({
        ...mail,
        receivedAt: instant(receivedAt),
        mayBeTaken: mayBeTaken(mail.reason),
      }));
      return { mails, next: found.length > limit ? (found[limit - 1]?.number ?? null) : null };
    },
  }),

  route("PUT /untaken-mails/:id/taken", {
    does: "Take an email: it becomes an inquiry, or an answer of the one that it belongs to",
    refuses: {
      gone,
      unreadable: [409, say("untaken-mail.unreadable")],
      busy: [503, say("untaken-mail.busy")],
    },
    run: async ({ id, member }) => {
      const taken = await takingUntaken.take(id, member);
      return taken.ok ? { message: say("untaken-mail.taken"), inquiryId: taken.inquiryId } : taken;
    },
  }),

  route("DELETE /untaken-mails/:id/taken", {
    does: "Take back what taking an email made, as long as nobody has worked on it; the email is listed again",
    refuses: { gone, "worked on": [409, say("untaken-mail.worked-on")] },
    run: async ({ id, member }) => {
      const undone = await takingUntaken.undoTake(id, member);
      return undone.ok ? { message: say("untaken-mail.listed-again") } : undone;
    },
  }),

  route("GET /untaken-mails/:id/email.eml", {
    does: "An email that was not taken as it came, as far as it is kept, to download",
    refuses: { gone },
    run: async ({ id, reply }) => {
      const mail = await untakenMails.find(id);
      if (mail === null) return refused("gone");
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
  }),
];
