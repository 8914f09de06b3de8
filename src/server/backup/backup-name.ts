/** The name of a backup tells when it was made, in UTC, and sorts by it. */
export function backupName(at: number, isEncrypted: boolean): string {
  const time = new Date(at)
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z");
  return `front-desk-${time}.tar${isEncrypted ? ".age" : ""}`;
}

const pattern = /^front-desk-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar(\.age)?$/;

/** When a backup of this name was made; null where it is not the name of one. */
export function madeAt(name: string): number | null {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  if (day === undefined) return null;
  const time = Date.parse(`${day}${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
