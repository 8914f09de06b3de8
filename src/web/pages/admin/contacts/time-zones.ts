/**
 * The names of time zones to choose from, those of `first` before all others: the browser's own list leaves out `UTC`, and names some
 * zones as they were called long ago, such as Asia/Calcutta.
 */
export function timeZones(first: readonly string[], others: readonly string[] = supportedZones()): string[] {
  return [...new Set([...first, "UTC", ...others])];
}

/** None where the browser cannot tell; any name can be typed. */
function supportedZones(): readonly string[] {
  try {
    return Intl.supportedValuesOf("timeZone");
  } catch {
    return [];
  }
}
