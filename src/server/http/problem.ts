import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { STATUS_CODES } from "node:http";
import { type Problem, problemSchema } from "#contract/error.ts";
import { isServerText, say, type ServerText } from "#copy/server/say.ts";
import type { Language } from "#domain/languages.ts";
import type { Throttled } from "../inquiries/spam-guard/spam-guard.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import { BrokenFormError, BusyError, FilesBusyError, UnknownPartError } from "../lib/errors.ts";
import { FilesUnavailableError, retryAfterSeconds, StoreUnavailableError } from "../store/store-unavailable.ts";
import { requestLanguage } from "./request-language.ts";
import { withSentences } from "./sentences.ts";

/** A refusal: `message` is for people, `errors` has a text per rejected field, `more` adds members of this kind. */
interface Refusal {
  status: number;
  message: ServerText;
  requestId?: string;
  errors?: Record<string, ServerText> | undefined;
  more?: Record<string, unknown>;
}

/** RFC 9457 problem details as JSON, with each text in a language and its code and parameters beside it. */
export function problemText(language: Language, { more, ...refusal }: Refusal): string {
  const problem: Omit<Problem, "code" | "params"> = {
    type: "about:blank",
    title: STATUS_CODES[refusal.status] ?? "Error",
    ...refusal,
    ...more,
  };
  return JSON.stringify(withSentences(language, problem));
}

/** Sends problem details in the language of the request. */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  message: ServerText,
  errors?: Record<string, ServerText>,
  more: Record<string, unknown> = {},
): FastifyReply {
  const { request } = reply;
  const problem = problemText(requestLanguage(request), { status, message, requestId: request.id, errors, more });
  // Sent as text, so that a route's response schema cannot block it.
  return reply.code(status).type("application/problem+json").serializer(String).send(problem);
}

/** Sends 422 with a message for each rejected field. */
export function sendFieldErrors(reply: FastifyReply, errors: Record<string, ServerText>): FastifyReply {
  return sendProblem(reply, 422, say("fields.correct"), errors);
}

/** Sends 428 for a call without `If-Match`, whose caller has to say which version it has seen. */
export function sendNoVersion(reply: FastifyReply, message = say("request.no-version")): FastifyReply {
  return sendProblem(reply, 428, message);
}

/** Any problem, for the API's document. */
export const documentedProblem = {
  description: "What went wrong",
  content: { "application/problem+json": { schema: problemSchema } },
};

/** Returns the text for a throttled inquiry or report, which says that the typed text is not lost. */
export function throttledText(assessment: Throttled): ServerText {
  if (assessment.outcome === "work") return say("throttled.work");
  return say(`throttled.${assessment.because}`, { seconds: assessment.seconds });
}

/** Sends 429 for an API call, with `needs: "work"` and the challenge if a proof of work would let it through. */
export function sendThrottled(reply: FastifyReply, assessment: Throttled): FastifyReply {
  reply.header("retry-after", String(assessment.seconds)).header("cache-control", "no-store");
  const more = assessment.outcome === "work" ? { needs: "work", challenge: assessment.challenge } : {};
  return sendProblem(reply, 429, throttledText(assessment), undefined, more);
}

/** Seconds after which files refused for load may be sent again: by then several requests have ended. */
export const filesRetrySeconds = 30;

/** Messages for the framework's own errors, whose texts may quote the body. */
const messages: Record<number, ServerText> = {
  400: say("request.unreadable"),
  413: say("request.too-large"),
  414: say("request.address-too-long"),
  415: say("request.not-json"),
  431: say("request.headers-too-large"),
};

/** Converts every thrown error to a response; the text of an internal error goes to the log only. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, ServerText> = {};
    for (const { instancePath, message, keyword: code } of error.validation) {
      const field = fieldAt(instancePath);
      if (field !== "") errors[field] ??= shownText({ message, code });
    }
    if (error.validationContext === "headers") {
      return sendProblem(reply, 400, Object.values(errors)[0] ?? say("request.headers-wrong"), errors);
    }
    const none = Object.keys(errors).length === 0;
    return none ? sendProblem(reply, 422, say("request.not-an-object")) : sendFieldErrors(reply, errors);
  }
  if (error instanceof BusyError) {
    reply.header("retry-after", "2");
    return sendProblem(reply, 503, say("request.busy"));
  }
  if (error instanceof FilesBusyError) {
    request.isHeldUp = true;
    reply.header("retry-after", String(filesRetrySeconds));
    return sendProblem(reply, 503, say("files.busy"));
  }
  if (error instanceof StoreUnavailableError) {
    request.server.logStoreFailure(error);
    if (mayRepeat(error, request.method)) reply.header("retry-after", String(retryAfterSeconds));
    return sendProblem(reply, 503, unavailableText(error, request.method));
  }
  if (error instanceof BrokenFormError) return sendProblem(reply, 400, say("request.broken-form"));
  if (error instanceof UnknownPartError) {
    const message = say("request.unknown-part", { part: error.field, files: attachmentField });
    return sendProblem(reply, 422, message, { [error.field]: say("request.unknown-field") });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return sendProblem(reply, status, messages[status] ?? say("request.failed"));
  }
  request.log.error({ err: error }, "a request failed");
  return sendProblem(reply, 500, say("request.internal-try-again"));
}

/** Returns whether the same request may soon succeed. A page tells visitors when, beside the text. */
const mayRepeat = (error: StoreUnavailableError, method: string): boolean =>
  !(error instanceof FilesUnavailableError) || method === "GET";

/** Returns what can be done while the store, or the place of its files alone, is unavailable. */
function unavailableText(error: StoreUnavailableError, method: string): ServerText {
  if (!(error instanceof FilesUnavailableError)) return say("request.unavailable");
  return method === "GET" ? say("file.away") : say("files.full");
}

/** The text of an issue of a schema; those of the validator itself, which are for programmers, become general ones. */
export function shownText({ message = "", code }: { message?: string | undefined; code?: string }): ServerText {
  if (isServerText(message)) return message;
  if (code === "too_big") return say("field.too-big");
  return code === "too_small" ? say("field.too-small") : say("field.wrong");
}

/** The field's name, such as `mail.host`; for an item of a list, the list's name. */
function fieldAt(instancePath: string): string {
  const names = instancePath.split("/").slice(1);
  const place = names.findIndex((name) => /^\d+$/.test(name));
  return names.slice(0, place === -1 ? undefined : place).join(".");
}
