import type { TeamDictionary } from "../dictionaries.ts";

export const site: TeamDictionary["site"] = {};
