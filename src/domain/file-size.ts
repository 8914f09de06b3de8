const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** A size for people in SI units, rounded up, from MB on to a tenth: `640 B`, `13 kB`, `92.2 GB`. */
export function fileSize(bytes: number): string {
  let power = 0;
  // Rounds before choosing the unit: 999,001 bytes are 1 MB, not 1000 kB.
  while (power < units.length - 1 && sizeIn(power) >= 1000) power += 1;
  return `${sizeIn(power)} ${units[power]}`;

  function sizeIn(unit: number): number {
    const parts = unit < units.indexOf("MB") ? 1 : 10;
    return Math.ceil((bytes * parts) / 1000 ** unit) / parts;
  }
}
