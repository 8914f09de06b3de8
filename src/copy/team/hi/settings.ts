import type { TeamDictionary } from "../dictionaries.ts";

export const settings: TeamDictionary["settings"] = {};
