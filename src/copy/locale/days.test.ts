import { expect, it } from "vitest";
import { inLanguage } from "../current.ts";
import { dayText, spanTexts } from "./days.ts";

it("writes a day and a span of days without what they share, in the language of the page", () => {
  expect(dayText("2026-10-30")).toBe("30 Oct");
  expect(spanTexts("2026-09-01", "2026-09-30")).toEqual(["1", "30 Sept"]);
  expect(spanTexts("2026-08-31", "2026-09-29")).toEqual(["31 Aug", "29 Sept"]);
  expect(spanTexts("2025-12-31", "2026-01-29")).toEqual(["31 Dec 2025", "29 Jan 2026"]);
  inLanguage("hi", () => expect(dayText("2026-10-30")).toBe("30 अक्टू॰"));
});
