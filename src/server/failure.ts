import { inspect } from "node:util";
import { ExplainedError } from "./lib/explained-error.ts";
import { ConfigError } from "./lib/errors.ts";
import { inSources } from "./source-maps.ts";
import { isDamage, StoreDamagedError } from "./store/integrity/inspect-store.ts";
import { FolderInUseError } from "./store/sqlite/folder-lock.ts";
import { BackupElsewhereError } from "./store/last-backup.ts";
import { StoreTooNewError } from "./store/migrate.ts";
import { TransferError } from "./store/transfer/ends.ts";
import { ReplicaError } from "./store/replica.ts";
import { storeError } from "./store/sqlite/faults.ts";
import { DatabaseUnfitError, FilesUnavailableError, StoreUnavailableError } from "./store/store-unavailable.ts";

type Place = { port: number; dataDir: string; database?: { url: string } | undefined };

/** Returns why the program cannot run: one line, or the stack for unexpected errors. */
export function describeFailure(error: unknown, place: Place | undefined): string {
  return explainFailure(error, place) ?? inSources(inspect(error));
}

/** Returns why the program cannot run, in one line for the operator; undefined for unexpected errors. */
export function explainFailure(error: unknown, place: Place | undefined): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof ExplainedError ||
    error instanceof TransferError ||
    error instanceof BackupElsewhereError ||
    error instanceof FilesUnavailableError
  )
    return error.message;
  if (!(error instanceof Error) || place === undefined) return undefined;
  const { port, dataDir, database } = place;
  if (database !== undefined) {
    if (error instanceof ReplicaError) return `DATABASE_READ_URL: ${explainReplica(error)}`;
    const why = explainDatabase(error);
    if (why !== undefined) return `DATABASE_URL: ${why}`;
  }
  if (error instanceof StoreTooNewError) {
    return (
      `DATA_DIR: the store in ${dataDir} was written by a newer version (${error.message}); start that version, or ` +
      "restore a backup"
    );
  }
  if (error instanceof StoreDamagedError || isDamage(error)) {
    return (
      `DATA_DIR: the store in ${dataDir} is damaged: ${error.message}. Keep a copy of the folder, then restore a ` +
      "backup (npm run restore), or go on with what is there (npm run admin -- accept-damage)"
    );
  }
  if (error instanceof FolderInUseError) return `DATA_DIR: ${error.message} (${dataDir}); try again when it is done`;
  const source = error.cause instanceof Error ? error.cause : error;
  const fault = storeError(source);
  if (fault instanceof StoreUnavailableError && fault.fault === "busy") {
    return (
      `DATA_DIR: another program holds the store in ${dataDir} (${fault.message}): another version that brings it ` +
      "up to date, or a tool that has opened it; wait until it is done or end it, then try again"
    );
  }
  const code = "code" in source ? source.code : undefined;
  if (code === "EADDRINUSE") return `PORT: port ${port} is in use; stop the other program, or set PORT to another`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "HOST: this machine has no such address";
  if (code === "EACCES" && "syscall" in source && source.syscall === "listen")
    return `PORT: port ${port} may not be used by this user`;
  const isFull = [error, fault].some((one) => one instanceof StoreUnavailableError && one.fault === "full");
  if (isFull || code === "ENOSPC") {
    return (
      `DATA_DIR: the disk of ${dataDir} is full (${source.message}); free space there (docs/operating.md, A filling ` +
      "disk), then start again"
    );
  }
  const isMkdirFailure = "syscall" in source && source.syscall === "mkdir";
  if (isMkdirFailure || code === "ERR_SQLITE_ERROR" || error instanceof StoreUnavailableError) {
    return (
      `DATA_DIR: the folder ${dataDir} cannot be used (${source.message}); make it writable, or set DATA_DIR to ` +
      "another"
    );
  }
  return undefined;
}

/** SQLSTATEs that an operator can act on (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const refusals = new Map([
  ["28000", "the server does not let this user in from here (pg_hba.conf)"],
  ["28P01", "the server refuses the user or the password"],
  ["3D000", "there is no database of this name; make it (create database ... encoding 'UTF8')"],
  [
    "42501",
    "the user may not make tables; grant it the right to create in the schema, or make it the database's owner",
  ],
  ["25006", "the server is a standby, which cannot be written; name the primary"],
  ["53300", "the server has no connection left; lower DATABASE_CONNECTIONS or raise its max_connections"],
]);

/** Errors of TLS that an operator can act on: codes of Node or OpenSSL, and messages of the driver, which have none. */
const tlsFaults: ReadonlyArray<[RegExp, string]> = [
  [
    /does not support SSL connections/,
    "the server speaks no TLS (ssl is off there), and sslmode in DATABASE_URL demands it; turn it on there, or leave " +
      "sslmode out where the network is trusted",
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO|establishing an SSL connection/,
    "what is on this port speaks no TLS as PostgreSQL does; check host and port",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO/,
    "the server's certificate is not accepted; name its authority by sslrootcert=<file> in DATABASE_URL, or the host " +
      "that the certificate is for",
  ],
  [/no encryption/, "the server lets this user in only with TLS; add sslmode=verify-full to DATABASE_URL"],
];

function explainTls(error: Error): string | undefined {
  const code = "code" in error ? String(error.code) : "";
  return tlsFaults.find(([fault]) => fault.test(code) || fault.test(error.message))?.[1];
}

/**
 * Returns whether the database is there, but refuses the connection as DATABASE_URL asks for it (SQLSTATE 28 and 3D,
 * TLS).
 */
export function isRefusal({ cause }: Error): boolean {
  if (!(cause instanceof Error)) return false;
  return explainTls(cause) !== undefined || ("code" in cause && /^(28|3D)/.test(String(cause.code)));
}

function explainReplica({ message, cause }: ReplicaError): string {
  const why = cause instanceof Error ? explainDatabase(cause) : undefined;
  return why?.replaceAll("DATABASE_URL", "DATABASE_READ_URL") ?? message;
}

function explainDatabase(error: Error): string | undefined {
  if (error instanceof StoreTooNewError) {
    return `the store was written by a newer version (${error.message}); start that version`;
  }
  if (error instanceof DatabaseUnfitError) return `the database cannot be used: ${error.message}`;
  const source = error.cause instanceof Error ? error.cause : error;
  const code = "code" in source && typeof source.code === "string" ? source.code : "";
  const refusal = explainTls(source) ?? refusals.get(code);
  if (refusal !== undefined) return `${refusal} (${source.message})`;
  return error instanceof StoreUnavailableError ? `the database does not answer (${source.message})` : undefined;
}
