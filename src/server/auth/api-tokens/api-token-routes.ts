import { say } from "#copy/server/say.ts";
import { tokenLimits } from "#domain/api-token.ts";
import { accepted, refused, route } from "#server/http/route.ts";
import { waitingOf } from "#server/trust/waiting.ts";
import type { ApiTokens } from "./api-tokens.ts";

/** `/api/api-tokens`: owners make and revoke API tokens. */
export const apiTokenRoutes = ({ apiTokens }: { apiTokens: ApiTokens }) => [
  route("GET /api-tokens", {
    does: "The API tokens, newest first",
    access: "owner",
    run: async () => ({ apiTokens: await apiTokens.list() }),
  }),

  route("POST /api-tokens", {
    does: "Make an API token; the answer has it, once",
    access: "owner",
    stepUp: true,
    refuses: {
      "waits already": [409, say("trust.too-many")],
      "bad day": [422, { expiresOn: say("token.choose-day") }],
      "too many": [409, say("tokens.full", { count: tokenLimits.count })],
    },
    run: async ({ body, member }) => {
      const result = await apiTokens.make(body, member);
      if (!result.ok) return result;
      return result.waits === null ? result.made : accepted({ ...result.made, waits: waitingOf(result.waits) });
    },
  }),

  // Asks for no step-up: revoking a leaked token must not wait.
  route("DELETE /api-tokens/:id", {
    does: "Revoke an API token",
    access: "owner",
    refuses: { gone: [404, say("token.gone")] },
    run: async ({ id, member }) =>
      (await apiTokens.revoke(id, member)) ? { message: say("token.revoked") } : refused("gone"),
  }),
];
