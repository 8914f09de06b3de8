import type { TeamDictionary } from "../dictionaries.ts";

export const signIn: TeamDictionary["signIn"] = {};
