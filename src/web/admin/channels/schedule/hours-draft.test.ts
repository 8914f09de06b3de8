import { describe, expect, it } from "vitest";
import type { Hours } from "#domain/time/hours.ts";
import { copiedToAll, draftOf, hoursOf } from "./hours-draft.ts";

const hours: Hours = {
  timeZone: "Asia/Kolkata",
  weekly: [
    { day: 1, from: "09:00", to: "13:00" },
    { day: 1, from: "18:00", to: "02:00" },
    { day: 7, from: "00:00", to: "24:00" },
  ],
  holidays: [{ date: "2030-11-08", name: "दीपावली" }],
};

describe("hours that are edited", () => {
  it("come back as they were", () => {
    expect(hoursOf(draftOf(hours, "UTC"))).toEqual(hours);
  });

  it("are none where somebody answers always, and begin in the site's time zone", () => {
    const draft = draftOf(null, "Europe/London");
    expect(hoursOf(draft)).toBeNull();
    const weekly = hoursOf({ ...draft, isWeekly: true });
    expect(weekly).toMatchObject({ timeZone: "Europe/London", holidays: [] });
    expect(weekly?.weekly).toHaveLength(7);
  });

  it("are sent with midnight as the end of their day, which a time field cannot say", () => {
    const draft = draftOf({ ...hours, weekly: [{ day: 2, from: "18:00", to: "24:00" }] }, "UTC");
    expect(draft.days[2]).toMatchObject([{ from: "18:00", to: "00:00" }]);
    expect(hoursOf(draft)?.weekly).toEqual([{ day: 2, from: "18:00", to: "24:00" }]);
  });

  it("are copied to all days", () => {
    const draft = draftOf(hours, "UTC");
    const { weekly = [] } = hoursOf({ ...draft, days: copiedToAll(draft.days[1]) }) ?? {};
    expect(weekly).toHaveLength(14);
    expect(weekly.filter(({ day }) => day === 7)).toEqual([
      { day: 7, from: "09:00", to: "13:00" },
      { day: 7, from: "18:00", to: "02:00" },
    ]);
  });
});
