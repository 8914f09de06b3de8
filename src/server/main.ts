import { createRenderer } from "#web/app/entry-server.tsx";
import { type Config, readConfig } from "./config.ts";
import { describeFailure } from "./failure.ts";
import { passwordLink, paths } from "#contract/paths.ts";
import { start, stopOnSignal } from "./start.ts";

let config: Config | undefined;
try {
  config = readConfig(process.env);
  const running = await start(config, createRenderer);
  // Before the start is announced: a reader of that line may send a signal.
  stopOnSignal(running, config.limits);
  const setupToken = await running.services.accounts.prepareFirstOwner(config.firstOwner);
  console.log(`The site is at ${running.origin}/ and the admin area at ${running.origin}${paths.channels}`);
  if (setupToken !== undefined) {
    console.log(`Set the first owner's password once, at ${running.origin}${passwordLink("new", setupToken)}`);
  }
} catch (error) {
  console.error(describeFailure(error, config));
  process.exit(1);
}
