import type { TeamDictionary } from "../dictionaries.ts";

export const inboxList: TeamDictionary["inboxList"] = {};
