import type { TeamLanguage } from "#domain/languages.ts";
import { en } from "#languages/compiled/server/en.ts";
import { hi } from "#languages/compiled/server/hi.ts";

/** What the server says to the team and to programs, by code. English says which codes and values there are. */
export type ServerTexts = typeof en;

export const serverTexts: Record<TeamLanguage, ServerTexts> = { en, hi };
