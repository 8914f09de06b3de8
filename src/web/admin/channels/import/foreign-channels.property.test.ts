import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createCsvReader, csvRows } from "#domain/csv-reader.ts";
import { checkChannel } from "#contract/channels/value-check.ts";
import { foreignChannels } from "./foreign-channels.ts";

const pieces = [
  "<",
  ">",
  "</",
  "<a ",
  "<a class=button href=",
  "class='button",
  '"',
  "'",
  "<!--",
  "-->",
  "<script>",
  "</script",
  "&#x",
  ";",
  ",",
  "\t",
  "\n",
  "\r",
  "\uFEFF",
  "\0",
  "=",
  "/",
  "value",
  "type",
  "https://t.me/",
  "tel:",
  "mailto:%",
  "{",
  "[",
  '{"links":[',
  "null",
  "\u202E",
  "\uD800",
  " ",
  "sep=;",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })))
  .map((parts) => parts.join(""));

it("reads any text without a crash, and gives only channels that open", () => {
  fc.assert(
    fc.property(text, (any) => {
      const result = foreignChannels(any);
      if (result?.ok !== true) return;
      const { found } = result;
      for (const { channel } of found.channels) expect(checkChannel(channel.type, channel.value).ok).toBe(true);
      for (const { found: shown, place } of found.refused) {
        expect(place).toMatch(/^(?:Line|Link) \d+$/);
        expect(shown.length).toBeLessThanOrEqual(80);
      }
    }),
  );
});

it("reads CSV alike in pieces of any size", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (any, size) => {
      const reader = createCsvReader();
      const parts = Array.from({ length: Math.ceil(any.length / size) }, (_part, at) =>
        any.slice(at * size, (at + 1) * size),
      );
      expect([...parts.flatMap((part) => [...reader.push(part)]), ...reader.end()]).toEqual([...csvRows(any)]);
    }),
  );
});

const length = process.env["TEST_ALL"] === "1" ? 4_000_000 : 1_000_000;
it.each(pieces)(
  "takes linear time for a long run of %j",
  (piece) => {
    const run = piece.repeat(length / piece.length);
    const took = [`value,type\n${run}`, `<body>${run}`, `<a class="button" href="x">${run}`].map((any) => {
      const start = performance.now();
      foreignChannels(any);
      return performance.now() - start;
    });
    // It takes a second; quadratic time would take minutes, or hours.
    expect(Math.max(...took)).toBeLessThan(60_000);
  },
  180_000,
);
