import type { Store } from "../open-store.ts";
import type { Histogram } from "./histogram.ts";

/** Members that are not store operations: they wait for others, or close the store. */
const notMeasured = new Set(["notices", "onlyHere", "close"]);

/**
 * Wraps a store so that its calls are timed. `histogramOf` returns the histogram of an operation, such as
 * `inquiries.insert`.
 */
export function measuredStore(store: Store, histogramOf: (operation: string) => Histogram): Store {
  return measured(store, "", histogramOf);
}

function measured<Part extends object>(
  part: Part,
  prefix: string,
  histogramOf: (operation: string) => Histogram,
): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (notMeasured.has(name)) return [name, member];
    if (typeof member === "object" && member !== null)
      return [name, measured(member, `${prefix}${name}.`, histogramOf)];
    if (typeof member !== "function") return [name, member];
    // The part's type guarantees arguments and result.
    const call = member as (...args: unknown[]) => unknown;
    let tally: Histogram | undefined;
    return [
      name,
      (...args: unknown[]) => {
        const since = performance.now();
        const answer = call(...args);
        if (!(answer instanceof Promise)) return answer;
        const own = (tally ??= histogramOf(prefix + name));
        const ended = () => own.record((performance.now() - since) / 1000);
        answer.then(ended, ended);
        return answer;
      },
    ];
  });
  // `fromEntries` loses the key types.
  return Object.fromEntries(members) as Part;
}
