/** The largest number; -Infinity if there is none. Of lists of any length, unlike `Math.max(...list)`. */
export function largest(numbers: Iterable<number>): number {
  let found = -Infinity;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

/** The smallest number; Infinity if there is none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const number of numbers) if (number < found) found = number;
  return found;
}

/** Adds `more` to the end of `list`; of any length, unlike `list.push(...more)`. */
export function append<Item>(list: Item[], more: Iterable<Item>): void {
  for (const item of more) list.push(item);
}
