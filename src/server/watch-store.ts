import type { FastifyBaseLogger } from "fastify";
import { inEnglish } from "#copy/server/render.ts";
import { unknownChannels } from "#domain/channels/known-channels.ts";
import type { SignedMembers } from "./auth/team/signed-members.ts";
import type { Channels } from "./channels/channels.ts";
import type { Services } from "./compose.ts";
import { singleFlight } from "./lib/single-flight.ts";
import type { Store } from "./open-store.ts";
import type { SettingsService } from "./settings/settings.ts";
import type { PubSubTopic } from "./store/pub-sub.ts";

/** Milliseconds between two polls for changes by other programs. */
export const pollEvery = 2500;

interface Seen {
  alarm: { message: string; cause?: unknown } | null;
  writeFailure: { cause: unknown } | null;
  /** Channel types that this version does not know. */
  unknownTypes?: string[];
}

/** Log messages for a watched resource. */
interface WatchMessages {
  alarm: string;
  over: string;
  writeFailure: string;
  kept: string;
  failed: string;
}

const channelMessages: WatchMessages = {
  alarm: "the channels cannot be trusted",
  over: "the channels can be trusted again",
  writeFailure: "the last list cannot be written beside the store; it is tried again and again",
  kept: "the last list is beside the store again",
  failed: "the channels could not be verified",
};

const memberMessages: WatchMessages = {
  alarm: "members in the store were changed by something other than this program",
  over: "the members can be trusted again",
  writeFailure: "members.head.json cannot be written beside the store; it is tried again and again",
  kept: "members.head.json is beside the store again",
  failed: "the members could not be verified",
};

/** Watches the members: logs the ids of rows that do not verify or are missing. */
export function watchMembers({ verify }: Pick<SignedMembers, "verify">, log: FastifyBaseLogger): () => Promise<void> {
  const read = async (): Promise<Seen> => {
    const { alarm, writeFailure } = await verify();
    return { alarm: alarm && { message: [...alarm.members.toSorted(), ...alarm.writes].join(", ") }, writeFailure };
  };
  return watch(read, log, memberMessages);
}

/**
 * Polls the channels in the store: applies due changes, and logs each problem once. Returns a function that stops it
 * and resolves when no poll is running.
 */
export function watchChannels({ poll }: Pick<Channels, "poll">, log: FastifyBaseLogger): () => Promise<void> {
  const read = async (): Promise<Seen> => {
    const { alarm, writeFailure, channelList } = await poll();
    const types = new Set(unknownChannels(channelList).map(({ type }) => type));
    return { alarm, writeFailure, unknownTypes: [...types].toSorted() };
  };
  return watch(read, log, channelMessages);
}

function watch(read: () => Promise<Seen>, log: FastifyBaseLogger, messages: WatchMessages): () => Promise<void> {
  let alarmed: string | undefined;
  let wasWriteFailing = false;
  let unknown = "";
  let hasFailed = false;

  async function readAndLog(): Promise<void> {
    try {
      const { alarm, writeFailure, unknownTypes: types = [] } = await read();
      if (alarm !== null && alarm.message !== alarmed) {
        log.error({ alarm: inEnglish(alarm.message), err: alarm.cause }, messages.alarm);
      }
      if (alarm === null && alarmed !== undefined) log.warn(messages.over);
      alarmed = alarm?.message;
      if (writeFailure !== null && !wasWriteFailing) {
        log.error({ err: writeFailure.cause }, messages.writeFailure);
      }
      if (writeFailure === null && wasWriteFailing) log.warn(messages.kept);
      wasWriteFailing = writeFailure !== null;
      if (types.length > 0 && types.join() !== unknown)
        log.warn(
          { types },
          "the list has channels of types that this version does not know; they are kept, and left out",
        );
      unknown = types.join();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, messages.failed);
      hasFailed = true;
    }
  }
  const once = singleFlight(readAndLog);
  void once();
  const timer = setInterval(() => void once(), pollEvery).unref();

  return async () => {
    clearInterval(timer);
    await once.running();
  };
}

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
        log.error({ alarm: inEnglish(alarm.message), err: alarm.cause }, "the settings cannot be trusted");
      }
      if (alarm === null && alarmed !== undefined) log.warn("the settings can be trusted again");
      alarmed = alarm?.message;
      return alarm;
    },
  };
}

/**
 * Keeps cached data current with writes by other instances: on a publish/subscribe message, and every `every`
 * milliseconds in case one is lost. `watchChannels` also polls the channels. Returns a function that stops it.
 */
export function followOthers(
  { pubSub }: Pick<Store, "pubSub">,
  {
    channels,
    settings,
    siteSettings,
    trust,
    team,
    inboxFeed,
  }: Pick<Services, "channels" | "inboxFeed"> & {
    trust: Pick<Services["trust"], "poll">;
    team: Pick<Services["team"], "poll">;
    siteSettings: Pick<Services["siteSettings"], "poll">;
    settings: Pick<Services["settings"], "poll">;
  },
  every: number = pollEvery,
): () => Promise<void> {
  const polls: Record<PubSubTopic, () => Promise<unknown>> = {
    channels: () => channels.poll(),
    // The site is part of the signed settings.
    settings: async () => {
      await settings.poll();
      await siteSettings.poll();
      await trust.poll();
      await team.poll();
    },
    inbox: () => Promise.resolve(inboxFeed.wake()),
  };
  const running = new Set<Promise<unknown>>();
  // If the store fails, cached data stays; the callers that need the store report the error.
  const follow = (poll: Promise<unknown>) => {
    const polling = poll.catch(() => undefined);
    running.add(polling);
    void polling.finally(() => running.delete(polling));
  };
  const pollTopic = (topic: PubSubTopic) => follow(polls[topic]());
  const stopListening = pubSub.listen(pollTopic);
  const timer = setInterval(() => {
    pollTopic("settings");
    pollTopic("inbox");
    follow(inboxFeed.check());
  }, every).unref();

  return async () => {
    clearInterval(timer);
    await stopListening();
    await Promise.all(running);
  };
}
