import { describe, expect, it } from "vitest";
import { channelLines, readChannelFile } from "./use-import-preview.ts";

const good = { type: "phone", value: "1800 000 0000" };
const fileOf = (...channels: unknown[]) =>
  JSON.stringify({ format: "front-desk-channels", version: 1, channels }, null, 2);

describe("a file of channels", () => {
  it("is read", () => {
    expect(readChannelFile(fileOf(good))).toMatchObject({ read: { file: { channels: [good] } } });
  });

  it("is refused with the line, the channel and the field of what is wrong", () => {
    const read = readChannelFile(
      fileOf(good, { type: "whatsapp", value: "90000 00001" }, { type: "fax", value: "1" }, 7),
    );
    expect(read).toEqual({
      ok: false,
      problems: [
        "Line 9, channel 2, value: Write the full number with its country code, such as +91 90000 00000.",
        expect.stringMatching(/^Line 13, channel 3, type: Choose a type of channel, /),
        "Line ?, channel 4, a channel must be an object.",
      ],
    });
  });

  it("tells a few of many problems, and how many more there are", () => {
    const read = readChannelFile(fileOf(...Array.from({ length: 30 }, () => ({ type: "phone", value: "" }))));
    expect(!read.ok && read.problems.slice(-2)).toEqual([
      "Line 81, channel 20, value: Value is required.",
      "And 10 more.",
    ]);
  });

  it.each(["{", "[1,"])("says so where it is not JSON: %o", (text) => {
    expect(readChannelFile(text)).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^This file is not JSON\. /)],
    });
  });

  it.each(["[]", '{"channels":{}}'])("leaves all else to the server: %s", (text) => {
    expect(readChannelFile(text)).toEqual({ ok: true, read: { file: JSON.parse(text), refused: [], ignored: [] } });
  });
});

describe("the lines of the channels in a file", () => {
  it("names where each begins", () => {
    const channels = [
      { type: "phone", value: "1800 000 0000", hours: { weekly: [{ day: 1 }], holidays: [] } },
      { type: "website", value: 'https://example.com/"channels"[{' },
      {},
    ];
    const text = JSON.stringify({ other: [{}], format: "channels", channels, channels2: [{}] }, null, 2);
    const lines = text.split("\n");
    const found = channelLines(text);
    expect(found).toHaveLength(3);
    expect(found.map((line) => lines[line - 1]?.trim())).toEqual(["{", "{", "{}"]);
    expect(lines[(found[1] ?? 0) + 1]).toContain("https://example.com/");
  });

  it("is the first for a file on one line, and none without channels", () => {
    expect(channelLines('{"channels":[{},{}]}')).toEqual([1, 1]);
    expect(channelLines('{"channels":{"a":[{}]}}')).toEqual([]);
    expect(channelLines("[]")).toEqual([]);
  });
});
