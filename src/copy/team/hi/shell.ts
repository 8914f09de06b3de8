import type { TeamDictionary } from "../dictionaries.ts";

export const shell: TeamDictionary["shell"] = {};
