import { percentile } from "../../bench/figures.ts";
import type { FloodReport } from "./flood-run.ts";

/** Requests per second that the flood wrote to open sockets. */
export const offeredPerSecond = ({ flood }: FloodReport) => flood.offered / flood.seconds;

/** Returns the load on the server, and the outcome, as text. */
export function floodTable(report: FloodReport): string {
  const { flood, slow, visitors, seconds, plan } = report;
  const perSecond = (count: number) => `${(count / flood.seconds).toFixed(0)}/s`;
  const figures = (waits: readonly number[]) =>
    [...[0.5, 0.99].map((share) => percentile(waits, share)), Math.max(...waits)]
      .map((ms) => `${ms.toFixed(1)} ms`)
      .join(", ");
  const answered = Object.values(flood.responses).reduce((sum, count) => sum + count, 0);
  const accepted = (100 * visitors.accepted.length) / visitors.sent;
  const attacked = report.attacked.flat();
  const handled = answered + attacked.length;
  const statuses = Object.entries(flood.responses).map(([status, count]) => `${status}: ${count}`);
  const kinds = Object.entries(slow).map(([kind, { opened, ended }]) => `${kind} ${opened}, seen to end ${ended}`);
  const rows: Array<[string, string]> = [
    ["flood: wanted", `${plan.rate}/s`],
    ["flood: offered", `${offeredPerSecond(report).toFixed(0)}/s`],
    ["flood: answered", `${perSecond(answered)} (${statuses.join(", ")})`],
    ["flood: left unread", perSecond(flood.offered - answered)],
    ["flood: connections", `${perSecond(flood.connections)}, given up without an answer ${perSecond(flood.givenUp)}`],
    ["flood: its inquiries kept", String(report.flooded)],
    ["slow sockets opened", kinds.join("; ")],
    ["slow sockets left at the end", String(report.stillOpen)],
    ["honest inquiries", `${visitors.sent}, ${plan.visitorsPerSecond}/s`],
    ["honest: accepted", `${accepted.toFixed(2)} %, lost ${report.lost}`],
    ["honest: p50, p99, slowest before", figures(report.calm)],
    ["honest: p50, p99, slowest under attack", figures(attacked)],
    ["honest: slowest, second by second", report.attacked.map((waits) => Math.max(0, ...waits).toFixed(0)).join(" ")],
    ["server: CPU", `${((100 * report.cpuSeconds) / seconds).toFixed(0)} % of a core`],
    ["server: CPU per request answered", `${((1e6 * report.cpuSeconds) / handled).toFixed(0)} µs`],
    [
      "server: CPU per request offered",
      `${((1e6 * report.cpuSeconds) / (flood.offered + attacked.length)).toFixed(1)} µs`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${figure}`).join("\n");
}
