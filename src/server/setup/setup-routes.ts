import { say } from "#copy/server/say.ts";
import { refused, route } from "../http/route.ts";
import type { Setup } from "./setup.ts";
import type { createSupportTest } from "./support-test.ts";

/** `/api/setup`: what is left to do before visitors come, for owners. */
export const setupRoutes = (deps: { setup: Setup; supportTest: ReturnType<typeof createSupportTest> }) => [
  route("GET /setup", {
    does: "What is left to do before visitors come",
    access: "owner",
    run: ({ member }) => deps.setup.state(member),
  }),

  route("POST /setup/support-test", {
    does: "Send a test to the support address",
    access: "owner",
    run: () => deps.supportTest.send(),
  }),

  route("POST /setup/support-arrived", {
    does: "Say by its code that the test has arrived",
    access: "owner",
    refuses: { "wrong code": [422, { code: say("delivery-test.wrong-code") }] },
    run: async ({ body, member }) =>
      (await deps.supportTest.confirm(body.code, member)) ? deps.setup.state(member) : refused("wrong code"),
  }),
];
