import type { PublicAddress } from "./address/public-address.ts";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";
import type { Assets, PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site/site.ts";
import type { Language } from "#domain/languages.ts";
import { createApp } from "./app.ts";
import { readAllAssets } from "./http/build-manifest.ts";
import { type Config, warningsOf } from "./config.ts";
import { followOthers, watchChannels, watchMembers, watchSettings } from "./watch-store.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createServices, type Services } from "./compose.ts";
import { keepPrivate } from "./private-files.ts";
import { openSigning } from "./signing/create-signing.ts";
import { siteWithLogoUrls } from "./site/logo.ts";
import { openStore, type Store } from "./open-store.ts";
import { freeReserveIfFull } from "./space/reserve.ts";
import { describeFailure, isRefusal } from "./failure.ts";
import { outsideError } from "./store/files/stored-files.ts";
import { ReplicaError } from "./store/replica.ts";
import { refuseTransferred } from "./store/transferred.ts";
import { statementLog } from "./store/statement-log.ts";
import { StoreUnavailableError } from "./store/store-unavailable.ts";
import type { Tracing } from "./tracing/tracing.ts";
import { logUnreadableRows } from "./lib/stored-rows.ts";
import { version } from "./version.ts";
import { hour, minute, second } from "#domain/time/durations.ts";

export type CreateRenderer = (input: {
  site: Site;
  assets: Record<Language, Assets>;
  address: Pick<PublicAddress, "url">;
}) => Promise<PageRenderer>;

interface Running {
  app: FastifyInstance;
  services: Services;
  /** The URL to open. */
  origin: string;
  /** Token of the setup link; undefined once an owner exists. */
  setupToken: string | undefined;
  /** Finishes open requests, then closes the store. */
  stop(): Promise<void>;
}

/** Max time between two tries to reach the database at the start. */
const maxWait = 30 * second;

/** Delay of the first clean-up and checks in ms: these read the whole audit log, and the first visitors come first. */
const cleanUpAfter = 2_000;

/** Delay until the memory of the start is given back in ms: the garbage of the first clean-up is there by then. */
const giveBackAfter = 10_000;

/**
 * Starts store, services and app, and listens; retries while the database does not respond.
 * @throws what `openStore` and `listen` throw, after closing everything
 */
export async function start(config: Config, createRenderer: CreateRenderer): Promise<Running> {
  // Folder of the same build, even if there is a newer one: dist/server and dist/client are links (scripts/build.js).
  const clientDir = join(import.meta.dirname, "..", basename(import.meta.dirname).replace("server", "client"));
  const renderer = await createRenderer({
    site: siteWithLogoUrls(config.site),
    assets: readAllAssets(clientDir),
    address: config.address,
  });
  const metrics = await loadMetrics(config);
  const tracing = await loadTracing(config);
  const wasOpen: string[] = [];
  // If database and key are elsewhere, nothing else creates the folder before the first write.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  if (config.database === undefined) freeReserveIfFull(config.dataDir);
  keepPrivate(config, (warning) => void wasOpen.push(warning));
  const opened = await openReachable(config, tracing);
  const measured = metrics?.measured(opened) ?? opened;
  const store = tracing?.traced(measured) ?? measured;
  let stopUnreadable = (): void => {};
  let closeMetrics: (() => Promise<void>) | undefined;
  try {
    refuseTransferred(await opened.transferredTo(), config);
    await refuseWrongReplica(opened);
    if (config.database !== undefined && config.files === undefined && (await opened.hasFilesOutside()))
      throw outsideError();
    const signing = await openSigning({ dataDir: config.dataDir, keyFile: config.signingKeyFile });
    const services = await createServices(store, config, signing);
    // A DATA_DIR without the last list is a new instance's on PostgreSQL; with SQLite, both stand in one folder.
    const isNew = store.engine === "postgresql" && (await signing.lastList.read()) === null;
    await services.filesWatch.begin();
    await readFirst(services, isNew);
    const setupToken = await services.accounts.prepareFirstOwner(config.firstOwner);
    metrics?.watch(services, store, version);
    const app = await createApp({ config, services, renderer, clientDir, early: "/", metrics, tracing });
    tracing?.logTo(app.log);
    for (const warning of [...wasOpen, ...warningsOf(config, process.env)]) app.log.warn(warning);
    closeMetrics = await metrics?.serve(config.metrics, app.log);
    // When the backlog is full, Linux drops the SYN and the client retries after 1 s. Linux may cap this value.
    await app.listen({ port: config.port, host: config.host, backlog: 4096 });
    app.log.info({ version, schema: store.schema }, "started");
    const [place] = app.addresses();
    // The system chooses the port if `PORT` is 0.
    const listens = `http://localhost:${typeof place === "object" ? place.port : config.port}`;
    services.notifications.start({ origin: listens, log: app.log, around: tracing?.delivery });
    services.inquiries.logTo(app.log);
    store.replica?.logTo(app.log);
    store.erasingThread?.logTo(app.log);
    stopUnreadable = logUnreadableRows(app.log);
    services.mailbox.start({ log: app.log });
    services.backups.start({ log: app.log });
    const stopSpace = services.space.start(app.log);
    services.filesWatch.logTo(app.log);
    const recheck = setInterval(() => {
      void services.audit.recheckBroken().catch(() => undefined);
      void services.filesWatch.recheck();
      void services.removeErasedFiles();
    }, minute).unref();
    const cleanUp = () => {
      for (const each of [services.checks, services.cleanUp, services.retention])
        void each.run().catch((error: unknown) => {
          const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
          for (const err of failures) app.log.error({ err }, "clean-up failed");
        });
    };
    const stopWatching = watchChannels(services.channels, app.log);
    const stopWatchingMembers = watchMembers(services.signedMembers, app.log);
    const stopFollowing = followOthers(store, { ...services, settings: watchSettings(services.settings, app.log) });
    const firstCleanUp = setTimeout(cleanUp, cleanUpAfter).unref();
    const cleanUps = setInterval(cleanUp, hour).unref();
    const memoryBack = setTimeout(giveMemoryBack, giveBackAfter).unref();
    const stop = async () => {
      clearTimeout(firstCleanUp);
      clearInterval(cleanUps);
      clearTimeout(memoryBack);
      clearInterval(recheck);
      stopSpace();
      await Promise.all([stopWatching(), stopWatchingMembers(), stopFollowing()]);
      const { notifications, mailbox, backups, retention, checks } = services;
      await Promise.all([
        app.close(),
        ...[notifications, mailbox, services.cleanUp, retention, checks, backups].map((each) => each.stop()),
      ]);
      services.untrustedInput.close();
      await services.audit.settled();
      stopUnreadable();
      await Promise.all([closeMetrics?.(), tracing?.stop()]);
      await store.close();
    };
    return { app, services, origin: config.address.origin, setupToken, stop };
  } catch (error) {
    stopUnreadable();
    await closeMetrics?.();
    await store.close();
    throw error;
  }
}

/**
 * Makes V8 shrink its heap, which a discarded context tells it to: it collects in steps, and only while little happens.
 * Nothing else asks for that: the collection of `--expose-gc` keeps the pages, or stops all requests for 0.1 s.
 */
function giveMemoryBack(): void {
  runInNewContext("0");
}

/**
 * Opens the store. Retries while the database does not respond: after a power cut, or in a cluster, it may start later.
 * @throws what `openStore` throws otherwise
 */
async function openReachable(config: Config, tracing: Tracing | undefined): Promise<Store> {
  const log = tracing && statementLog(tracing.ended);
  for (let wait = second; ; wait = Math.min(2 * wait, maxWait)) {
    try {
      return await openStore({ ...config, log });
    } catch (error) {
      if (!isAway(error)) throw error;
      console.error(`${describeFailure(error, config)}; the next try is in ${wait / second} s`);
      await sleep(wait);
    }
  }
}

/**
 * Refuses to start with a database that is no replica of this store. If the replica is down, a server starts and reads
 * from the primary.
 * @throws ReplicaError if it is another database, or lets nobody in as DATABASE_READ_URL asks for it
 */
async function refuseWrongReplica({ replica }: Pick<Store, "replica">): Promise<void> {
  const error = (await replica?.check()) ?? null;
  if (error instanceof ReplicaError && error.isFinal) throw error;
  if (error !== null && isRefusal(error)) throw new ReplicaError(error.message, { isFinal: true, cause: error });
}

/** Reads what pages need before the first request, so that a visit causes no write. Also checks the whole history. */
export async function readFirst(
  { settings, audit, channels, siteSettings }: Pick<Services, "settings" | "audit" | "channels" | "siteSettings">,
  isNew: boolean,
): Promise<void> {
  // This writes the first audit entry of an empty store, which `audit.join` needs.
  await settings.poll();
  if (isNew) await audit.join();
  await channels.poll(true);
  await siteSettings.poll();
}

/**
 * Returns whether a retry may help. What the operator must correct, such as a wrong password, is thrown immediately.
 */
function isAway(error: unknown): boolean {
  return error instanceof StoreUnavailableError && error.fault === "away" && !isRefusal(error);
}

/** Loads the metrics only if they are served. */
export async function loadMetrics(config: Pick<Config, "metrics">): Promise<Metrics | undefined> {
  if (config.metrics === undefined) return undefined;
  const { createMetrics } = await import("./metrics/metrics.ts");
  return createMetrics();
}

/** Loads OpenTelemetry only if there is an endpoint to export to. */
async function loadTracing({ traces, database }: Config): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined;
  const { createTracing } = await import("./tracing/tracing.ts");
  return createTracing(traces, { engine: database === undefined ? "sqlite" : "postgresql", version });
}

