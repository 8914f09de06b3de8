import { paths } from "#contract/paths.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderer } from "#web/app/entry-server.tsx";
import { type Config, readConfig } from "./config.ts";
import { fillDemo } from "./demo-data.ts";
import { describeFailure } from "./failure.ts";
import { start, stopOnSignal } from "./start.ts";

const dataDir = mkdtempSync(join(tmpdir(), "front-desk-demo-"));
process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const owner = { email: "owner@example.com", password: randomBytes(9).toString("base64url") };
const agent = { email: "agent@example.com", password: randomBytes(9).toString("base64url") };

let config: Config | undefined;
try {
  config = { ...readConfig({ LOG_LEVEL: "warn", ...process.env }), dataDir, database: undefined, firstOwner: owner };
  const running = await start(config, createRenderer);
  await running.services.accounts.prepareFirstOwner(owner);
  await fillDemo(running.services, agent);
  console.log(`The demo site is at ${running.origin}/ and its admin area at ${running.origin}${paths.channels}`);
  console.log(`Sign in there as ${owner.email} with the password ${owner.password}`);
  console.log(`or, as an agent, as ${agent.email} with the password ${agent.password}`);
  console.log("Everything in it is made up, and gone when it stops (Ctrl-C).");
  stopOnSignal(running, config.limits);
} catch (error) {
  console.error(describeFailure(error, config));
  process.exit(1);
}
