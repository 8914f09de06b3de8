import type { TeamDictionary } from "../dictionaries.ts";

export const inbox: TeamDictionary["inbox"] = {};
