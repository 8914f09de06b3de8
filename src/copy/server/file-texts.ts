import type { Dictionary } from "../dictionaries.ts";
import { say, type ServerText } from "./say.ts";

/** Reasons for which files are refused. */
export const fileTexts: Record<keyof Dictionary["problems"]["files"], ServerText> = {
  "too many": say("files.too-many"),
  "too large": say("files.too-large"),
  "wrong type": say("files.wrong-type"),
  unreadable: say("files.unreadable"),
  busy: say("files.busy"),
  full: say("files.full"),
};
