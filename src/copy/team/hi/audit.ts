import type { TeamDictionary } from "../dictionaries.ts";

export const audit: TeamDictionary["audit"] = {};
