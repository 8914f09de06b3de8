import type { TeamDictionary } from "../dictionaries.ts";

export const channels: TeamDictionary["channels"] = {};
