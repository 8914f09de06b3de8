import type { Call } from "./openapi.ts";

export type Histogram = ReturnType<typeof createHistogram>;

/** Counts the requests and response statuses of each call. */
export function createHistogram() {
  const calls = new Map<string, Map<number, number>>();
  let wrong = 0;
  const nameOf = ({ method, path }: Call) => `${method} ${path}`;
  const sum = (statuses: Map<number, number>) => [...statuses.values()].reduce((all, one) => all + one, 0);
  const said = (statuses: Map<number, number>) =>
    [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ");

  function asked(): number {
    return [...calls.values()].reduce((all, statuses) => all + sum(statuses), 0);
  }
  function together(): Map<number, number> {
    const all = new Map<number, number>();
    for (const statuses of calls.values())
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    return all;
  }

  return {
    asked,
    /** Lists a call even if nothing requests it. */
    expect(all: readonly Call[]): void {
      for (const call of all) if (!calls.has(nameOf(call))) calls.set(nameOf(call), new Map());
    },
    count(call: Call, status: number, fault: string | undefined): void {
      const statuses = calls.get(nameOf(call)) ?? new Map<number, number>();
      calls.set(nameOf(call), statuses.set(status, (statuses.get(status) ?? 0) + 1));
      if (fault !== undefined && status < 500) wrong += 1;
    },
    summary(): string {
      const least = Math.min(...[...calls.values()].map(sum));
      const faults = [...together()].reduce((all, [status, count]) => all + (status >= 500 ? count : 0), 0);
      const done = [...calls.values()].filter((statuses) => [...statuses.keys()].some((status) => status < 300)).length;
      return (
        `${asked()} requests over ${calls.size} calls, at least ${least} each; ${done} calls did what was asked at ` +
        `times; ${faults} answers of 5xx, ${wrong} not in the document`
      );
    },
    table(): string {
      const lines = [...calls].map(
        ([name, statuses]) => `${String(sum(statuses)).padStart(7)}  ${name}  ${said(statuses)}`,
      );
      return [...lines, `${String(asked()).padStart(7)}  in all  ${said(together())}`].join("\n");
    },
  };
}
