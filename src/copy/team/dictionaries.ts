import type { TeamLanguage } from "#domain/languages.ts";
import { en } from "#languages/compiled/team/en.ts";
import { hi } from "#languages/compiled/team/hi.ts";

export type TeamDictionary = typeof en;

/** The texts of the admin area in each language that it has. */
export const teamDictionaries: Record<TeamLanguage, TeamDictionary> = { en, hi };
