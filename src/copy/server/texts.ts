import type { TeamLanguage } from "#domain/languages.ts";
import { en } from "#languages/compiled/server/en.ts";
import { hi } from "#languages/compiled/server/hi.ts";

/** Texts of the server for the team and for programs, by code. English says which codes and values there are. */
export type ServerTexts = typeof en;

export const serverTexts: Record<TeamLanguage, ServerTexts> = { en, hi };
