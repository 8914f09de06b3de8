import { afterEach, expect, it, vi } from "vitest";
import { minute } from "#domain/time/durations.ts";
import { createCountedLog } from "./counted-log.ts";

afterEach(() => void vi.useRealTimers());

it("logs the first event at once, then once a minute the count of the others and the last one", () => {
  vi.useFakeTimers();
  const lines: Array<[number, string]> = [];
  const record = createCountedLog((count, last: string) => void lines.push([count, last]));
  record("a");
  expect(lines).toEqual([[1, "a"]]);
  for (const event of ["b", "c", "d"]) record(event);
  vi.advanceTimersByTime(minute - 1);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(lines.slice(1)).toEqual([[3, "d"]]);
  vi.advanceTimersByTime(10 * minute);
  record("e");
  expect(lines.slice(2)).toEqual([[1, "e"]]);
});
