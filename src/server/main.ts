import { createRenderer } from "#web/app/entry-server.tsx";
import { type Config, readConfig } from "./config.ts";
import { describeFailure } from "./failure.ts";
import { passwordLink, paths } from "#contract/paths.ts";
import { flag, readArguments } from "./lib/command-line.ts";
import { exitOnSignal, start, stopOnSignal } from "./start.ts";
import { version } from "./version.ts";

const usage = `npm start [-- --version]

  Serves the site. Its settings are environment variables: docs/operating.md, Settings.
  --version  prints the version and exits`;

const { values } = readArguments({ usage, options: { version: flag } });
if (values.version) {
  console.log(version);
  process.exit();
}
let config: Config | undefined;
try {
  config = readConfig(process.env);
  const unlisten = exitOnSignal();
  const running = await start(config, createRenderer);
  // Before the start is announced: a reader of that line may send a signal.
  stopOnSignal(running, config.limits);
  unlisten();
  console.log(`The site is at ${running.origin}/ and the admin area at ${running.origin}${paths.channels}`);
  if (running.setupToken !== undefined) {
    const link = running.origin + passwordLink("new", running.setupToken);
    console.log(`Set the first owner's password once, at ${link}`);
  }
} catch (error) {
  console.error(describeFailure(error, config));
  process.exit(1);
}
