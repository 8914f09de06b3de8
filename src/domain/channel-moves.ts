/** One that has changed its place among the others; places are counted from 1. */
export interface Move {
  id: string;
  from: number;
  to: number;
}

/**
 * The fewest moves that make the one order of the other, in the new order: all but the longest run of ids that stand in both orders
 * one after the other. Both name the same ids, each once. Of two neighbours that change places, it is the one that went up.
 */
export function movesBetween(before: readonly string[], after: readonly string[]): Move[] {
  const placeBefore = new Map(before.map((id, place) => [id, place]));
  const moves = after.map((id, place) => ({ id, from: (placeBefore.get(id) ?? place) + 1, to: place + 1 }));
  const stays = longestRun(moves.map(({ from }) => from));
  return moves.filter((_, place) => !stays.has(place));
}

/** The places of the longest increasing run in a list of different numbers; of several that are as long, the one that ends lowest. */
function longestRun(numbers: readonly number[]): Set<number> {
  /** The place of the lowest number that ends a run of each length, and the place before each in its run. */
  const ends: number[] = [];
  const previous: Array<number | undefined> = [];
  numbers.forEach((number, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = numbers[ends[middle] ?? 0] ?? 0;
      if (end < number) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1];
    ends[low] = place;
  });
  const run = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = previous[place]) run.add(place);
  return run;
}
