import { expect, it, vi } from "vitest";
import { singleFlight } from "./single-flight.ts";

it("shares a run among the calls that arrive during it, and starts another one after it", async () => {
  const ends: Array<(result: string) => void> = [];
  const work = vi.fn((_input: number) => new Promise<string>((resolve) => ends.push(resolve)));
  const run = singleFlight(work);
  expect(run.running()).toBeUndefined();
  const both = [run(1), run(2)];
  expect(run.running()).toBe(both[0]);
  ends[0]?.("first");
  expect(await Promise.all(both)).toEqual(["first", "first"]);
  expect(run.running()).toBeUndefined();
  const later = run(3);
  ends[1]?.("second");
  expect(await later).toBe("second");
  expect(work.mock.calls).toEqual([[1], [3]]);
});

it("rejects every caller on a failure, and tries again on the next call", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue("here");
  const run = singleFlight(work);
  const [one, other] = await Promise.allSettled([run(), run()]);
  expect([one.status, other.status]).toEqual(["rejected", "rejected"]);
  expect(await run()).toBe("here");
});
