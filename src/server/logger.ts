import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { destination } from "pino";
import type { Config } from "./config.ts";
import { createCountedLog } from "./lib/counted-log.ts";
import { inSources } from "./source-maps.ts";
import { FilesUnavailableError, StoreUnavailableError } from "./store/store-unavailable.ts";

/**
 * Milliseconds and bytes. Lines are written in batches: single writes would take a third of a cached response's time.
 */
const batching = { periodicFlush: 200, minLength: 12_288 };

/**
 * Logger options: one JSON line per event, pretty-printed in a terminal. Lines never identify a visitor: no address, no
 * URL (paths may contain typed text), and of an error only type, code, message and stack.
 */
export async function loggerOptions(
  level: Config["logLevel"],
): Promise<Exclude<FastifyServerOptions["logger"], undefined>> {
  return {
    level,
    base: null,
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: inSources(error.stack ?? ""),
      }),
    },
    ...(level === "silent" ? {} : { stream: await openStream() }),
  };
}

async function openStream() {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import("pino-pretty");
    return pretty({ translateTime: "SYS:HH:MM:ss", sync: true });
  }
  const stream = destination({ ...batching, sync: true });
  process.on("exit", () => stream.flushSync());
  return stream;
}

/** Logs failures of the store and of the place of its files: in an outage each request has one, and they are alike. */
export function countStoreFailures(log: Pick<FastifyBaseLogger, "error">): (error: unknown) => void {
  const countOf = (what: string) =>
    createCountedLog((count, error: unknown) => {
      const { fault, message } =
        error instanceof StoreUnavailableError ? error : { fault: "unknown", message: "unknown" };
      log.error({ count, fault, why: message }, `${what} is unavailable, and fails requests`);
    });
  const [countStore, countFiles] = [countOf("the store"), countOf("the place of the files")];
  return (error) => (error instanceof FilesUnavailableError ? countFiles(error) : countStore(error));
}

/** The first byte of a TLS connection: a handshake record (https://www.rfc-editor.org/rfc/rfc8446#section-5.1). */
const tlsHandshake = 0x16;

/** Logs that a client, such as a proxy, speaks TLS to the port of `app`. */
export function warnOfTls(app: FastifyInstance): void {
  const warn = createCountedLog((count) =>
    app.log.warn(
      { count },
      "a client speaks TLS (https) to this port, which serves plain HTTP: let a proxy terminate TLS, and reach this " +
        "port by http://",
    ),
  );
  app.server.on("clientError", (error: Error & { rawPacket?: Buffer }) => {
    if (error.rawPacket?.[0] === tlsHandshake) warn(undefined);
  });
}

declare module "fastify" {
  interface FastifyInstance {
    /** Logs a failure of the store in place of a line for each request. */
    logStoreFailure: (error: unknown) => void;
  }
}
