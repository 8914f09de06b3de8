import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { plainLines } from "#contract/text.ts";
import { refuseForeign } from "../http/access.ts";
import { retryAfterSeconds, StoreUnavailableError, unavailableMessage } from "../store/store-unavailable.ts";
import { sendUncached } from "./documents.ts";

/** Makes the routes of `app` accept only plain form posts from this site; `from` is the option of `refuseForeign`. */
export async function takeForms(
  app: FastifyInstance,
  publicUrl: URL | undefined,
  from: Parameters<typeof refuseForeign>[3] = {},
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  app.addHook("onRequest", async (request, reply) => refuseForeign(request, reply, publicUrl, from));
}

/**
 * If the store is unavailable, responds with the form and all that was typed; `renderAgain` renders it with the
 * message.
 * Other errors are handled as usual.
 */
export function giveBackUnkept(
  app: FastifyInstance,
  renderAgain: (request: FastifyRequest, message: string) => string,
): void {
  const { errorHandler } = app;
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (request.method !== "POST" || !(error instanceof StoreUnavailableError)) {
      return errorHandler.call(app, error, request, reply);
    }
    request.log.error({ err: error, fault: error.fault }, "the store failed a request");
    reply.code(503).header("retry-after", String(retryAfterSeconds));
    return sendUncached(reply, renderAgain(request, unavailableMessage));
  });
}

/** The form's fields as typed. */
export function typedFields<Field extends string>(fields: readonly Field[], body: unknown): Record<Field, string> {
  const text = z.string().overwrite(plainLines).catch("");
  const shape = Object.fromEntries(fields.map((field) => [field, text]));
  // `fromEntries` loses the key types.
  return z.object(shape).parse(body ?? {}) as Record<Field, string>;
}

export function errorsByField<Field extends string>(
  fields: readonly Field[],
  error: z.ZodError,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) {
    const field = fields.find((name) => name === path[0]);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
