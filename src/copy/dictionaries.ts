import type { Language } from "#domain/languages.ts";
import { en } from "./en.ts";
import { hi } from "./hi.ts";

export type Dictionary = typeof en;

/** The dictionary of each language, for the server; browsers load one only. */
export const dictionaries: Record<Language, Dictionary> = { en, hi };
