import type { Site } from "#contract/site/site.ts";
import { type Language, languageCodes, languageOf } from "#domain/languages.ts";
import type { FastifyReply } from "fastify";
import type { Settings, TestOutcome } from "#contract/settings.ts";
import type { Member } from "#contract/auth/session.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type { DeliveryChannel } from "#domain/delivery.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { settingsAlarm } from "../http/refusals.ts";
import { accepted, refused, route } from "../http/route.ts";
import { versionTag } from "../http/version-tag.ts";
import { siteVersion } from "../site/live-site.ts";
import { particularsIn } from "../site/shown-site.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import type { SettingsService } from "./settings.ts";

/**
 * `/api/privacy`: how inquiries are handled. `/api/settings`: the owners' settings and tests of them. Replacing them
 * needs a recent step-up: they set where owners are notified of channel changes, and what sends the password links.
 */
export function settingsRoutes(deps: {
  settings: SettingsService;
  notifications: { test: (channel: DeliveryChannel, actor: Member) => Promise<TestOutcome> };
  secondFactor: { isOn: (memberId: string) => Promise<boolean> };
  site: Site;
  supportAddress: ReadSupportAddress;
}) {
  const { settings, notifications, site, supportAddress } = deps;
  const sendPrivacy = (language: Language) =>
    cachedByVersion(
      async () => {
        const { version, privacySettings } = await settings.forPrivacyPage();
        const { email } = await supportAddress();
        const particulars = particularsIn(site, language);
        const make = () => JSON.stringify({ ...privacySettings, ...particulars, support: { email } });
        return { version: `${version} ${siteVersion(site)} ${email}`, make };
      },
      { "content-type": "application/json; charset=utf-8" },
    );
  const sends = {} as Record<Language, ReturnType<typeof sendPrivacy>>;
  for (const language of languageCodes) sends[language] = sendPrivacy(language);

  return [
    route("GET /privacy", {
      does: "What the legal pages state",
      access: "anyone",
      statuses: { never: [422] },
      // Sent as prepared bytes, bypassing the schema's serializer.
      run: async ({ query, request, reply }) => {
        await sends[languageOf(query.language)](request, reply);
        return reply;
      },
    }),

    route("GET /settings", {
      does: "The settings, without their secrets",
      access: "owner",
      run: async ({ reply }) => withTag(reply, await settings.view()),
    }),

    route("PUT /settings", {
      does: "Replace the settings; a secret that is left out stays",
      access: "owner",
      stepUp: true,
      refuses: {
        stale: [
          412,
          ({ current }: { current: Settings }, reply: FastifyReply) => ({
            message: say("settings.stale"),
            more: { current: withTag(reply, current) },
          }),
        ],
        alarm: settingsAlarm,
        "waits already": [409, say("trust.section-waits")],
        refused: [422, ({ errors }: { errors: Record<string, ServerText> }) => ({ errors })],
      },
      run: async ({ body, version, member, reply }) => {
        const actor = { ...member, hasSecondFactor: await deps.secondFactor.isOn(member.id) };
        const saved = await settings.save(body, version, actor);
        if (!saved.ok) return saved;
        const { settings: view, webhookSecret, incomingSecret, waits } = saved;
        const answer = { settings: withTag(reply, view), webhookSecret, incomingSecret };
        return waits.length === 0 ? answer : accepted({ ...answer, waits: [...waits] });
      },
    }),

    route("POST /settings/restore", {
      does: "End an alarm about the settings: put the last good ones back",
      access: "owner",
      stepUp: true,
      refuses: { "no alarm": [409, say("settings.no-alarm")] },
      run: async ({ reply }) =>
        (await settings.restore()) ? withTag(reply, await settings.view()) : refused("no alarm"),
    }),

    route("POST /settings/test", {
      does: "Send a test at once, and say how that went",
      access: "owner",
      run: ({ body, member }) => notifications.test(body.channel, member),
    }),
  ];
}

/** The settings with their version as the `ETag`. */
function withTag(reply: FastifyReply, view: Settings): Settings {
  reply.header("etag", versionTag(view.version));
  return view;
}
