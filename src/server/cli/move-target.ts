import { basename, dirname, resolve } from "node:path";
import { databaseUrl } from "../config.ts";
import { ConfigError } from "../lib/config-error.ts";
import type { StorePlace } from "../store/transfer/ends.ts";

const file = "front-desk.sqlite";

/** Parses the value of `--to`. @throws ConfigError, which quotes nothing: an address may contain a password */
export function readTarget(text: string): StorePlace {
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/s.exec(text) ?? [];
  if (path !== undefined) {
    if (!/\.(sqlite3?|db)$/.test(path)) return { engine: "sqlite", dataDir: resolve(path) };
    if (basename(path) === file) return { engine: "sqlite", dataDir: dirname(resolve(path)) };
    throw new ConfigError(`--to: the file of a store is called ${file}; name its folder, such as sqlite:./data`);
  }
  if (databaseUrl.safeParse(text).success) return { engine: "postgresql", url: text };
  throw new ConfigError(
    "--to must be a database, such as postgres://user@db.example.com:5432/front_desk, or a folder, such as " +
      "sqlite:./data",
  );
}
