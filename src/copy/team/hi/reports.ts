import type { TeamDictionary } from "../dictionaries.ts";

export const reports: TeamDictionary["reports"] = {};
