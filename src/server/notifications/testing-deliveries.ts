import { expect } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
import { createTestApp } from "../testing.ts";
import { mailSettings, startMailServer, startReceiver } from "./testing.ts";

export const botToken = "123456:made-up-bot-token";

/**
 * Test helper: starts the app at `origin` with test servers for email, webhook and Telegram. `input` has settings that
 * use all three; they are not saved yet.
 */
export async function createDeliveries(origin: string) {
  const [mailServer, hook, telegram] = await Promise.all([startMailServer(), startReceiver(), startReceiver()]);
  telegram.response = (response) => response.end('{"ok":true}');
  const test = await createTestApp({
    env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1", PUBLIC_URL: origin },
    outside: { telegramOrigin: telegram.origin, timeoutMs: 3000 },
  });
  const { password: _password, ...mail } = mailSettings(mailServer.port);
  const input: SettingsInput = {
    retentionDays: 90,
    acknowledge: false,
    says: "reference",
    mail,
    webhook: { url: `${hook.origin}/hook` },
    telegram: { chatId: "-1001", token: botToken },
  };
  const rows = () => test.db.selectFrom("outbox").selectAll().execute();
  return {
    ...test,
    mailServer,
    hook,
    telegram,
    input,
    /** The outbox. */
    rows,

    /** Waits until every notification was tried. */
    async settled(): Promise<void> {
      await expect.poll(async () => (await rows()).filter((row) => row.tried_at === null)).toEqual([]);
    },

    async close(): Promise<void> {
      await test.close();
      await Promise.all([mailServer.close(), hook.close(), telegram.close()]);
    },
  };
}
