/** The `ETag` of a version (RFC 9110, section 8.8.3). */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/** The version that an `If-Match` header names; null where it is not one that we give out. */
export function readVersionTag(header: string): number | null {
  const digits = /^\s*"(\d{1,15})"\s*$/.exec(header)?.[1];
  return digits === undefined ? null : Number(digits);
}
