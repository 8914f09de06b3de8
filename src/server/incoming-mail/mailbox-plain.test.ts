import { expect, it, vi } from "vitest";
import { english } from "../testing-message-codes.ts";
import type { SettingsService } from "../settings/settings.ts";
import { createMailbox } from "./mailbox.ts";

it("is not read without encryption on another machine, whatever was saved before", async () => {
  const box = { way: "imap", host: "imap.example.com", port: 143, security: "none", user: "desk", password: "x" };
  const current = vi.fn(async () => ({ incoming: box, unreadable: [] }));
  const mailbox = createMailbox({
    store: {} as never,
    settings: { current: current as unknown as SettingsService["current"] },
    take: () => Promise.reject(new Error("nothing is read")),
    plainHosts: new Set(["mail.internal"]),
    timings: { settingsMs: 10 },
    now: () => 1,
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  mailbox.start({ log });
  const problem = "The mailbox is not on this machine, nor in MAIL_PLAIN_HOSTS: choose TLS or STARTTLS.";
  await expect.poll(() => english(mailbox.state())).toMatchObject({ state: "failing", problem });
  await mailbox.stop();
});
