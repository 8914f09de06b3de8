import type { FastifyServerOptions } from "fastify";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

/**
 * A line of JSON for each event, readable in a terminal. Nothing here names a visitor: no address, no URL (a path could carry
 * what somebody typed), and of an error no more than its kind and place.
 */
export function loggerOptions(level: Config["logLevel"]): Exclude<FastifyServerOptions["logger"], undefined> {
  return {
    level,
    base: null,
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack ?? "",
      }),
    },
    ...(process.stdout.isTTY ? { stream: pretty({ translateTime: "SYS:HH:MM:ss", sync: true }) } : {}),
  };
}
