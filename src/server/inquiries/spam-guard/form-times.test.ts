import { expect, it } from "vitest";
import { createFormTimes, formTimeLife } from "./spam-guard.ts";
import { createClock } from "#server/testing-clock.ts";

const clock = createClock();
const times = createFormTimes({ secret: "a made-up secret", now: clock.now });

it("reads its own time, also after a restart", () => {
  const at = clock.now();
  const made = times.make();
  clock.advance({ minutes: 3 });
  const again = createFormTimes({ secret: "a made-up secret", now: clock.now });
  expect(again.read(made)).toEqual({ kind: "made", at, id: expect.any(String) });
});

it("distinguishes two forms of one moment", () => {
  expect(times.make()).not.toBe(times.make());
});

it("treats a missing, old or future time as unknown", () => {
  const made = times.make();
  expect(times.read(undefined)).toEqual({ kind: "unknown" });
  expect(times.read("")).toEqual({ kind: "unknown" });
  clock.advance({ seconds: -1 });
  expect(times.read(made)).toEqual({ kind: "unknown" });
  clock.advance({ seconds: 1 + formTimeLife / 1000 });
  expect(times.read(made).kind).toBe("made");
  clock.advance({ seconds: 1 });
  expect(times.read(made)).toEqual({ kind: "unknown" });
});

it("detects a forged one", () => {
  const [at = "", id = "", code = ""] = times.make().split(".");
  const older = (clock.now() - 60_000).toString(36);
  const other = createFormTimes({ secret: "another", now: clock.now }).make();
  const forged = [
    `${older}.${id}.${code}`,
    `${at}.${id}.${"A".repeat(22)}`,
    `${at}.${id}.`,
    "x",
    "..",
    other,
    "é".repeat(22),
  ];
  for (const text of forged) expect(times.read(text), text).toEqual({ kind: "forged" });
});
