import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { STATUS_CODES } from "node:http";
import { type Problem, problemSchema } from "#contract/error.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { type Language, languages, localeOf } from "#domain/languages.ts";
import type { Throttled } from "../inquiries/spam-guard/spam-guard.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import { BrokenFormError, BusyError, UnknownPartError } from "../lib/errors.ts";
import { retryAfterSeconds, StoreUnavailableError } from "../store/store-unavailable.ts";
import { visitorLanguage, visitorTexts } from "./visitor-language.ts";

/**
 * Sends RFC 9457 problem details. `message` is for people, `errors` has a message per rejected field, `more` adds
 * members of this kind of problem.
 */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  message: string,
  errors?: Record<string, string>,
  more: Record<string, unknown> = {},
): FastifyReply {
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    message,
    requestId: reply.request.id,
    ...(errors === undefined ? {} : { errors }),
    ...more,
  };
  // Sent as text, so that a route's response schema cannot block it.
  return reply.code(status).type("application/problem+json").serializer(String).send(JSON.stringify(problem));
}

/** Sends 422 with a message for each rejected field. */
export function sendFieldErrors(reply: FastifyReply, errors: Record<string, string>): FastifyReply {
  return sendProblem(reply, 422, visitorTexts(reply.request).problems.correctFields, errors);
}

/** Sends 429 with `Retry-After`, in seconds. */
export function sendWait(reply: FastifyReply, seconds: number): FastifyReply {
  reply.header("retry-after", String(seconds));
  const time = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return sendProblem(reply, 429, `Too many tries. Please wait ${time} and try again.`);
}

/** Sends 428 for a call without `If-Match`, whose caller has to say which version it has seen. */
export function sendNoVersion(reply: FastifyReply, does = "changes"): FastifyReply {
  return sendProblem(reply, 428, `The request must say in If-Match which version it ${does}.`);
}

/** Sends 409 if passkeys do not work at the site's address; `noPasskeys` of `GET /api/second-factor` has the reason. */
export function sendNoPasskeys(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, "Passkeys do not work at this site's address.");
}

const problem = { description: "What went wrong", content: { "application/problem+json": { schema: problemSchema } } };

/** The response schemas for these statuses, and for the errors that any call can have. */
export function problems<Status extends 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 428 | 429 | 503>(
  ...statuses: Status[]
) {
  const entries = [...statuses, 500 as const, 503 as const].map((status) => [status, problem] as const);
  // `fromEntries` loses the types of the keys.
  return Object.fromEntries(entries) as Record<Status | 500 | 503, typeof problem>;
}

/** The message for a throttled inquiry or report; the typed text is not lost. */
export function throttledMessage(assessment: Throttled, language: Language): string {
  const { throttled } = dictionaries[language].problems;
  if (assessment.outcome === "work") return throttled.work;
  return throttled[assessment.because](secondsText(assessment.seconds, language));
}

const secondFormats: Partial<Record<Language, Intl.NumberFormat>> = {};

/** Such as `5 seconds`. Each format is made once: that takes long, and a flood asks for many. */
function secondsText(seconds: number, language: Language): string {
  secondFormats[language] ??= new Intl.NumberFormat(localeOf(languages[language].tag), {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    useGrouping: false,
  });
  return secondFormats[language].format(seconds);
}

/** Sends 429 for an API call, with `needs: "work"` and the challenge if a proof of work would let it through. */
export function sendThrottled(reply: FastifyReply, assessment: Throttled): FastifyReply {
  reply.header("retry-after", String(assessment.seconds)).header("cache-control", "no-store");
  const more = assessment.outcome === "work" ? { needs: "work", challenge: assessment.challenge } : {};
  return sendProblem(reply, 429, throttledMessage(assessment, visitorLanguage(reply.request)), undefined, more);
}

/** Messages for the framework's own errors, whose texts may quote the body. */
const messages: Record<number, string> = {
  400: "The request cannot be read: the body must be valid JSON.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "The request must be sent as application/json.",
  431: "The request's headers are too large.",
};

/** Converts every thrown error to a response; the text of an internal error goes to the log only. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const texts = visitorTexts(request).problems;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      const field = fieldAt(instancePath);
      if (field !== "") errors[field] ??= shownMessage(message);
    }
    if (error.validationContext === "headers") {
      return sendProblem(reply, 400, Object.values(errors)[0] ?? "The request's headers are not right.", errors);
    }
    const none = Object.keys(errors).length === 0;
    return none ? sendProblem(reply, 422, texts.notAnObject) : sendFieldErrors(reply, errors);
  }
  if (error instanceof BusyError) {
    reply.header("retry-after", "2");
    return sendProblem(reply, 503, "Too many people are signing in just now. Please try again in a moment.");
  }
  if (error instanceof StoreUnavailableError) {
    request.server.logStoreFailure(error);
    reply.header("retry-after", String(retryAfterSeconds));
    return sendProblem(reply, 503, texts.unavailable);
  }
  if (error instanceof BrokenFormError)
    return sendProblem(reply, 400, "The request cannot be read: its form is not whole.");
  if (error instanceof UnknownPartError) {
    const message = `The form has a part “${error.field}” that is not known here. Send files as “${attachmentField}”.`;
    return sendProblem(reply, 422, message, { [error.field]: "This is not known here." });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return sendProblem(reply, status, messages[status] ?? "The request cannot be handled.");
  }
  request.log.error({ err: error }, "a request failed");
  return sendProblem(reply, 500, texts.internal);
}

/** Replaces the validator's own texts, which are for programmers. */
export function shownMessage(message = "Invalid"): string {
  if (message.startsWith("Too big")) return "This is too long or too large.";
  if (message.startsWith("Too small")) return "This is too short or too small.";
  return /^(?:Invalid|Unrecognized)\b/.test(message) ? "This is not right." : message;
}

/** The field's name, such as `mail.host`; for an item of a list, the list's name. */
function fieldAt(instancePath: string): string {
  const names = instancePath.split("/").slice(1);
  const place = names.findIndex((name) => /^\d+$/.test(name));
  return names.slice(0, place === -1 ? undefined : place).join(".");
}
