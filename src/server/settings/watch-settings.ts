import type { FastifyBaseLogger } from "fastify";
import type { SettingsService } from "./settings.ts";

/** Wraps the verification of the settings: logs once when they become untrusted, and once when they recover. */
export function watchSettings(
  { poll }: Pick<SettingsService, "poll">,
  log: Pick<FastifyBaseLogger, "error" | "warn">,
): Pick<SettingsService, "poll"> {
  let alarmed: string | undefined;
  return {
    async poll() {
      const alarm = await poll();
      if (alarm !== null && alarm.message !== alarmed) {
        log.error({ alarm: alarm.message, err: alarm.cause }, "the settings cannot be trusted");
      }
      if (alarm === null && alarmed !== undefined) log.warn("the settings can be trusted again");
      alarmed = alarm?.message;
      return alarm;
    },
  };
}
