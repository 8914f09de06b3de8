import { describe, expect, it } from "vitest";
import { channelLines } from "./channel-lines.ts";

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
