import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { type Config, readConfig } from "../config.ts";
import { codeOf, ConfigError } from "../lib/errors.ts";
import { createServices, type Services } from "../compose.ts";
import { describeFailure } from "../failure.ts";
import { openStore, type Store } from "../open-store.ts";
import { keepPrivate } from "../private-files.ts";
import { openSigning } from "../signing/create-signing.ts";
import type { Signing } from "../signing/signing.ts";
import { sqliteFile } from "../store/open-database.ts";

/** File that `npm run install-service` writes, and the DATA_DIR of its unit (deploy/front-desk.service). */
const installed = { file: "/etc/front-desk/environment", dataDir: "/var/lib/front-desk" };

/**
 * The settings of a command that works on a server's store. If `env` names no store and the default folder has none,
 * those of the installed service; root then switches to the owner of the service's folder, so that the server keeps
 * access to what the command writes. @throws ConfigError
 */
export function readCommandConfig(env: NodeJS.ProcessEnv, service = installed): Config {
  const own = readConfig(env);
  const namesStore = ["DATA_DIR", "DATABASE_URL", "DATABASE_URL_FILE"].some((name) => env[name] !== undefined);
  const isService = !namesStore && !existsSync(sqliteFile(own.dataDir)) && existsSync(service.file);
  const config = isService ? readConfig({ DATA_DIR: service.dataDir, ...readSettings(service.file), ...env }) : own;
  if (isService) {
    console.error(`Uses the settings of the installed service (${service.file}).`);
    becomeOwnerOf(config.dataDir);
  }
  keepPrivate(config, console.error);
  return config;
}

/**
 * Runs a command with its settings, those of `readCommandConfig` by default. `run` returns the exit code; an error is
 * described, and the exit code is 1.
 */
export async function runCommand(run: (config: Config) => Promise<number>, read = readCommandConfig): Promise<void> {
  let config: Config | undefined;
  try {
    config = read(process.env);
    process.exitCode = await run(config);
  } catch (error) {
    console.error(describeFailure(error, config));
    process.exitCode = 1;
  }
}

/** Opens the store of a server and its signing key for a command; creates neither. @throws what opening them throws */
export async function withStore<T>(
  config: Pick<Config, "dataDir" | "database" | "files" | "signingKeyFile">,
  run: (opened: { store: Store; signing: Signing }) => Promise<T>,
): Promise<T> {
  const { dataDir, database, files, signingKeyFile } = config;
  const store = await openStore({ dataDir, database, files, mustExist: true });
  try {
    return await run({ store, signing: await openSigning({ dataDir, keyFile: signingKeyFile }, { mustExist: true }) });
  } finally {
    await store.close();
  }
}

/** Calls `run` with the store and the services of a server. Ends once the audit log is written. */
export function withServices<T>(config: Config, run: (services: Services, store: Store) => Promise<T>): Promise<T> {
  return withStore(config, async ({ store, signing }) => {
    const services = await createServices(store, config, signing);
    try {
      return await run(services, store);
    } finally {
      await services.audit.settled();
    }
  });
}

function readSettings(file: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(
      `The settings of the installed service, ${file}, cannot be read (${codeOf(error) ?? "unknown"}); run this as ` +
        "root, or set DATA_DIR or DATABASE_URL",
      { cause: error },
    );
  }
}

function becomeOwnerOf(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || found === undefined || found.uid === 0) return;
  process.setgroups?.([found.gid]);
  process.setgid?.(found.gid);
  process.setuid?.(found.uid);
}
