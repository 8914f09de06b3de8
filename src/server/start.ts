import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Assets, PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";
import { createApp } from "./app.ts";
import { readAssets } from "./assets.ts";
import type { Config } from "./config.ts";
import { followOthers } from "./follow-others.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createServices, type Services } from "./services/services.ts";
import { openSigning } from "./signing/create-signing.ts";
import { openStore } from "./store/store.ts";
import { watchChannels } from "./watch-channels.ts";

export type CreateRenderer = (input: { site: Site; assets: Assets; publicUrl: URL | undefined }) => PageRenderer;

export interface Running {
  app: FastifyInstance;
  services: Services;
  /** Where it listens, as an address to open. */
  origin: string;
  /** Finishes the requests in flight, then closes the store. */
  stop(): Promise<void>;
}

const hour = 3_600_000;

/** Milliseconds after the start in which all that there is goes to who is waiting: tidying checks the whole audit log. */
const tidyAfter = 2_000;

/** Store → services → app → listen. @throws what `openStore` and `listen` throw; nothing is left open then. */
export async function start(config: Config, createRenderer: CreateRenderer): Promise<Running> {
  const clientDir = join(import.meta.dirname, "../client");
  const renderer = createRenderer({ site: config.site, assets: readAssets(clientDir), publicUrl: config.publicUrl });
  const metrics = await loadMetrics(config);
  const opened = await openStore(config);
  const store = metrics?.measured(opened) ?? opened;
  let closeMetrics: (() => Promise<void>) | undefined;
  try {
    const signing = await openSigning({ dataDir: config.dataDir, keyFile: config.signingKeyFile });
    const services = await createServices(store, config, signing);
    // A folder that holds neither is that of a new instance; the embedded store is never without them.
    if (store.engine === "postgresql" && (await signing.lastList.read()) === null) await services.audit.join();
    // Before anybody asks: nothing is written because of a visit. The whole history is checked as well.
    await services.contacts.look(true);
    metrics?.watch(services, store);
    const app = await createApp({ config, services, renderer, clientDir, early: "/", metrics });
    closeMetrics = await metrics?.serve(config.metrics, app.log);
    // Where the system's queue is full, whoever comes has to knock again a second later; as long as Linux lets it be.
    await app.listen({ port: config.port, host: config.host, backlog: 4096 });
    const origin = originOf(app, config);
    services.officialList.start({ origin });
    services.relyingParty.start({ origin });
    services.notifications.start({ origin, log: app.log });
    services.keeper.start({ log: app.log });
    const tidy = () =>
      void services.tidy().catch((error: unknown) => {
        const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
        for (const err of failures) app.log.error({ err }, "tidying failed");
      });
    const stopWatching = watchChannels(services.contacts, app.log);
    const stopFollowing = followOthers(store, services);
    const firstTidying = setTimeout(tidy, tidyAfter).unref();
    const tidying = setInterval(tidy, hour).unref();
    const stop = async () => {
      clearTimeout(firstTidying);
      clearInterval(tidying);
      await Promise.all([stopWatching(), stopFollowing()]);
      await Promise.all([app.close(), services.notifications.stop(), services.stopTidying(), services.keeper.stop()]);
      await services.audit.settled();
      await closeMetrics?.();
      await store.close();
    };
    return { app, services, origin, stop };
  } catch (error) {
    await closeMetrics?.();
    await store.close();
    throw error;
  }
}

/** What counts, where somebody is to see it: otherwise nothing of it is even loaded. */
export async function loadMetrics(config: Pick<Config, "metrics">): Promise<Metrics | undefined> {
  if (config.metrics === undefined) return undefined;
  const { createMetrics } = await import("./metrics/metrics.ts");
  return createMetrics();
}

function originOf(app: FastifyInstance, config: Config): string {
  if (config.publicUrl !== undefined) return config.publicUrl.origin;
  const [address] = app.addresses();
  // With `PORT=0` the system has chosen one.
  return `http://localhost:${typeof address === "object" ? address.port : config.port}`;
}
