import type { InboxPage } from "#contract/inbox/inbox.ts";
import { type Figure, type Options, percentile } from "../figures.ts";
import { seededRandom } from "#domain/testing-random.ts";
import { createGenerator } from "../generator.ts";
import { serveInbox } from "./api.ts";
import type { Store } from "#server/open-store.ts";

export const seed = 20_261_121;
/** Calls of each kind to each store per round. */
const samplesOf = (short: boolean) => (short ? 2 : 60);
/** Searches use words from this many texts. */
const searchedTexts = 320;
/** The smallest store to compare the largest with; smaller ones are too fast to show growth. */
const leastPeer = 10_000;

const aims = {
  p50: { bound: "≤", value: 2, times: true },
  p99: { bound: "≤", value: 3, times: true },
} as const;
const callNames = [
  "first page",
  "thousandth page",
  "a filter",
  "a search with 3 letters",
  "a search with 3 words",
  "a search with a typo",
  "the counts of the views",
  "an insert, synced",
] as const;

type CallName = (typeof callNames)[number];

/** Each call chooses its next input itself. */
export type InboxCalls = Record<CallName, () => Promise<unknown>>;

/** One figure for all stores: a row of runs for each, in order of size. */
export interface Measured {
  name: string;
  unit: string;
  runs: number[][];
  aim?: Figure["aim"];
}

/** Prepares the inbox calls for a store of this size. */
export async function openCalls(store: Store, size: number, dataDir?: string): Promise<InboxCalls> {
  const { app, services, headers } = await serveInbox(store, dataDir);

  async function list(query: Record<string, string>): Promise<InboxPage> {
    const response = await app.inject({ url: "/api/contact-inquiries", query, headers });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  }

  async function countViews(): Promise<void> {
    const response = await app.inject({ url: "/api/inbox/view-counts", headers });
    if (response.statusCode !== 200) throw new Error(response.body);
  }

  return callsTo({ size, list, countViews, submit: services.inquiries.submit });
}

/** The largest store's figure, beside that of the next smaller one. */
export function figureOf({ name, unit, runs, aim }: Measured, sizes: readonly number[]): Figure {
  const [size = 0] = sizes.slice(-2, -1);
  const [peer, largest = []] = runs.length > 1 ? runs.slice(-2) : [undefined, ...runs];
  return {
    name,
    unit,
    runs: largest,
    ...(peer && { peer: { name: `${size.toLocaleString("en")} inquiries`, runs: peer } }),
    ...(aim && (!aim.times || size >= leastPeer) && { aim }),
  };
}

/** Calls all stores in turn, one round per run. */
export async function measureCalls(
  stores: ReadonlyArray<{ calls: InboxCalls }>,
  { runs: rounds, short }: Pick<Options, "runs" | "short">,
) {
  const measured = callNames.map((name) => {
    const figure = (part: keyof typeof aims): Measured => ({
      name: `${name}, ${part}`,
      unit: "ms",
      runs: stores.map(() => []),
      aim: aims[part],
    });
    return { name, p50: figure("p50"), p99: figure("p99") };
  });
  // Round 0 prepares statements and warms caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, p50, p99 } of measured) {
      for (const [index, { calls }] of stores.entries()) {
        const taken = await timesOf(calls[name], samplesOf(short));
        if (round === 0) continue;
        p50.runs[index]?.push(percentile(taken, 0.5));
        p99.runs[index]?.push(percentile(taken, 0.99));
      }
    }
    if (round > 0) console.error(`  round ${round} of ${rounds}`);
  }
  return measured;
}

async function timesOf(call: () => Promise<unknown>, samples: number): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < samples) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  return taken;
}

function callsTo(given: {
  size: number;
  list: (query: Record<string, string>) => Promise<InboxPage>;
  countViews: () => Promise<void>;
  submit: (fields: ReturnType<ReturnType<typeof createGenerator>>["fields"]) => Promise<unknown>;
}): InboxCalls {
  const { size, list, countViews, submit } = given;
  const random = seededRandom(seed);
  const filters = cycle([
    { status: "in progress" },
    { status: "new", assignee: "nobody" },
    { from: "2026-06-01", to: "2026-06-30" },
    { status: "answered", to: "2026-03-31" },
  ]);
  const generate = createGenerator(seed);
  const texts = Array.from({ length: Math.min(size, searchedTexts) }, () => generate().fields.query);
  const wordsOf = (text: string) => text.split(" ").filter((word) => word.length >= 3);
  const lettersOf = cycle(texts);
  const someWordsOf = cycle(texts);
  const mistypedOf = cycle(texts);
  const later = createGenerator(seed + 1);
  return {
    "first page": () => list({}),
    // The last page if there is no thousandth.
    "thousandth page": () => list({ after: String(Math.max(51, size - 50_000)) }),
    "a filter": () => list(filters()),
    "a search with 3 letters": () => {
      const word = wordsOf(lettersOf())[Math.floor(random() * 5)] ?? "money";
      const start = Math.floor(random() * (word.length - 2));
      return list({ search: word.slice(start, start + 3) });
    },
    "a search with 3 words": () => list({ search: wordsOf(someWordsOf()).slice(0, 3).join(" ") }),
    "a search with a typo": () => {
      const words = mistypedOf().match(/[a-z]{5,}/g) ?? ["money"];
      return list({ search: mistyped(words[Math.floor(random() * words.length)] ?? "", random) });
    },
    "the counts of the views": countViews,
    "an insert, synced": () => submit(later().fields),
  };
}

/** A word with a letter left out, doubled, or swapped with the next one. */
function mistyped(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [letter = "", next = ""] = word.slice(at);
  const typos = ["", letter + letter, next + letter];
  const typo = typos[Math.floor(random() * 3)] ?? "";
  return word.slice(0, at) + typo + word.slice(at + (typo === next + letter ? 2 : 1));
}

/** Repeats the list endlessly. */
function cycle<T>(list: readonly T[]): () => T {
  let at = 0;
  return () => {
    const value = list[at % list.length];
    if (value === undefined) throw new Error("the list is empty");
    at += 1;
    return value;
  };
}
