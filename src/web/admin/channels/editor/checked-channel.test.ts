import { expect, it } from "vitest";
import { teamCopy } from "#copy/current.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { checkChannel, chooseType } from "#domain/channels/channel-check.ts";
import { checkedChannel } from "./checked-channel.ts";

it("the form says in English what the server says", () => {
  const inputs = channelTypes.map(inputOf);
  expect(channelTypes.map((type) => teamCopy.channels.editor.expected[type])).toEqual(
    inputs.map(({ expected }) => expected),
  );
  expect(teamCopy.channels.editor.warnings).toEqual(Object.assign({}, ...inputs.map(({ warnings }) => warnings)));
  expect(teamCopy.channels.editor.chooseType).toBe(chooseType);
});

it.each([
  ["phone", "1800 000 0000"],
  ["phone", "12"],
  ["phone", "1\u200b800"],
  ["website", `https://example.com/${"a".repeat(500)}`],
  ["telegram", "https://t.me/abcd"],
  ["facebook", "https://fb.me/example"],
] as const)("%s %s opens, or not, as on the server", (type, value) => {
  expect(checkedChannel(type, value)).toEqual(checkChannel(type, value));
});
