import { isDeepStrictEqual } from "node:util";
import { type TrustSection, trustSectionNames, trustSections } from "#domain/trust-changes.ts";
import type { AuditDraft } from "../audit/audit-queries.ts";
import type { NewMessage } from "../notifications/message-queries.ts";
import { sealedIn, withSealed } from "./settings-secrets.ts";

type Values = Readonly<Record<string, unknown>>;

/** The sections of a change that wait; `part` is stored with the settings, `messages` go out through these mail ids. */
export type HeldSections =
  | {
      ok: true;
      waits: readonly TrustSection[];
      part: Values;
      entries: (version: number) => readonly AuditDraft[];
      messages: (earlierMails: readonly string[]) => Promise<readonly NewMessage[]>;
    }
  | { ok: false; reason: "waits already" };

/** Decides what of an owner's change has to wait. `part` is what the store holds of the changes that wait. */
export type HoldSections = (asked: {
  sections: ReadonlyArray<{ name: TrustSection; fields: string[] }>;
  next: Values;
  by: { id: string; email: string };
  part: unknown;
}) => Promise<HeldSections>;

/** The sections that differ in a field with trust, with the names of these fields. */
export function changedSections(before: Values, next: Values): Array<{ name: TrustSection; fields: string[] }> {
  return trustSectionNames.flatMap((name) => {
    const [one, other] = [before[name], next[name]].map((section) => ({ ...(section as Values | null) }));
    const free: readonly string[] = trustSections[name];
    const fields = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].filter(
      (field) => !free.includes(field) && !isDeepStrictEqual(one?.[field], other?.[field]),
    );
    return fields.length === 0 ? [] : [{ name, fields: fields.map((field) => `${name}.${field}`) }];
  });
}

/** The asked settings with the sections of `waits` as they are, except for their fields without trust. */
export function withHeld<Settings extends object>(before: Values, asked: Settings, waits: readonly TrustSection[]) {
  const held = waits.map((name) => [name, merged(name, before[name], (asked as Values)[name])]);
  return { ...asked, ...(Object.fromEntries(held) as Partial<Settings>) };
}

/** A section with the free fields of another one, as far as that has them. */
function merged(name: TrustSection, section: unknown, other: unknown): unknown {
  if (section === null || section === undefined || other === null || other === undefined) return section ?? null;
  const free = trustSections[name].flatMap((field) => {
    const value = (other as Values)[field];
    return value === undefined || value === "" ? [] : [[field, value]];
  });
  return { ...section, ...Object.fromEntries(free) };
}

/** The stored values with another section in effect. Its fields without trust stay as they are now. */
export function withSection(value: Values, name: TrustSection, section: unknown): Values {
  const free: readonly string[] = trustSections[name];
  const sealed = Object.entries(sealedIn(value));
  const kept = sealed.filter(([path]) => !path.startsWith(`${name}.`) || free.includes(path.slice(name.length + 1)));
  // A secret that is kept is encrypted, with an empty text in its place: it may have been renewed meanwhile.
  const emptied = kept.flatMap(([path]) => (path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), ""]] : []));
  const next = merged(name, section, value[name]) as Values | null;
  const changed = { ...value, [name]: next === null ? null : { ...next, ...Object.fromEntries(emptied) } };
  return withSealed(changed, Object.fromEntries(kept));
}
