import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAway } from "./use-inbox-feed.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page(hidden: boolean) {
  const target = Object.assign(new EventTarget(), { hidden });
  const show = (isShown: boolean) => {
    target.hidden = !isShown;
    target.dispatchEvent(new Event("visibilitychange"));
  };
  const away = createAway(() => target);
  return { away, show };
}

test("a page is away once it has been hidden for two minutes, until it shows", () => {
  const { away, show } = page(false);
  const changed = vi.fn();
  away.subscribe(changed);
  expect(away.current()).toBe(false);
  show(false);
  vi.advanceTimersByTime(119_000);
  show(true);
  show(false);
  vi.advanceTimersByTime(119_000);
  expect(away.current()).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(away.current()).toBe(true);
  expect(changed).toHaveBeenCalled();
  show(true);
  expect(away.current()).toBe(false);
});

test("a page that opens behind another is away until it shows, and tells nobody once it is closed", () => {
  const { away, show } = page(true);
  expect(away.current()).toBe(true);
  const changed = vi.fn();
  const close = away.subscribe(changed);
  show(true);
  expect(away.current()).toBe(false);
  show(false);
  close();
  vi.advanceTimersByTime(200_000);
  expect(away.current()).toBe(false);
});
