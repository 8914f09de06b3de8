import { say } from "#copy/server/say.ts";
import { localOnly } from "#server/http/access.ts";
import { noPasskeys } from "#server/http/refusals.ts";
import { refused, route } from "#server/http/route.ts";
import type { SecondFactor } from "./second-factor.ts";

/** What calls that change a factor have in common. */
const change = { duringSetUp: true, preHandler: [localOnly], stepUp: true } as const;
const last = [409, say("account.second-factor-required")] as const;

/**
 * `/api/second-factor`: the member's own factors. Changes need a recent step-up: by adding a factor, a stolen session
 * could take over the account. Open to members who must set one up first.
 */
export const secondFactorRoutes = ({ secondFactor }: { secondFactor: SecondFactor }) => [
  route("GET /second-factor", {
    does: "Your second factor",
    duringSetUp: true,
    run: async ({ signedIn: { member, isExternal }, request }) => ({
      ...(await secondFactor.view(member.id, request.hostname)),
      isExternal,
    }),
  }),

  route("POST /second-factor/codes", {
    does: "Begin with one-time codes: a secret for an authenticator app",
    ...change,
    run: ({ member }) => secondFactor.beginCodes(member),
  }),

  route("PUT /second-factor/codes", {
    does: "Switch one-time codes on, with a code that the app shows",
    ...change,
    refuses: {
      wrong: [422, { code: say("account.wrong-app-code") }],
      nothing: [409, say("account.took-too-long")],
    },
    run: async ({ body, signedIn }) => {
      const result = await secondFactor.confirmCodes(signedIn, body.code);
      return result.ok ? { message: say("one-time-codes.on"), recoveryCodes: result.recoveryCodes } : result;
    },
  }),

  route("DELETE /second-factor/codes", {
    does: "Switch one-time codes off",
    ...change,
    refuses: { none: [404, say("one-time-codes.off-already")], last },
    run: async ({ member }) => {
      const outcome = await secondFactor.removeCodes(member);
      return outcome === "removed" ? { message: say("one-time-codes.off") } : refused(outcome);
    },
  }),

  route("POST /second-factor/passkey-options", {
    does: "What the browser is asked for to make a passkey",
    ...change,
    refuses: { noPasskeys },
    run: async ({ signedIn, request }) =>
      (await secondFactor.passkeyOptions(signedIn, request.hostname)) ?? refused("noPasskeys"),
  }),

  route("POST /second-factor/passkeys", {
    does: "Add a passkey",
    ...change,
    refuses: {
      known: [409, say("passkey.known")],
      "too many": [409, say("passkey.full")],
      refused: [422, say("passkey.refused-try-again")],
    },
    run: async ({ body, signedIn }) => {
      const result = await secondFactor.addPasskey(signedIn, body);
      return result.ok ? { message: say("passkey.added"), recoveryCodes: result.recoveryCodes } : result;
    },
  }),

  route("DELETE /second-factor/passkeys/:id", {
    does: "Remove a passkey",
    ...change,
    refuses: { none: [404, say("passkey.gone")], last },
    run: async ({ id, member }) => {
      const outcome = await secondFactor.removePasskey(member, id);
      return outcome === "removed" ? { message: say("passkey.removed") } : refused(outcome);
    },
  }),

  route("POST /second-factor/recovery-codes", {
    does: "New recovery codes, in the place of all earlier ones",
    ...change,
    refuses: { none: [409, say("account.no-second-factor")] },
    run: async ({ member }) => {
      const recoveryCodes = await secondFactor.renewRecoveryCodes(member);
      return recoveryCodes === null ? refused("none") : { recoveryCodes };
    },
  }),
];
