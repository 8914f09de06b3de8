import { untakenReasons } from "#domain/inquiries/untaken-mail.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { deliveryChannels } from "#domain/delivery.ts";
import { inquiryKinds } from "#domain/inquiries/inquiry.ts";
import type { Services } from "../compose.ts";
import type { Config } from "../config.ts";
import type { FileMemory } from "../http/file-memory.ts";
import type { Rejections } from "../http/admission/http-server.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { unreadableCount } from "../lib/stored-rows.ts";
import type { Store } from "../open-store.ts";
import { fileOutcomes } from "../store/files/file-requests.ts";
import { wrapCalls } from "../store/wrap-calls.ts";
import { createExposition, createHistograms, type Histogram, type Exposition } from "./exposition.ts";
import { metricsRoute, serveMetrics } from "./metrics-server.ts";
import { createResponseCounts } from "./response-counts.ts";

export type Metrics = ReturnType<typeof createMetrics>;

type Watched = Pick<
  Services,
  | "inquiries"
  | "untakenMails"
  | "spamGuard"
  | "outbox"
  | "channels"
  | "settings"
  | "signedMembers"
  | "audit"
  | "backups"
  | "filesWatch"
  | "space"
  | "mailbox"
  | "ping"
>;

/** Timeout of store queries in ms. Prometheus gives up after 10 s; the other metrics must be served before that. */
const patience = 5000;

/**
 * All metrics of `/metrics`: plain counters, read at each scrape. Labels hold only known values: route patterns,
 * function names, kinds. `docs/operating.md` has a row for each, `deploy/` a panel or an alert.
 */
