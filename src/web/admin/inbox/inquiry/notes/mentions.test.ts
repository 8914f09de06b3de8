import { expect, it } from "vitest";
import { matchingPeople, mentionedIds, mentionName, mentionParts, typedMention } from "./mentions.ts";

const asha = { id: "1", email: "asha.rao@example.com" };
const ravi = { id: "2", email: "ravi@example.com" };
const other = { id: "3", email: "ravi@example.org" };
const team = [asha, ravi];

it.each([
  ["@Asha Rao, please look", ["1"]],
  ["ask @ravi or @ASHA RAO (@Ravi)", ["2", "1"]],
  ["to asha.rao@example.com, and me@ravi", []],
  ["@Ravindra is a visitor", []],
  ["@asha.rao@example.com", ["1"]],
])("finds the members in %j", (text, ids) => {
  expect(mentionedIds(text, team)).toEqual(ids);
  expect(
    mentionParts(text, team)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

it("names members who share a name by their address, and takes the name alone for neither", () => {
  expect(mentionName(ravi, [ravi, other])).toBe("ravi@example.com");
  expect(mentionedIds("@ravi@example.org and @Ravi", [ravi, other])).toEqual(["3"]);
});

it("finds what is typed after an @, and those it may mean", () => {
  expect(typedMention("Ask @as", 7)).toEqual({ from: 4, words: "as" });
  expect(typedMention("Ask @as", 3)).toBeUndefined();
  expect(typedMention("me@as", 5)).toBeUndefined();
  expect(matchingPeople("ra", team)).toEqual([asha, ravi]);
  expect(matchingPeople("", team)).toEqual(team);
  expect(matchingPeople("x", team)).toEqual([]);
});
