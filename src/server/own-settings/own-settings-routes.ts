import type { OwnSettings, OwnSettingsChange } from "#contract/auth/own-settings.ts";
import { route } from "../http/route.ts";

interface Services {
  ownSettings: {
    of: (memberId: string) => Promise<OwnSettings>;
    change: (memberId: string, change: OwnSettingsChange) => Promise<OwnSettings>;
  };
}

/** `/api/session/settings`: the settings of the member who asks, and of nobody else. */
export const ownSettingsRoutes = ({ ownSettings }: Services) => [
  route("GET /session/settings", { does: "Your own settings", run: ({ member }) => ownSettings.of(member.id) }),

  route("PUT /session/settings", {
    does: "Change some of your own settings; what is left out stays, and the last change counts",
    run: ({ body, member }) => ownSettings.change(member.id, body),
  }),
];
