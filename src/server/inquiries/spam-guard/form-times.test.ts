import { expect, it } from "vitest";
import { createFormTimes, formTimeLife } from "./spam-guard.ts";
import { createClock } from "#server/testing-clock.ts";

const clock = createClock();
const times = createFormTimes({ secret: "a made-up secret", now: clock.now });

it("reads the time that it gave, also after a restart", () => {
  const at = clock.now();
  const made = times.make();
  clock.advance({ minutes: 3 });
  const again = createFormTimes({ secret: "a made-up secret", now: clock.now });
  expect(again.read(made)).toEqual({ kind: "made", at, id: expect.any(String) });
});

it("tells two forms of one moment apart", () => {
  expect(times.make()).not.toBe(times.make());
});

it("takes none, an old one, or one of a clock that was ahead for one that says nothing", () => {
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

it("knows one that was forged", () => {
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
