import type { FastifyServerOptions } from "fastify";
import { destination } from "pino";
import type { Config } from "./config.ts";
import { inSources } from "./source-maps.ts";

/**
 * Milliseconds and bytes. Lines are written in batches: single writes would take a third of a cached response's time.
 */
const together = { periodicFlush: 200, minLength: 12_288 };

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
  const stream = destination({ ...together, sync: true });
  process.on("exit", () => stream.flushSync());
  return stream;
}
