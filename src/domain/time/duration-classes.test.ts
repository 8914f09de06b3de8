import { describe, expect, it } from "vitest";
import { durationClass, durationClasses, quantile } from "./duration-classes.ts";

const counted = (...minutes: number[]) => {
  const counts = Array.from({ length: durationClasses.length + 1 }, () => 0);
  for (const each of minutes) counts[durationClass(each)] = (counts[durationClass(each)] ?? 0) + 1;
  return counts;
};

describe("durations in classes", () => {
  it("give quantiles that are within the class of the true one", () => {
    const minutes = Array.from({ length: 999 }, (_, at) => 1.009 ** at);
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const exact = minutes[Math.floor(share * 999)] ?? 0;
      const found = quantile(counted(...minutes), share) ?? 0;
      expect(durationClass(found), `${share}`).toBe(durationClass(exact));
    }
  });

  it("have no quantile without any, and the last bound beyond it", () => {
    expect(quantile(counted(), 0.5)).toBeNull();
    expect(quantile(counted(1_000_000), 0.5)).toBe(43_200);
    expect(quantile(counted(0), 0.5)).toBe(0.5);
  });
});
