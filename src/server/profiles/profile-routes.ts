import { say, type ServerText } from "#copy/server/say.ts";
import { refused, route } from "../http/route.ts";
import type { Profiles } from "./profiles.ts";

const maxBodyBytes = 100_000;
const gone = [404, say("profile.nothing-set")] as const;

/**
 * `/api/profile`, `/api/members/:id/profile`: what visitors see of a member. A change needs a recent step-up: a stolen
 * session must not speak to visitors under a name of its own.
 */
export const profileRoutes = ({ profiles }: { profiles: Profiles }) => [
  route("GET /profile", { does: "What visitors see of you", run: ({ member }) => profiles.own(member.id) }),

  route("PUT /profile", {
    does: "Set what visitors see of you; a new picture of an agent waits for an owner",
    stepUp: true,
    bodyLimit: maxBodyBytes,
    refuses: { "wrong field": [422, ({ errors }: { errors: Record<string, ServerText> }) => ({ errors })] },
    run: async ({ body, member }) => {
      const result = await profiles.set(member, body);
      return result.ok ? result.profile : { ...refused("wrong field"), errors: result.errors };
    },
  }),

  route("GET /members/profiles", {
    does: "What visitors see of each member who has set something",
    access: "owner",
    run: async () => ({ profiles: await profiles.list() }),
  }),

  route("POST /members/:id/profile/picture", {
    does: "Let visitors see the picture of a member",
    access: "owner",
    stepUp: true,
    refuses: { gone, changed: [409, say("picture.changed")] },
    run: async ({ id, body, member }) => {
      const shown = await profiles.showPicture(id, body.pictureId, member);
      return shown.ok ? { message: say("picture.shown") } : shown;
    },
  }),

  // Asks for no step-up: removing a misleading name must not wait.
  route("DELETE /members/:id/profile", {
    does: "Remove the display name, signature and picture of a member, also from earlier replies",
    access: "owner",
    refuses: { gone },
    run: async ({ id, member }) =>
      (await profiles.reset(id, member)) ? { message: say("profile.removed") } : refused("gone"),
  }),
];
