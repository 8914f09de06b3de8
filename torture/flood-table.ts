import type { FloodReport } from "./flood-run.ts";

/** The value that this share of the samples is at most. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** What was offered to the server, and what became of it, as text. */
export function floodTable(report: FloodReport): string {
  const { flood, slow, visitors, seconds, plan } = report;
  const perSecond = (count: number) => `${(count / seconds).toFixed(0)}/s`;
  const answered = Object.values(flood.answers).reduce((sum, count) => sum + count, 0);
  const accepted = (100 * visitors.accepted.length) / visitors.sent;
  const handled = answered + visitors.sent;
  const statuses = Object.entries(flood.answers).map(([status, count]) => `${status}: ${count}`);
  const kinds = Object.entries(slow).map(([kind, { opened, ended }]) => `${kind} ${opened}, seen to end ${ended}`);
  const rows: Array<[string, string]> = [
    ["flood: wanted", `${plan.rate}/s`],
    ["flood: offered", perSecond(flood.offered)],
    ["flood: answered", `${perSecond(answered)} (${statuses.join(", ")})`],
    ["flood: held off unread", perSecond(flood.offered - answered)],
    ["flood: connections", perSecond(flood.connections)],
    ["flood: its inquiries kept", String(report.flooded)],
    ["slow sockets opened", kinds.join("; ")],
    ["slow sockets left at the end", String(report.stillHeld)],
    ["honest inquiries", `${visitors.sent}, ${perSecond(visitors.sent)}`],
    ["honest: accepted", `${accepted.toFixed(2)} %, lost ${report.lost}`],
    ["honest: p50, p99", [0.5, 0.99].map((share) => `${percentile(visitors.took, share).toFixed(1)} ms`).join(", ")],
    ["server: CPU", `${((100 * report.cpuSeconds) / seconds).toFixed(0)} % of a core`],
    ["server: CPU per request answered", `${((1e6 * report.cpuSeconds) / handled).toFixed(0)} µs`],
    [
      "server: CPU per request offered",
      `${((1e6 * report.cpuSeconds) / (flood.offered + visitors.sent)).toFixed(1)} µs`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `  ${name.padEnd(width)}  ${figure}`).join("\n");
}
