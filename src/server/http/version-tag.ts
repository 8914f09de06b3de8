/** The `ETag` of a version (RFC 9110, section 8.8.3). */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/** The version that `If-Match` names; -1, which nothing has, for a foreign tag. Null if there is no such header. */
export function namedVersion({ "if-match": header }: { "if-match"?: string | undefined }): number | null {
  return header === undefined ? null : (readVersionTag(header) ?? -1);
}

/** Parses an `If-Match` header; null if it is not one of our tags. */
function readVersionTag(header: string): number | null {
  const digits = /^\s*"(\d{1,15})"\s*$/.exec(header)?.[1];
  return digits === undefined ? null : Number(digits);
}
