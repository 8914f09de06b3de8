import { expect, it, vi } from "vitest";
import { createClock } from "../testing-clock.ts";
import type { SettingsService } from "../settings/settings.ts";
import { createMailbox } from "./mailbox.ts";

/** A mail server that announces nothing. */
const search = vi.hoisted(() => vi.fn(async () => []));
vi.mock("imapflow", () => ({
  ImapFlow: class {
    search = search;
    on = () => this;
    connect = async () => undefined;
    mailboxOpen = async () => ({ uidValidity: 1n, uidNext: 1 });
    close = () => undefined;
  },
}));

it("is polled on after the clock was set back", async () => {
  const clock = createClock();
  const box = { way: "imap", host: "127.0.0.1", port: 143, security: "none", user: "desk", password: "x" };
  const current = async () => ({ incoming: box, unreadable: [] });
  const mailbox = createMailbox({
    store: { position: async () => ({ uidValidity: "1", uid: 0 }) } as never,
    settings: { current: current as unknown as SettingsService["current"] },
    take: () => Promise.reject(new Error("nothing is there")),
    plainHosts: new Set(),
    timings: { settingsMs: 5, pollMs: 60_000 },
    now: clock.now,
  });
  mailbox.start({ log: { info: () => {}, warn: () => {}, error: () => {} } });
  await expect.poll(() => search.mock.calls.length).toBe(1);
  clock.advance({ hours: -1 });
  await expect.poll(() => search.mock.calls.length).toBe(2);
  clock.advance({ minutes: 1 });
  await expect.poll(() => search.mock.calls.length).toBe(3);
  await mailbox.stop();
});
