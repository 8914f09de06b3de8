import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { securityPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import {
  codeSchema,
  codesSetUpSchema,
  factorAddedSchema,
  newPasskeySchema,
  passkeyCreationSchema,
  recoveryCodesSchema,
  secondFactorSchema,
} from "#contract/auth/second-factor.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { freshStepUp, localOnly, memberOf, signedInAs } from "#server/http/access.ts";
import { problems, sendNoPasskeys, sendFieldErrors, sendProblem } from "#server/http/problem.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { Sessions } from "../sessions.ts";

const none = say("account.no-second-factor");

/**
 * `/api/second-factor`: the member's own factors. Changes need a recent step-up: by adding a factor, a stolen session
 * could take over the account. Open to members who must set one up first.
 */
export function secondFactorRoutes(deps: { secondFactor: SecondFactor; sessions: Sessions }): FastifyPluginAsyncZod {
  const { secondFactor } = deps;
  const preHandler = [localOnly, freshStepUp(deps.sessions)];
  const config = { duringSetUp: true };

  return async (app) => {
    app.get(
      securityPaths.secondFactor,
      {
        config,
        schema: { summary: "Your second factor", response: { 200: secondFactorSchema, ...problems(401) } },
      },
      async (request) => {
        const { member, isExternal } = signedInAs(request);
        return { ...(await secondFactor.view(member.id, request.hostname)), isExternal };
      },
    );

    app.post(
      securityPaths.codes,
      {
        config,
        preHandler,
        schema: {
          summary: "Begin with one-time codes: a secret for an authenticator app",
          response: { 200: codesSetUpSchema, ...problems(400, 401, 403, 413, 415) },
        },
      },
      (request) => secondFactor.beginCodes(memberOf(request)),
    );

    app.put(
      securityPaths.codes,
      {
        config,
        preHandler,
        schema: {
          summary: "Switch one-time codes on, with a code that the app shows",
          body: codeSchema,
          response: { 200: factorAddedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await secondFactor.confirmCodes(signedInAs(request), request.body.code);
        if (result.ok) return { message: say("one-time-codes.on"), recoveryCodes: result.recoveryCodes };
        switch (result.reason) {
          case "wrong":
            return sendFieldErrors(reply, {
              code: say("account.wrong-app-code"),
            });
          case "nothing":
            return sendProblem(reply, 409, say("account.took-too-long"));
        }
      },
    );

    app.delete(
      securityPaths.codes,
      {
        config,
        preHandler,
        schema: {
          summary: "Switch one-time codes off",
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respondRemoved(reply, await secondFactor.removeCodes(memberOf(request)), {
          removed: say("one-time-codes.off"),
          none: say("one-time-codes.off-already"),
        }),
    );

    app.post(
      securityPaths.passkeyOptions,
      {
        config,
        preHandler,
        schema: {
          summary: "What the browser is asked for to make a passkey",
          response: { 200: passkeyCreationSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        (await secondFactor.passkeyOptions(signedInAs(request), request.hostname)) ?? sendNoPasskeys(reply),
    );

    app.post(
      securityPaths.passkeys,
      {
        config,
        preHandler,
        schema: {
          summary: "Add a passkey",
          body: newPasskeySchema,
          response: { 200: factorAddedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await secondFactor.addPasskey(signedInAs(request), request.body);
        if (result.ok) return { message: say("passkey.added"), recoveryCodes: result.recoveryCodes };
        switch (result.reason) {
          case "known":
            return sendProblem(reply, 409, say("passkey.known"));
          case "too many":
            return sendProblem(reply, 409, say("passkey.full"));
          case "refused":
            return sendProblem(reply, 422, say("passkey.refused-try-again"));
        }
      },
    );

    app.delete(
      securityPaths.passkey,
      {
        config,
        preHandler,
        schema: {
          summary: "Remove a passkey",
          params: z.object({ id: z.string() }),
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respondRemoved(reply, await secondFactor.removePasskey(memberOf(request), request.params.id), {
          removed: say("passkey.removed"),
          none: say("passkey.gone"),
        }),
    );

    app.post(
      securityPaths.recoveryCodes,
      {
        config,
        preHandler,
        schema: {
          summary: "New recovery codes, in the place of all earlier ones",
          response: { 200: recoveryCodesSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const recoveryCodes = await secondFactor.renewRecoveryCodes(memberOf(request));
        return recoveryCodes === null ? sendProblem(reply, 409, none) : { recoveryCodes };
      },
    );
  };
}

function respondRemoved(
  reply: FastifyReply,
  outcome: "removed" | "none" | "last",
  messages: { removed: ServerText; none: ServerText },
): FastifyReply | { message: string } {
  if (outcome === "removed") return { message: messages.removed };
  if (outcome === "none") return sendProblem(reply, 404, messages.none);
  return sendProblem(reply, 409, say("account.second-factor-required"));
}
