import type { Store } from "../store/store.ts";
import type { Tally } from "./tally.ts";

/** What is no part of the store that is read or written: it waits for others, or ends it. */
const notMeasured = new Set(["notices", "onlyHere", "close"]);

/** The same store, whose calls are timed: `tallyOf` is asked for the tally of each by its name, such as `inquiries.insert`. */
export function measuredStore(store: Store, tallyOf: (operation: string) => Tally): Store {
  return measured(store, "", tallyOf);
}

function measured<Part extends object>(part: Part, prefix: string, tallyOf: (operation: string) => Tally): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (notMeasured.has(name)) return [name, member];
    if (typeof member === "object" && member !== null) return [name, measured(member, `${prefix}${name}.`, tallyOf)];
    if (typeof member !== "function") return [name, member];
    // What it takes and gives is what the store's own function does, by the type of the part.
    const call = member as (...args: unknown[]) => unknown;
    let tally: Tally | undefined;
    return [
      name,
      (...args: unknown[]) => {
        const since = performance.now();
        const answer = call(...args);
        if (!(answer instanceof Promise)) return answer;
        const own = (tally ??= tallyOf(prefix + name));
        const ended = () => own.record((performance.now() - since) / 1000);
        answer.then(ended, ended);
        return answer;
      },
    ];
  });
  // `fromEntries` forgets the keys.
  return Object.fromEntries(members) as Part;
}
