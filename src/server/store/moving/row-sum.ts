import { hash } from "node:crypto";
import type { TableName } from "./tables.ts";

/** What tells that two tables hold the same rows, in whatever order. */
export interface TableSum {
  rows: number;
  /** Below 2^48. */
  sum: number;
}

export type TableSums = Record<TableName, TableSum>;

/** What a column of ours holds. */
export type Cell = string | number | null;

/**
 * Sums up rows, each by the first 48 bits of the SHA-256 of its values. A number counts as its digits: so the sum is the same whichever
 * engine the rows come from.
 */
export function createRowSum() {
  const total: TableSum = { rows: 0, sum: 0 };
  return {
    total: total as Readonly<TableSum>,
    /** The values stand in the order of the columns' names. */
    add(this: void, values: readonly Cell[]): void {
      const text = JSON.stringify(values.map((value) => (value === null ? null : String(value))));
      total.rows += 1;
      total.sum = (total.sum + hash("sha256", text, "buffer").readUIntBE(0, 6)) % 2 ** 48;
    },
  };
}

export const sameSum = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.sum === other.sum;
