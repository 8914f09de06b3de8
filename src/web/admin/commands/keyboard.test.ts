import { expect, it } from "vitest";
import { keyNames } from "./keyboard.ts";

it.each([
  ["e", "KeyE", false, ["e"]],
  ["E", "KeyE", true, ["E"]],
  // Caps Lock turns both round.
  ["E", "KeyE", false, ["e"]],
  ["e", "KeyE", true, ["E"]],
  // Dvorak: the letter counts, not its place.
  ["j", "KeyC", false, ["j"]],
  // InScript (Hindi), Phonetic (Bengali), Cyrillic: no Latin letters.
  ["म", "KeyC", false, ["c"]],
  ["र", "KeyJ", false, ["j"]],
  ["ऱ", "KeyJ", true, ["J"]],
  ["য", "Slash", false, ["/"]],
  ["य़", "Slash", true, ["?"]],
  ["у", "KeyE", false, ["e"]],
  // A digit needs Shift to be one of the statuses, wherever digits are.
  ["5", "Digit5", false, ["5"]],
  ["५", "Digit5", false, ["5"]],
  ["5", "Numpad5", false, ["5"]],
  ["!", "Digit1", true, ["!", "Shift 1"]],
  ["ऍ", "Digit1", true, ["1", "Shift 1"]],
  // German, and French, whose digits are typed with Shift.
  ["/", "Digit7", true, ["/", "Shift 7"]],
  ["1", "Digit1", true, ["1"]],
  ["?", "Slash", true, ["?"]],
  ["Enter", "Enter", false, ["Enter"]],
  ["Dead", "KeyE", false, ["Dead"]],
  // An input method has the key.
  ["Process", "KeyE", false, ["Process"]],
])("calls %s at %s, Shift %s: %j", (key, code, shiftKey, names) => {
  expect(keyNames({ key, code, shiftKey })).toEqual(names);
});
