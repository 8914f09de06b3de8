/** A channel that changed its place relative to the others; places count from 1. */
interface Move {
  id: string;
  from: number;
  to: number;
}

/**
 * The fewest moves that turn one order into the other, in the new order: all ids outside the longest common
 * subsequence. Both lists hold the same ids, each once. If two neighbours swap, the one that went up is the move.
 */
export function movesBetween(before: readonly string[], after: readonly string[]): Move[] {
  const placeBefore = new Map(before.map((id, place) => [id, place]));
  const moves = after.map((id, place) => ({ id, from: (placeBefore.get(id) ?? place) + 1, to: place + 1 }));
  const stays = longestRun(moves.map(({ from }) => from));
  return moves.filter((_, place) => !stays.has(place));
}

/**
 * Indexes of the longest increasing subsequence of distinct numbers; among equally long ones, the one with the lowest
 * end.
 */
function longestRun(numbers: readonly number[]): Set<number> {
  /** The index of the lowest end for each run length, and the predecessor in the run for each index. */
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
