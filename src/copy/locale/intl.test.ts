import { expect, it } from "vitest";
import { dateText } from "./intl.ts";

it("says the day where the site is, and one at least where the engine does not know its zone", () => {
  const lateEvening = "2026-11-20T20:00:00Z";
  expect(dateText(lateEvening, "Asia/Kolkata")).toBe("21 November 2026");
  expect(dateText(lateEvening, "Mars/Olympus_Mons")).toBe("20 November 2026");
});
