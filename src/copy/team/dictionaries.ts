import type { TeamLanguage } from "#domain/languages.ts";
import { en } from "./en.ts";
import { hi } from "./hi.ts";

export type TeamDictionary = typeof en;

/** The texts of the admin area in each language that it has. */
export const teamDictionaries: Record<TeamLanguage, TeamDictionary> = { en, hi };
