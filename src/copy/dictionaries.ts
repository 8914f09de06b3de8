import { dictionaries } from "#languages/compiled/dictionaries.ts";
import type { en } from "#languages/compiled/en.ts";

export type Dictionary = typeof en;

/** The dictionary of each language, for the server; browsers load one only. */
export { dictionaries };
