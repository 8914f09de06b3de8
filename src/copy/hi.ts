import type { Dictionary } from "./dictionaries.ts";

/** All texts that visitors read, in Hindi. */
export const hi: Dictionary = {
  mail: {},
  problems: {},
};
