import { describe, expect, it } from "vitest";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { allThatVisitorsSee, asVisitorsSee, isKnownZone } from "./as-visitors-see.tsx";

const allDay = (timeZone: string): TeamChannel["hours"] => ({
  timeZone,
  weekly: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, from: "00:00", to: "24:00" })),
  holidays: [],
});
const channel: TeamChannel = {
  _id: "1",
  type: "phone",
  value: "1800 000 0000",
  isActive: true,
  proof: "",
  hours: allDay("Asia/Kolkata"),
};
const now = Date.parse("2030-01-01T00:00:00Z");

describe("a channel as visitors see it", () => {
  it("is open in its hours, always without any, and never in a time zone that there is not", () => {
    expect(asVisitorsSee(channel, now).availability).toMatchObject({ isOpen: true });
    expect(asVisitorsSee({ ...channel, hours: null }, now).availability).toBeNull();
    const unknown = { ...channel, hours: allDay("Asia/Nowhere") };
    expect(asVisitorsSee(unknown, now).availability).toEqual({ timeZone: "Asia/Nowhere", isOpen: false, flips: [] });
    expect([channel.hours, null, unknown.hours].map(isKnownZone)).toEqual([true, true, false]);
  });

  it("is shown where it is active and opens something", () => {
    const shown = allThatVisitorsSee(
      [channel, { ...channel, _id: "2", isActive: false }, { ...channel, _id: "3", value: "no number" }],
      now,
    );
    expect(shown.map(({ _id }) => _id)).toEqual(["1"]);
  });
});
