import { inEnglish } from "#copy/server/render.ts";
import { fromStored } from "#copy/server/stored.ts";

/** Test helper: returns the places in a response where the server says something without its code and parameters. */
export function placesWithoutCode(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, index) => placesWithoutCode(one, `${at}/${index}`));
  const fields = new Map(Object.entries(value as Record<string, unknown>));
  const hasCode = (holder: unknown) =>
    typeof holder === "object" &&
    holder !== null &&
    "code" in holder &&
    "params" in holder &&
    !String(holder.code).includes(" ");
  const own = [...fields].flatMap(([name, text]) => {
    if (name === "message") return hasCode(value) ? [] : [`${at}/${name}`];
    const codes = fields.get(`${name}Code`);
    if (name === "problem" || name === "noPasskeys" || name === "unwatched")
      return typeof text !== "string" || hasCode(codes) ? [] : [`${at}/${name}`];
    if (name !== "errors" && name !== "problems") return [];
    if (Array.isArray(text)) return Array.isArray(codes) && codes.length === text.length ? [] : [`${at}/${name}`];
    if (typeof text !== "object" || text === null) return [];
    const byField = new Map(Object.entries(codes ?? {}));
    return Object.keys(text).flatMap((field) => (hasCode(byField.get(field)) ? [] : [`${at}/${name}/${field}`]));
  });
  return [...own, ...[...fields].flatMap(([name, inner]) => placesWithoutCode(inner, `${at}/${name}`))];
}

/** Test helper: returns a value of the server's with each of its texts in English. */
export function english<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null), (_name, inner: unknown) =>
    typeof inner === "string" ? inEnglish(fromStored(inner)) : inner,
  ) as Value;
}
