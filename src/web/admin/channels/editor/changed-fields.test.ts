import { describe, expect, it } from "vitest";
import { changedFields, type ChannelValues } from "./channel-form.tsx";

const before: ChannelValues = {
  type: "whatsapp",
  value: "+91 90000 00001",
  isActive: true,
  proof: "Deposits",
  hours: { timeZone: "Asia/Kolkata", weekly: [{ day: 1, from: "09:00", to: "18:00" }], holidays: [] },
};

describe("what a person has changed of a channel", () => {
  it("is nothing where the form is as it was, but for blanks", () => {
    const same = { ...before, value: ` ${before.value} `, proof: "Deposits\n", hours: structuredClone(before.hours) };
    expect(changedFields(before, same)).toEqual({});
  });

  it.each([
    { type: "phone" },
    { value: "+91 90000 00002" },
    { isActive: false },
    { proof: "" },
    { hours: null },
    { value: "+91 90000 00002", proof: "हिंदी" },
  ] as const)("is sent alone: %o", (change) => {
    expect(changedFields(before, { ...before, ...change })).toEqual(change);
  });
});
