import type { TeamDictionary } from "../dictionaries.ts";

export const inquiry: TeamDictionary["inquiry"] = {};
