import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Channel, emptyChannelList } from "#domain/channels/channel-list.ts";
import { inEnglish } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import type { KnownChannelList } from "./channels/signed-channels.ts";
import { pollEvery, watchChannels } from "./watch-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const good: KnownChannelList = { channelList: emptyChannelList, alarm: null, writeFailure: null };
const cause = new Error("why");
const alarm = (message: string) => ({ ...good, alarm: { since: 1, message, cause } });

/** Returns the log lines while polling returns these results in turn. */
async function logged(results: Array<KnownChannelList | Error>) {
  const lines: unknown[][] = [];
  const log = {
    error: (...line: unknown[]) => void lines.push(line),
    warn: (...line: unknown[]) => void lines.push(line),
  } as unknown as FastifyBaseLogger;
  const found = [...results];
  const poll = () => {
    const next = found.shift() ?? good;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const stop = watchChannels({ poll }, log);
  await vi.advanceTimersByTimeAsync(pollEvery * (results.length - 1));
  await stop();
  return lines;
}

it("logs each alarm with its cause once, and its end", async () => {
  expect(await logged([alarm("a"), alarm("a"), alarm("b"), alarm("b"), good, good, alarm("a")])).toEqual([
    [{ alarm: "a", err: cause }, "the channels cannot be trusted"],
    [{ alarm: "b", err: cause }, "the channels cannot be trusted"],
    ["the channels can be trusted again"],
    [{ alarm: "a", err: cause }, "the channels cannot be trusted"],
  ]);
});

it("logs what an alarm says in English", async () => {
  const text = say("channels-alarm.older");
  expect(await logged([alarm(text)])).toEqual([[{ alarm: inEnglish(text), err: cause }, expect.anything()]]);
  expect(inEnglish(text)).not.toBe(text);
});

it("logs once that the last list cannot be written, and once that it could be", async () => {
  const writeFailure = { ...good, writeFailure: { cause } };
  expect(await logged([writeFailure, writeFailure, good, good, writeFailure])).toEqual([
    [{ err: cause }, expect.stringContaining("cannot be written")],
    ["the last list is beside the store again"],
    [{ err: cause }, expect.stringContaining("cannot be written")],
  ]);
});

it("logs unknown channel types once, and again if they change", async () => {
  const alarmsOf = (...types: string[]) => {
    const channels = types.map((type) => ({ id: type, type, value: "x", isActive: true, proof: "", hours: null }));
    return { ...good, channelList: { ...emptyChannelList, channels: channels as Channel[] } };
  };
  const line = (...types: string[]) => [{ types }, expect.stringContaining("does not know")];
  expect(
    await logged([
      alarmsOf("phone"),
      alarmsOf("signal", "phone"),
      alarmsOf("signal", "signal"),
      alarmsOf("signal", "fax"),
      good,
    ]),
  ).toEqual([line("signal"), line("fax", "signal")]);
});

it("logs a failed poll once, until one succeeds", async () => {
  expect(await logged([cause, cause, good, cause])).toEqual([
    [{ err: cause }, "the channels could not be verified"],
    [{ err: cause }, "the channels could not be verified"],
  ]);
});
