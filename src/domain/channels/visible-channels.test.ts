import { expect, it } from "vitest";
import type { Hours } from "../time/hours.ts";
import { openingChannels, withAvailability } from "./visible-channels.ts";

const hours: Hours = { timeZone: "Asia/Kolkata", weekly: [{ day: 6, from: "09:00", to: "21:00" }], holidays: [] };
const saturday = Date.UTC(2026, 10, 21, 6);

it("omits channels without a safe link, and keeps the order", () => {
  const [second, bad, first] = [
    { type: "phone", value: "112" },
    { type: "website", value: "javascript:alert(1)" },
    { type: "telegram", value: "@saffron_example" },
  ] as const;
  expect(openingChannels([second, bad, first])).toEqual([second, first]);
});

it("replaces each channel's hours by its availability", () => {
  const made = withAvailability(
    [
      { name: "a", hours },
      { name: "b", hours: null },
      { name: "c", hours: structuredClone(hours) },
    ],
    saturday,
  );
  expect(made.map(({ name, availability }) => [name, availability?.isOpen])).toEqual([
    ["a", true],
    ["b", undefined],
    ["c", true],
  ]);
  expect(made[1]).toEqual({ name: "b", availability: null });
  expect(made[2]?.availability).toBe(made[0]?.availability);
  expect(made[0]).not.toHaveProperty("hours");
});
