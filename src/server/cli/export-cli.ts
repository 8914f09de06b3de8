import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, link, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Config } from "../config.ts";
import { codeOf, ConfigError } from "../lib/errors.ts";
import { syncFolder, writeSynced } from "../lib/durable-file.ts";
import { readArguments, UsageError } from "../lib/command-line.ts";
import { runCommand, withServices } from "./command-config.ts";
import { counted, showProgress } from "./common.ts";

const usage = `npm run export -- <file>

  Writes everything of the installation into a new file, as JSON Lines: inquiries, the team, channels, settings, the
  audit log. docs/export.md describes each line. It holds personal data, so the owners are notified. Passwords and keys
  are left out: to restore an installation, use a backup. The server may keep running.`;

const { rest: file } = readArguments({ usage, rest: readFile });
await runCommand(run);

async function run(config: Config): Promise<number> {
  const path = resolve(file);
  if (existsSync(path)) throw new ConfigError(`${path} exists already; name a new file`);
  await access(dirname(path), constants.W_OK).catch((error: unknown) => {
    throw new ConfigError(`${dirname(path)} cannot be written to (${codeOf(error) ?? "unknown"})`, { cause: error });
  });
  // The file appears under its name when it is whole.
  const temporary = `${path}.${randomUUID()}.partial`;
  await withServices(config, async (services) => {
    const { progress, end } = showProgress(process.stderr);
    try {
      const { inquiries, lines, erased } = await services.exports.run("A command on the server (npm run export)");
      await writeSynced(
        temporary,
        bytesOf(lines, () => progress("Exporting")),
        "wx",
      );
      // Fails if another program has just made the file.
      await link(temporary, path);
      await syncFolder(dirname(path));
      end();
      console.log(`Exported to ${path}: ${counted(inquiries, "inquiry", "inquiries")}, and all else. Keep it safe.`);
      if (erased() > 0)
        console.log(
          `${counted(erased(), "file or email was", "files or emails were")} erased meanwhile, and are not in it.`,
        );
    } finally {
      await rm(temporary, { force: true });
    }
  });
  return 0;
}

async function* bytesOf(lines: AsyncIterable<string>, each: () => void): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    each();
    yield Buffer.from(line);
  }
}

/** @throws UsageError */
function readFile([name, ...more]: readonly string[]): string {
  if (name === undefined || name === "" || more.length > 0) throw new UsageError("Name one file: the export");
  return name;
}
