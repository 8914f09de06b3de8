import type { TeamDictionary } from "../dictionaries.ts";

export const forms: TeamDictionary["forms"] = {};
