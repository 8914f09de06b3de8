import { inEnglish } from "#copy/server/render.ts";
import { isServerText, messageCodeIn, type ServerText } from "#copy/server/say.ts";
import { fromStored, toStored } from "#copy/server/stored.ts";
import { auditEvents, type AuditEvent } from "#domain/audit.ts";

/** Facts that may be a text of the server: why something failed, and what the check of the log found. */
const reasons = new Set(
  Object.values(auditEvents).flatMap(({ says = {} }) =>
    Object.keys(says).filter((name) => says[name]?.startsWith("reason")),
  ),
);

/** An event as the store keeps it: such a text is kept with its English. */
export function withStoredFacts(event: AuditEvent): AuditEvent {
  const about = Object.entries(event.about).map(([name, fact]) => [
    name,
    reasons.has(name) && typeof fact === "string" && isServerText(fact) ? toStored(fact) : fact,
  ]);
  return { ...event, about: Object.fromEntries(about) };
}

/** Returns stored facts, with such a text in English, and the text itself as `problem`. */
export function readFacts<About extends Record<string, unknown>>(about: About): { about: About; problem?: ServerText } {
  for (const name of reasons) {
    const fact = about[name];
    const text = typeof fact === "string" ? fromStored(fact) : "";
    if (messageCodeIn(text) !== undefined && isServerText(text))
      return { about: { ...about, [name]: inEnglish(text) }, problem: text };
  }
  return { about };
}
