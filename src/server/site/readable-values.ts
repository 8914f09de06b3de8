import { type SiteFields, siteFieldsSchema } from "#contract/site/site.ts";

/**
 * Returns the stored values that this version can read: an older or newer one, which may serve the same store during a
 * rolling upgrade, takes values that this one does not.
 * @returns null if there are none, or if one that must be there cannot be read: then the configuration file decides
 */
export function readableValues(stored: unknown): SiteFields | null {
  const { data, error } = siteFieldsSchema.safeParse(stored);
  if (error === undefined || typeof stored !== "object" || stored === null) return data ?? null;
  const rest = structuredClone(stored);
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of names) remove(rest, path);
  }
  return siteFieldsSchema.safeParse(rest).data ?? null;
}

function remove(values: object, [name = "", ...rest]: PropertyKey[]): void {
  const inner: unknown = Reflect.get(values, name);
  if (rest.length === 0) Reflect.deleteProperty(values, name);
  else if (typeof inner === "object" && inner !== null) remove(inner, rest);
}
