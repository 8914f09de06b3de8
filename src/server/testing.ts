import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Assets, PageRenderer } from "#contract/page.ts";
import type { Role } from "#domain/member.ts";
import { createRenderer } from "#web/app/entry-server.tsx";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { withExampleSite } from "./demo/with-example-site.ts";
import type { Outside } from "./notifications/notifications.ts";
import { createTestSigning, type TestSigning } from "./signing/testing.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import { createServices } from "./compose.ts";
import { createClock } from "./testing-clock.ts";
import { loadMetrics } from "./start.ts";
import { siteWithLogoUrls } from "./site/logo.ts";
import { openTestStore } from "./store/testing.ts";
import { version } from "./version.ts";

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Stands in for the client build, which these tests do not need. */
const built: Assets = { entry: { path: "/assets/entry.js", integrity: "sha256-entry" }, pages: {} };
const assets = Object.fromEntries(languageCodes.map((code) => [code, built])) as Record<Language, Assets>;

/**
 * Test helper: starts the real app on a real store, with a fake clock. `env` is the environment, `file` the store's
 * file (default: in memory), `clientDir` the built files (default: `web/static`); `renderer` overrides functions of the
 * real one.
 */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    file?: string;
    clientDir?: string;
    renderer?: (real: PageRenderer) => Partial<PageRenderer>;
    outside?: Outside;
    signing?: TestSigning;
  } = {},
) {
  // Tests exceed the default rates; tests of the limits set them.
  const read = readConfig({
    LOG_LEVEL: "silent",
    LIMIT_INQUIRIES_PER_MINUTE: "0",
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
    ...options.env,
  });
  const config = options.env?.["SITE_CONFIG"] === undefined ? withExampleSite(read) : read;
  const clock = createClock();
  const { store: opened, db, engine, dump, files } = await openTestStore(options.file);
  const metrics = await loadMetrics(config);
  const store = metrics?.measured(opened) ?? opened;
  const signing = options.signing ?? (await createTestSigning());
  const services = await createServices(store, config, signing, clock.now, options.outside);
  await services.channels.poll();
  const real = await createRenderer({ site: siteWithLogoUrls(config.site), assets, address: config.address });
  const renderer = { ...real, ...options.renderer?.(real) };
  const { clientDir = join(import.meta.dirname, "../web/static") } = options;
  metrics?.watch(services, store, version);
  const app = await createApp({ config, services, renderer, clientDir, metrics });

  const member = { id: randomUUID(), email: "owner@example.com", role: "owner" as const };
  const agent = { id: randomUUID(), email: "agent@example.com", role: "agent" as const };
  return {
    app,
    config,
    services,
    metrics,
    store,
    db,
    engine,
    dump,
    files,
    clock,
    signing,
    renderer,
    member,
    agent,

    /** Starts a session of the owner or agent without hashing a password; returns the `cookie` header. */
    async signIn(role: Role = "owner"): Promise<string> {
      const who = role === "owner" ? member : agent;
      await store.members.insert({ ...who, passwordHash: "none" }, clock.now());
      const { token } = await services.sessions.start(who);
      return `${config.address.isHttps ? "__Host-session" : "session"}=${token}`;
    },

    async close(): Promise<void> {
      await Promise.all([app.close(), services.notifications.stop(), services.cleanUp.stop(), services.checks.stop()]);
      services.untrustedInput.close();
      await services.audit.settled();
      await store.close();
    },
  };
}

export type TestTeam = Awaited<ReturnType<typeof createTestTeam>>;

/** Starts the app as `createTestApp` does, with the sessions of an owner and an agent. */
export async function createTestTeam() {
  const test = await createTestApp();
  const [owner, agent] = [await test.signIn(), await test.signIn("agent")];
  return { ...test, cookies: { owner, agent } };
}
