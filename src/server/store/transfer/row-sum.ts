import { hash } from "node:crypto";
import type { TableName } from "./tables.ts";

/** Equal if two tables have the same rows, in any order. */
export interface TableSum {
  rows: number;
  /** Below 2^48. */
  sum: number;
}

export type TableChecksums = Record<TableName, TableSum>;

/** The type of our columns' values. */
export type Cell = string | number | null;

/**
 * Sums rows, each by the first 48 bits of the SHA-256 of its values. Numbers are hashed as their digits, so that the
 * sum is the same on both engines.
 */
export function createRowSum() {
  const total: TableSum = { rows: 0, sum: 0 };
  return {
    total: total as Readonly<TableSum>,
    /** The values must be in the order of the column names. */
    add(this: void, values: readonly Cell[]): void {
      const text = JSON.stringify(values.map((value) => (value === null ? null : String(value))));
      total.rows += 1;
      total.sum = (total.sum + hash("sha256", text, "buffer").readUIntBE(0, 6)) % 2 ** 48;
    },
  };
}

export const sameSum = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.sum === other.sum;
