import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { sendProblem } from "./problem.ts";
import { BusyError } from "../lib/errors.ts";
import { retryAfterSeconds, StoreUnavailableError, unavailableMessage } from "../store/store-unavailable.ts";

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
    return none
      ? sendProblem(reply, 422, "The request must be a JSON object with the fields of this call.")
      : sendProblem(reply, 422, "Please correct the marked fields.", errors);
  }
  if (error instanceof BusyError) {
    reply.header("retry-after", "2");
    return sendProblem(reply, 503, "Too many people are signing in just now. Please try again in a moment.");
  }
  if (error instanceof StoreUnavailableError) {
    request.log.error({ err: error, fault: error.fault }, "the store failed a request");
    reply.header("retry-after", String(retryAfterSeconds));
    return sendProblem(reply, 503, unavailableMessage);
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return sendProblem(reply, status, messages[status] ?? "The request cannot be handled.");
  }
  request.log.error({ err: error }, "a request failed");
  return sendProblem(reply, 500, "Something went wrong on our side. Please try again.");
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
