import type { TeamDictionary } from "../dictionaries.ts";

export const replies: TeamDictionary["replies"] = {};
