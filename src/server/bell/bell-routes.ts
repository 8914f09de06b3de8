import { say } from "#copy/server/say.ts";
import { route } from "../http/route.ts";
import type { Bell } from "./bell.ts";

/** `/api/inbox/bell`: what the bell tells the member who asks. */
export const bellRoutes = ({ bell }: { bell: Bell }) => [
  route("GET /inbox/bell", {
    does: "The entries of your bell: mentions, assignments, answers in your inquiries, replies that were not delivered",
    run: ({ member }) => bell.list(member.id),
  }),

  route("PUT /inbox/bell/read", {
    does: "Mark entries of your bell as read",
    run: async ({ body, member }) => {
      await bell.markRead(member.id, body);
      return { message: say("notices.read") };
    },
  }),
];
