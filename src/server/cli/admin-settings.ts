import type { Settings } from "#contract/settings.ts";
import { plain, type Told } from "./admin-channels.ts";
import type { SettingsService } from "../settings/settings.ts";

/**
 * Shows the unverified settings in the store, without secrets, and signs them if the operator answers `yes`. For
 * settings that were repaired by hand.
 */
export async function signSettings(
  settings: Pick<SettingsService, "poll" | "unverified" | "trust">,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<Told> {
  const alarm = await settings.poll();
  if (alarm === null) return { text: "There is no alarm: the settings in the store are signed.", hasFailed: false };
  show(alarm.message);
  const found = await settings.unverified();
  if (found === null) {
    const text =
      "The store holds no settings that can be read. An owner can put the last good ones back in the admin area.";
    return { text, hasFailed: true };
  }
  show("These are the settings in the store. Nothing proves who has put them there:\n");
  for (const line of linesOf(found.settings)) show(`  ${line}`);
  if ((await ask("\nSign these settings? Type yes: ")) !== "yes")
    return { text: "Nothing was changed.", hasFailed: true };
  return (await settings.trust(found.text))
    ? { text: "The settings are signed with the present key.", hasFailed: false }
    : { text: "The settings have changed in the meantime. Nothing was signed: run this again.", hasFailed: true };
}

function linesOf(settings: Settings): string[] {
  const { mail, webhook, telegram } = settings;
  return [
    `Retention: ${settings.retentionDays} days after an inquiry is closed`,
    `Acknowledgement to visitors: ${settings.acknowledge ? "on" : "off"}`,
    `A notification contains: ${settings.says === "all" ? "the whole inquiry" : "the reference"}`,
    `Second factor for everybody: ${settings.requiresSecondFactor ? "required" : "not required"}`,
    mail === null
      ? "Mail: not set up"
      : `Mail: ${mail.host}:${mail.port} (${mail.security}), user ${mail.user || "none"}, from ${mail.from}, to ` +
        (mail.to.join(", ") || "nobody"),
    `Webhook: ${webhook === null ? "not set up" : webhook.url}`,
    `Telegram: ${telegram === null ? "not set up" : `chat ${telegram.chatId}`}`,
  ].map(plain);
}
