import { describe, expect, test } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { channelTypes, type ChannelType } from "#domain/brands/brands.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { checkChannel } from "./value-check.ts";

/** The example in each type's rejections must be valid. */
const examples: Record<ChannelType, string> = {
  whatsapp: "+91 90000 00000",
  phone: "+91 90000 00000",
  telegram: "https://t.me/example",
  instagram: "https://instagram.com/example",
  facebook: "https://facebook.com/example",
  youtube: "https://www.youtube.com/@example",
  twitter: "https://x.com/example",
  linkedin: "https://www.linkedin.com/company/example",
  email: "support@example.com",
  website: "https://example.com",
  withdrawal_proof: "https://example.com/1",
};

describe.each(channelTypes)("%s", (type) => {
  const example = examples[type];
  test("is refused with a value that is right", () => {
    const refusals: Record<string, string> = {
      "Write ": "",
      "This contains a hidden character. Type it by hand: ": `${example}\u200b1`,
      "At most 500 characters: write ": example.padEnd(channelLimits.value + 1, "1"),
    };
    for (const [start, value] of Object.entries(refusals)) {
      const check = checkChannel(type, value);
      const problem = check.ok ? "" : inEnglish(check.problem);
      expect(problem).toContain(` such as ${example}`);
      expect(problem).toMatch(new RegExp(`^${start}`));
    }
    expect(checkChannel(type, example)).toEqual({ ok: true, href: expect.any(String) });
  });
});

test.each<[ChannelType, string, string]>([
  ["telegram", "@abc", "fewer than 5 characters"],
  ["instagram", "saffron-example", "letters, digits, dots and underscores"],
  ["facebook", "abc", "5 or more letters"],
  ["facebook", "https://fb.me/saffron", "hides where it leads"],
  ["youtube", "https://www.youtube.com/c/saffron", "YouTube prefers"],
  ["twitter", "https://x.com/saffron_example_1", "at most 15 letters"],
  ["linkedin", "https://lnkd.in/abc", "hides where it leads"],
])("%s opens %s with a warning", (type, value, warning) => {
  expect(checkChannel(type, value)).toEqual({
    ok: true,
    href: expect.any(String),
    warning: expect.stringMatching(`${warning}.*; try this one\\.$`),
  });
});
