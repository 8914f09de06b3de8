import type { TeamDictionary } from "../dictionaries.ts";

export const team: TeamDictionary["team"] = {};
