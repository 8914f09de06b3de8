import { expect, it } from "vitest";
import { createOnce } from "./recent-map.ts";
import { createClock } from "../testing-clock.ts";

it("lets each token be used once until it expires", () => {
  const clock = createClock();
  const once = createOnce({ max: 1000, now: clock.now });
  const end = clock.now() + 60_000;
  expect(once.use("a", end)).toBe(true);
  for (let other = 0; other < 400; other += 1) expect(once.use(String(other), end)).toBe(true);
  expect(once.use("a", end)).toBe(false);
  clock.advance({ minutes: 1 });
  expect(once.use("a", end)).toBe(false);
});

it("drops no valid token when a later one expires", () => {
  const clock = createClock();
  const once = createOnce({ max: 1000, now: clock.now });
  once.use("long", clock.now() + 60_000);
  once.use("short", clock.now() + 1000);
  clock.advance({ seconds: 30 });
  expect(once.use("long", clock.now() + 30_000)).toBe(false);
});

it("holds no expired tokens, and a limited number", () => {
  const clock = createClock();
  const once = createOnce({ max: 1000, now: clock.now });
  for (let each = 0; each < 1_000_000; each += 1) once.use(String(each), clock.now() + 1000);
  expect(once.size()).toBeLessThanOrEqual(1000);
  clock.advance({ seconds: 2 });
  once.use("next", clock.now() + 1000);
  expect(once.size()).toBe(1);
});

it("drops nothing when the clock is set back", () => {
  const clock = createClock();
  const once = createOnce({ max: 10, now: clock.now });
  const end = clock.now() + 60_000;
  for (let each = 0; each < 6; each += 1) once.use(String(each), end);
  clock.advance({ seconds: -10 });
  once.use("another", end);
  expect(once.use("0", end)).toBe(false);
});
