import type { TeamDictionary } from "../dictionaries.ts";

export const commands: TeamDictionary["commands"] = {};
