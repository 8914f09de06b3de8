import type { Language } from "#domain/languages.ts";
import { en } from "./en.ts";
import { bn } from "./bn.ts";
import { hi } from "./hi.ts";
import { mr } from "./mr.ts";
import { ta } from "./ta.ts";
import { te } from "./te.ts";

export type Dictionary = typeof en;

/** The dictionary of each language, for the server; browsers load one only. */
export const dictionaries: Record<Language, Dictionary> = { en, hi, bn, mr, te, ta };
