import type { Workplace } from "./workplace.ts";

/** As many requests as a server answers on 64 connections, or on so many, that are kept alive. */
export interface Load {
  /** The program, with what it runs under. */
  wrk: readonly string[];
  port: number;
  path: string;
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
}

/** Requests a second. @throws Error where an answer was missing or an error. */
export async function fullLoad(
  place: Workplace,
  { wrk, port, path, headers = {}, seconds, connections = 64 }: Load,
): Promise<number> {
  const lines = Object.entries({ "accept-encoding": "br", ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  // A machine that stands still for a moment is no fault of the server's.
  const options = [
    "-t1",
    `-c${connections}`,
    "--timeout",
    "10s",
    `-d${seconds}s`,
    ...lines,
    `http://127.0.0.1:${port}${path}`,
  ];
  return readWrk(await place.run([...wrk, ...options], seconds + 15));
}

/** @throws Error where what wrk printed tells of faults, or of no figure. */
export function readWrk(output: string): number {
  const fault = /Socket errors:.*|Non-2xx or 3xx responses:.*/.exec(output);
  if (fault !== null) throw new Error(`wrk: ${fault[0]}`);
  const figure = Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]);
  if (!(figure > 0)) throw new Error(`wrk printed no figure: ${output}`);
  return figure;
}
