import type { TeamDictionary } from "../dictionaries.ts";

export const security: TeamDictionary["security"] = {};
