import { expect, it } from "vitest";
import type { ChannelType } from "../brands/brands.ts";
import { fitsPhoneBook } from "./known-channels.ts";

it("a type of a newer version is not in the phone book, and throws nothing", () => {
  const types = ["phone", "telegram", "a newer type"] as ChannelType[];
  expect(types.map((type) => fitsPhoneBook({ type }))).toEqual([true, false, false]);
});
