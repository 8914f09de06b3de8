import { expect, it } from "vitest";
import { teamCopy } from "#copy/current.ts";
import { hi } from "#languages/compiled/team/hi.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { checkChannel } from "#contract/channels/value-check.ts";
import { inEnglish } from "#copy/server/render.ts";
import { say } from "#copy/server/say.ts";
import { checkedChannel } from "./checked-channel.ts";

it("the form has each of its texts about a channel type in Hindi", () => {
  const { expected, warnings } = hi.channels.editor;
  expect(Object.keys(expected)).toEqual(channelTypes);
  expect(Object.keys(warnings).sort()).toEqual(
    [...new Set(channelTypes.flatMap((type) => Object.keys(inputOf(type).warnings)))].sort(),
  );
});

it("the form asks for a type in the server's words", () =>
  expect(teamCopy.channels.editor.chooseType).toBe(inEnglish(say("channel.choose-type"))));

it.each([
  ["phone", "1800 000 0000"],
  ["phone", "12"],
  ["phone", "1\u200b800"],
  ["website", `https://example.com/${"a".repeat(500)}`],
  ["telegram", "https://t.me/abcd"],
  ["facebook", "https://fb.me/example"],
] as const)("%s %s opens, or not, as on the server", (type, value) => {
  const checked = checkChannel(type, value);
  expect(checkedChannel(type, value)).toEqual(
    checked.ok ? checked : { ok: false, problem: inEnglish(checked.problem) },
  );
});