const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Calls `stop` with the cause on each stop signal, and when the parent process ends. Returns a function that removes
 * the listeners.
 */
function listenForStop(stop: (cause: string) => void): () => void {
  for (const signal of stopSignals) process.on(signal, stop);
  // scripts/run.js and scripts/dev.js start it with a channel, which ends with them, whatever ends them.
  const ended = () => stop("the program that started it has ended");
  process.once("disconnect", ended);
  process.channel?.unref();
  return () => {
    for (const signal of stopSignals) process.off(signal, stop);
    process.off("disconnect", ended);
  };
}

/**
 * Exits on the signals that `stopOnSignal` handles later: the start may be waiting for the database, and PID 1 of a
 * container ignores signals without a handler. Returns a function that removes the listeners.
 */
export function exitOnSignal(): () => void {
  return listenForStop((cause) => {
    console.error(`Stopped before the start was done: ${cause}`);
    process.exit(0);
  });
}

/**
 * Shuts down gracefully on SIGTERM, SIGINT and SIGHUP, and when the program that started this one has ended; after the
 * limits, exits even if requests hang.
 */
export function stopOnSignal(
  { app, stop }: Pick<Running, "app" | "stop">,
  { drainSeconds, shutdownSeconds }: Pick<Config["limits"], "drainSeconds" | "shutdownSeconds">,
): void {
  let stopping = false;
  const stopFor = (cause: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ version, cause }, "stopping");
    setTimeout(
      () => {
        app.log.error({ shutdownSeconds }, "requests were still open at the end of LIMIT_SHUTDOWN_SECONDS");
        process.exit(1);
      },
      (drainSeconds + shutdownSeconds) * second,
    ).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  listenForStop(stopFor);
}
