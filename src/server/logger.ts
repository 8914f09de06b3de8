import type { FastifyServerOptions } from "fastify";
import { destination } from "pino";
import type { Config } from "./config.ts";
import { inSources } from "./source-places.ts";

/** Lines go out together: a write for each would cost a third of an answer from memory. In milliseconds and bytes. */
const together = { periodicFlush: 200, minLength: 12_288 };

/**
 * A line of JSON for each event, readable in a terminal. Nothing here names a visitor: no address, no URL (a path could carry
 * what somebody typed), and of an error no more than its kind and place.
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
  const stream = destination({ ...together, sync: true });
  process.on("exit", () => stream.flushSync());
  return stream;
}
