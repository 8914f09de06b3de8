import type { FastifyServerOptions } from "fastify";
import { destination } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

/** A write for each line would cost a third of an answer from memory. In milliseconds and bytes; the rest goes out when the process ends. */
const gathered = { periodicFlush: 200, minLength: 4096 };
/** What nobody reads is dropped, beyond these bytes. */
const maxLength = 8_388_608;

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
    stream: process.stdout.isTTY
      ? pretty({ translateTime: "SYS:HH:MM:ss", sync: true })
      : destination({ ...gathered, maxLength, sync: false }),
  };
}
