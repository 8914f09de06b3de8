import { afterEach, expect, it, vi } from "vitest";
import { timeZones } from "./hours-editor.tsx";

afterEach(() => vi.restoreAllMocks());

it("the zones of the channel and of the site stand first, UTC is among them, and each stands once", () => {
  expect(timeZones(["Europe/London", "Asia/Kolkata"], ["Asia/Calcutta", "Europe/London"])).toEqual([
    "Europe/London",
    "Asia/Kolkata",
    "UTC",
    "Asia/Calcutta",
  ]);
  expect(timeZones(["Asia/Kolkata", "Asia/Kolkata"]).length).toBeGreaterThan(100);
});

it("the zones of a browser that cannot tell them are the first ones", () => {
  vi.spyOn(Intl, "supportedValuesOf").mockImplementation(() => {
    throw new TypeError("Intl.supportedValuesOf is not a function");
  });
  expect(timeZones(["Asia/Kolkata"])).toEqual(["Asia/Kolkata", "UTC"]);
});
