import { paths } from "#contract/paths.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderer } from "#web/app/entry-server.tsx";
import { exampleSite } from "#contract/site/example-site.ts";
import { createServices } from "../compose.ts";
import { type Config, readConfig } from "../config.ts";
import { fillDemo } from "./demo-data.ts";
import { withExampleSite } from "./with-example-site.ts";
import { describeFailure } from "../failure.ts";
import { openStore } from "../open-store.ts";
import { openSigning } from "../signing/create-signing.ts";
import { start, stopOnSignal } from "../start.ts";

const dataDir = mkdtempSync(join(tmpdir(), "front-desk-demo-"));
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const owner = { email: "owner@example.com", password: randomBytes(9).toString("base64url") };
const agent = { email: "agent@example.com", password: randomBytes(9).toString("base64url") };

/** One company: both of its names have one colour. */
const oneColor = { ...exampleSite, brands: { contact: { color: "#ff9933" } } };

let config: Config | undefined;
try {
  const made = withExampleSite(readConfig({ LOG_LEVEL: "warn", ...process.env }), oneColor);
  config = { ...made, dataDir, database: undefined, firstOwner: owner };
  await fillStore(config);
  const running = await start(config, createRenderer);
  console.log(`The demo site is at ${running.origin}/ and its admin area at ${running.origin}${paths.channels}`);
  console.log(`Sign in there as ${owner.email} with the password ${owner.password}`);
  console.log(`or, as an agent, as ${agent.email} with the password ${agent.password}`);
  console.log("Everything in it is made up, and gone when it stops (Ctrl-C).");
  stopOnSignal(running, config.limits);
} catch (error) {
  console.error(describeFailure(error, config));
  process.exit(1);
}

/** Fills the store before the server opens it, by services whose clock can be set: inquiries get their ages. */
async function fillStore(demoConfig: Config): Promise<void> {
  const now = Date.now();
  let time = now;
  const store = await openStore(demoConfig);
  const signing = await openSigning({ dataDir: demoConfig.dataDir, keyFile: demoConfig.signingKeyFile });
  const services = await createServices(store, demoConfig, signing, () => time);
  await fillDemo(services, { owner, agent, now, setTime: (newTime) => (time = newTime) });
  // The made-up answers take longer than the usual configuration says.
  const plain = { retentionDays: demoConfig.site.legal.retentionDays, acknowledge: false, says: "reference" as const };
  const unset = { mail: null, webhook: null, telegram: null };
  const { version } = await services.settings.view();
  await services.settings.save({ ...plain, ...unset, showsMeasuredAnswer: true }, version);
  await services.audit.settled();
  services.untrustedInput.close();
  await store.close();
}