export function createMetrics() {
  const responses = createResponseCounts();
  const operations = createHistograms<"operation">();
  const exposition = createExposition();

  exposition.addTimes({
    name: "front_desk_http_request_duration_seconds",
    help: "Requests by route pattern and status, and the duration of their responses.",
    read: responses.responses,
  });
  exposition.add({
    name: "front_desk_cached_answers_total",
    help: "Public responses from the cache (hit), and those rendered first (miss).",
    type: "counter",
    read: () => {
      const { hit, miss } = responses.cached();
      return [
        { labels: { result: "hit" }, value: hit },
        { labels: { result: "miss" }, value: miss },
      ];
    },
  });
  exposition.addTimes({
    name: "front_desk_store_duration_seconds",
    help: "Duration of store operations, time in the queue included.",
    read: operations.all,
  });

  const serving: Exposition = {
    contentType: exposition.contentType,
    /** The exposition text; parallel requests share one. */
    text: singleFlight(exposition.text),
  };

  return {
    responses,

    /** Wraps a store so that its calls are timed. */
    measured: (store: Store): Store => measuredStore(store, (operation) => operations.of({ operation })),

    /** Registers metrics of these services; call once. */
    watch(
      watched: Watched,
      store: Pick<Store, "engine" | "schema" | "replica" | "onFileRequest">,
      version: string,
    ): void {
      const { inquiries, untakenMails, spamGuard, outbox, channels, settings, signedMembers } = watched;
      const { audit, backups, filesWatch, space, mailbox, ping } = watched;
      exposition.add({
        name: "front_desk_inquiries_total",
        help: "Submissions by outcome; suspected ones are accepted and marked as possible spam, repeated ones got the first response.",
        type: "counter",
        read: () =>
          inquiryKinds.flatMap((kind) => {
            const taken = inquiries.taken(kind);
            const outcomes = {
              accepted: taken.accepted,
              suspected: taken.suspected,
              repeated: taken.repeated,
              refused: responses.notTaken(kind, "refused"),
              held_up: responses.notTaken(kind, "throttled"),
              failed: responses.notTaken(kind, "failed"),
            };
            return Object.entries(outcomes).map(([outcome, value]) => ({ labels: { kind, outcome }, value }));
          }),
      });
      exposition.add({
        name: "front_desk_untaken_mails_total",
        help: "Emails that were not taken but listed for the team, by the reason.",
        type: "counter",
        read: () =>
          untakenReasons.map((reason) => ({ labels: { reason }, value: untakenMails.counts().get(reason) ?? 0 })),
      });
      exposition.add({
        name: "front_desk_untaken_mails",
        help: "Emails that were set aside and that nobody has added to the inbox since; missing while the store is unavailable.",
        type: "gauge",
        read: async () => {
          const count = await soon(untakenMails.count());
          return count === undefined ? [] : [{ value: count }];
        },
      });
      exposition.add({
        name: "front_desk_mailbox_failing",
        help: "1 while the mailbox of incoming mail cannot be read; missing if none is set up.",
        type: "gauge",
        read: () => {
          const { state } = mailbox.state();
          return state === "off" ? [] : [{ value: Number(state === "failing") }];
        },
      });
      exposition.add({
        name: "front_desk_flood",
        help: "1 during a flood of inquiries.",
        type: "gauge",
        read: () => [{ value: Number(spamGuard.isFlooded()) }],
      });
      exposition.add({
        name: "front_desk_unreadable_rows",
        help: "Rows of the store that cannot be read and are left out of lists, found since the start.",
        type: "gauge",
        read: () => [{ value: unreadableCount() }],
      });
      exposition.add({
        name: "front_desk_erasure_backlog",
        help: "Inquiries past their retention that the last clean-up found and has not erased yet.",
        type: "gauge",
        read: () => [{ value: inquiries.erasureBacklog() }],
      });
      exposition.add({
        name: "front_desk_build_info",
        help: "Which version runs, and the last migration that it knows.",
        type: "gauge",
        read: () => [{ labels: { version, schema: store.schema }, value: 1 }],
      });
      exposition.add({
        name: "front_desk_store_info",
        help: "Which engine the store has.",
        type: "gauge",
        read: () => [{ labels: { engine: store.engine }, value: 1 }],
      });
      exposition.add({
        name: "front_desk_store_up",
        help: "1 if the store responds, and its last write succeeded.",
        type: "gauge",
        read: async () => [{ value: Number((await soon(ping().then(() => true))) === true) }],
      });

      exposition.add({
        name: "front_desk_replica_up",
        help: "1 if reports are read from the replica; 0 while from the primary instead; missing without a replica.",
        type: "gauge",
        read: async () => {
          const { replica } = store;
          return replica === null ? [] : [{ value: Number((await soon(replica.check())) === null) }];
        },
      });

      const fileRequests = createHistograms<"operation" | "outcome">();
      for (const [operation, outcomes] of Object.entries(fileOutcomes))
        for (const outcome of outcomes) fileRequests.of({ operation, outcome });
      store.onFileRequest(({ operation, outcome, seconds }) => fileRequests.of({ operation, outcome }).record(seconds));
      exposition.addTimes({
        name: "front_desk_file_request_duration_seconds",
        help: "Requests to the place of the files by outcome, and their duration; gone: the file is missing.",
        read: fileRequests.all,
      });
      exposition.add({
        name: "front_desk_files_up",
        help: "1 if the bucket or shared folder of the files responds, and no request to it failed in the last minutes; missing without one.",
        type: "gauge",
        read: () => {
          const isUp = filesWatch.isUp();
          return isUp === null ? [] : [{ value: Number(isUp) }];
        },
      });

      // One query for both metrics.
      const backlog = singleFlight(() => outbox.backlog());
      exposition.add({
        name: "front_desk_outbox_messages",
        help: "Notifications that are queued, and those given up; missing while the store is unavailable.",
        type: "gauge",
        read: async () => {
          const found = await soon(backlog());
          if (found === undefined) return [];
          return deliveryChannels.flatMap((channel) =>
            (["waiting", "dead"] as const).map((state) => ({
              labels: { channel, state },
              value: found[channel][state],
            })),
          );
        },
      });
      exposition.add({
        name: "front_desk_outbox_oldest_seconds",
        help: "Age of the oldest queued notification; 0 if there is none.",
        type: "gauge",
        read: async () => {
          const found = await soon(backlog());
          if (found === undefined) return [];
          return deliveryChannels.map((channel) => ({ labels: { channel }, value: found[channel].oldestSeconds }));
        },
      });
      exposition.add({
        name: "front_desk_channels_alarm",
        help: "1 while the channels in the store are unverified.",
        type: "gauge",
        read: async () => {
          const channelList = await soon(channels.channelList());
          return channelList === undefined ? [] : [{ value: Number(channelList.alarm !== null) }];
        },
      });
      exposition.add({
        name: "front_desk_settings_alarm",
        help: "1 while the settings in the store are unverified.",
        type: "gauge",
        read: async () => {
          const known = await soon(settings.current());
          return known === undefined ? [] : [{ value: Number(known.alarm !== null) }];
        },
      });
      exposition.add({
        name: "front_desk_members_alarm",
        help: "1 while members in the store were changed by another program.",
        type: "gauge",
        read: () => [{ value: Number(signedMembers.alarm() !== null) }],
      });
      const filling = singleFlight(() => space.read());
      const ofDisks = (bytes: "free" | "size") => async () =>
        ((await soon(filling()))?.disks ?? []).map(({ place, [bytes]: value }) => ({ labels: { place }, value }));
      const ofStore = (bytes: "bytes" | "free") => async () => {
        const found = await soon(filling());
        return found === undefined ? [] : [{ value: found.store[bytes] }];
      };
      exposition.add({
        name: "front_desk_disk_free_bytes",
        help: "What is free for this program on the disks of DATA_DIR (data) and of the backups.",
        type: "gauge",
        read: ofDisks("free"),
      });
      exposition.add({
        name: "front_desk_disk_size_bytes",
        help: "The size of these disks.",
        type: "gauge",
        read: ofDisks("size"),
      });
      exposition.add({
        name: "front_desk_store_bytes",
        help: "The size of the store; on PostgreSQL, files included.",
        type: "gauge",
        read: ofStore("bytes"),
      });
      exposition.add({
        name: "front_desk_store_free_bytes",
        help: "What erased rows have left in the embedded store for later ones.",
        type: "gauge",
        read: ofStore("free"),
      });
      exposition.add({
        name: "front_desk_file_bytes",
        help: "The size of all files of conversations.",
        type: "gauge",
        read: async () => {
          const found = await soon(filling());
          return found === undefined ? [] : [{ value: found.files }];
        },
      });
      exposition.add({
        name: "front_desk_file_limit_bytes",
        help: "LIMIT_FILE_MB in bytes; missing without a limit.",
        type: "gauge",
        read: () => (space.fileLimit === 0 ? [] : [{ value: space.fileLimit }]),
      });
      exposition.add({
        name: "front_desk_days_until_full",
        help: "Days until a disk (of DATA_DIR, of the backups) or the limit of files is full; missing if none fills up, or not known yet.",
        type: "gauge",
        read: async () => {
          const days = await soon(space.daysLeft());
          return days === undefined || days === null ? [] : [{ value: days }];
        },
      });
      exposition.add({
        name: "front_desk_disk_full",
        help: "1 while what is left on the disk of the embedded store is for the team, and nothing is taken from visitors.",
        type: "gauge",
        read: () => [{ value: Number(space.isForTeam()) }],
      });
      // Several metrics of one response share the reading of the folder.
      const backupState = singleFlight(() => backups.state());
      // The embedded store alone has integrity checks.
      if (store.engine === "sqlite") {
        exposition.add({
          name: "front_desk_store_problems",
          help: "Problems that the last integrity check of the embedded store found.",
          type: "gauge",
          // A restart forgets the last result: no value is not "no problems".
          read: async () => {
            const { store: checked } = await backupState();
            return checked === null || checked.checkedAt === null ? [] : [{ value: checked.problems.length }];
          },
        });
      }
      exposition.add({
        name: "front_desk_audit_entries",
        help: "Entries of the audit log, none of which is ever deleted; missing while the store is unavailable.",
        type: "gauge",
        read: async () => {
          const count = await soon(audit.count());
          return count === undefined ? [] : [{ value: count }];
        },
      });
      exposition.add({
        name: "front_desk_audit_log_broken",
        help: "1 if the last check of the audit log found it changed; missing before the first one.",
        type: "gauge",
        read: () => {
          const checked = audit.lastCheck();
          return checked === null ? [] : [{ value: Number(checked.found.outcome === "broken") }];
        },
      });

      const askOutcome = singleFlight(() => backups.outcome());
      let known: Awaited<ReturnType<typeof askOutcome>> | undefined;
      // Returns the last known outcome while the store is unavailable.
      const outcome = async () => (known = (await soon(askOutcome())) ?? known);
      exposition.add({
        name: "front_desk_backup_age_seconds",
        help: "Age of the last good backup, even if it was deleted since; missing if none was ever made.",
        type: "gauge",
        read: async () => {
          const madeAt = (await outcome())?.madeAt ?? null;
          return madeAt === null ? [] : [{ value: (Date.now() - madeAt) / 1000 }];
        },
      });
      exposition.add({
        name: "front_desk_backup_missing",
        help: "1 if no backup was ever made; 0 also if legal.backupDays says that there are none.",
        type: "gauge",
        read: async () => {
          const last = await outcome();
          return last === undefined ? [] : [{ value: Number(last.isMissing) }];
        },
      });
      exposition.add({
        name: "front_desk_backup_failed",
        help: "1 if the last try to make a backup failed.",
        type: "gauge",
        read: async () => {
          const last = await outcome();
          return last === undefined ? [] : [{ value: Number(last.hasFailed) }];
        },
      });
      exposition.add({
        name: "front_desk_backup_copy_age_seconds",
        help: "Age of the newest backup that was copied elsewhere; missing if none was.",
        type: "gauge",
        read: async () =>
          (await backupState()).copies.flatMap(({ to, madeAt }) =>
            madeAt === null ? [] : [{ labels: { to }, value: (Date.now() - Date.parse(madeAt)) / 1000 }],
          ),
      });
      exposition.add({
        name: "front_desk_backup_copy_failed",
        help: "1 after a failed copy of a backup, until one succeeds.",
        type: "gauge",
        read: async () =>
          (await backupState()).copies.map(({ to, failure }) => ({
            labels: { to },
            value: Number(failure !== null),
          })),
      });
    },

    /** Adds `/metrics` to the site's port, unless it has its own. */
    route(app: FastifyInstance, place: Config["metrics"]): void {
      if (place !== undefined && place.port === undefined) metricsRoute(app, serving, place.token);
    },

    /**
     * Serves `/metrics` on its own port, if configured; returns a function that closes it. @throws ConfigError if it
     * cannot listen there
     */
    async serve(place: Config["metrics"], log: Pick<FastifyBaseLogger, "info" | "error">) {
      if (place?.port === undefined) return undefined;
      const { port, close } = await serveMetrics(serving, place, (err) => log.error({ err }, "metrics unavailable"));
      log.info({ port }, "metrics are served");
      return close;
    },

    /** Adds the files that are coming in. */
    watchFiles(files: {
      memory: Pick<FileMemory, "all" | "waiting" | "refused">;
      refused: Services["attachments"]["refused"];
    }): void {
      const { memory, refused } = files;
      exposition.add({
        name: "front_desk_refused_uploads_total",
        help: "Submissions whose files were not taken: busy (too many at once, answered 503), full (a limit of stored files is reached).",
        type: "counter",
        read: () => [
          { labels: { reason: "busy" }, value: memory.refused() + refused().busy },
          { labels: { reason: "full" }, value: refused().full },
        ],
      });
      exposition.add({
        name: "front_desk_waiting_uploads",
        help: "Requests whose files wait for memory.",
        type: "gauge",
        read: () => [{ value: memory.waiting() }],
      });
      exposition.add({
        name: "front_desk_upload_memory_bytes",
        help: "Memory that the files of requests in progress have reserved.",
        type: "gauge",
        read: () => [{ value: memory.all() }],
      });
    },

    /** Adds the counts of admission control. */
    watchAdmission(rejections: () => Rejections): void {
      exposition.add({
        name: "front_desk_held_off_total",
        help: "Requests and connections that the limits rejected.",
        type: "counter",
        read: () =>
          Object.entries(rejections()).map(([what, value]: [string, number]) => ({ labels: { what }, value })),
      });
    },
  };
}

/** The result; undefined if it fails or times out, so that the other metrics are still served. */
async function soon<T>(value: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience).unref();
  });
  const come = value.catch(() => undefined);
  return Promise.race([come, late]).finally(() => clearTimeout(timer));
}

/** Wraps a store so that its calls are timed. `histogramOf` returns the histogram of an operation. */
function measuredStore(store: Store, histogramOf: (operation: string) => Histogram): Store {
  return wrapCalls(store, (operation, call) => {
    let histogram: Histogram | undefined;
    return (...args) => {
      const since = performance.now();
      const response = call(...args);
      if (!(response instanceof Promise)) return response;
      const own = (histogram ??= histogramOf(operation));
      const ended = () => own.record((performance.now() - since) / 1000);
      response.then(ended, ended);
      return response;
    };
  });
}
