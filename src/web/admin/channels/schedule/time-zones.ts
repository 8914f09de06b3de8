/**
 * The time zones to choose from, those of `first` at the top. The browser's own list lacks `UTC` and has some outdated
 * names, such as Asia/Calcutta.
 */
export function timeZones(first: readonly string[], others: readonly string[] = supportedZones()): string[] {
  return [...new Set([...first, "UTC", ...others])];
}

/** Empty if the browser cannot tell; any name can be typed. */
function supportedZones(): readonly string[] {
  try {
    return Intl.supportedValuesOf("timeZone");
  } catch {
    return [];
  }
}
