import type { Language } from "#domain/languages.ts";
import { bn } from "./compiled/bn.ts";
import { en } from "./compiled/en.ts";
import { hi } from "./compiled/hi.ts";
import { mr } from "./compiled/mr.ts";
import { ta } from "./compiled/ta.ts";
import { te } from "./compiled/te.ts";

export type Dictionary = typeof en;

/** The dictionary of each language, for the server; browsers load one only. */
export const dictionaries: Record<Language, Dictionary> = { en, hi, bn, mr, te, ta };
