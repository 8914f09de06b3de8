import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PageData } from "#contract/page.ts";
import { PageDataContext } from "#web/page/page-data.ts";
import { useDateFormats } from "./dates.ts";
import { personName } from "./person.tsx";

it.each([
  ["asha@example.com", "Asha"],
  ["asha.rao@example.com", "Asha Rao"],
  ["r_k-nair+desk@example.com", "R K Nair Desk"],
  ["..@example.com", "..@example.com"],
  ["आशा.राव@example.com", "आशा राव"],
])("%s is shown as %s", (email, name) => {
  expect(personName(email)).toBe(name);
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  ["a time to come", "now", -minute],
  ["just below a minute", "now", minute - 1],
  ["a minute", "1 min", minute],
  ["just below an hour", "59 min", hour - 1],
  ["an hour", "1 h", hour],
  ["just below a day", "23 h", day - 1],
  ["a day", "23 Nov", day],
  ["more than half a year", "8 May 2026", 200 * day],
])("%s is shown as %s", (_what, text, before) => {
  const now = Date.parse("2026-11-24T06:30:00.000Z");
  // The time zone is all that it reads.
  const page = { site: { timeZone: "Asia/Kolkata" } } as PageData;
  const words = <Words at={now - before} now={now} />;
  expect(renderToStaticMarkup(<PageDataContext value={page}>{words}</PageDataContext>)).toBe(text);
});

function Words({ at, now }: { at: number; now: number }) {
  return useDateFormats().ago(new Date(at).toISOString(), now);
}
