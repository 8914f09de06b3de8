import type { Workplace } from "./workplace.ts";

/** The load of a server: 64 keep-alive connections unless set otherwise. */
export interface Load {
  /** The program, with its wrapping command. */
  wrk: readonly string[];
  port: number;
  path: string;
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
}

/** Requests per second. @throws Error if a response is missing or an error. */
export async function fullLoad(
  place: Workplace,
  { wrk, port, path, headers = {}, seconds, connections = 64 }: Load,
): Promise<number> {
  const lines = Object.entries({ "accept-encoding": "br", ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  // A machine that stalls for a moment is not the server's fault.
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

/** @throws Error if wrk reports errors or no figure. */
export function readWrk(output: string): number {
  const fault = /Socket errors:.*|Non-2xx or 3xx responses:.*/.exec(output);
  if (fault !== null) throw new Error(`wrk: ${fault[0]}`);
  const figure = Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]);
  if (!(figure > 0)) throw new Error(`wrk printed no figure: ${output}`);
  return figure;
}
