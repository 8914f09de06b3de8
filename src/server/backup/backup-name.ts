/** A backup's file name: its UTC time, so that names sort by time. */
export function backupName(at: number, isEncrypted: boolean): string {
  const time = new Date(at)
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z");
  return `front-desk-${time}.tar${isEncrypted ? ".age" : ""}`;
}

const pattern = /^front-desk-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar(\.age)?$/;

/** When a backup of this name was made (ms); null if it is not a backup's name. */
export function madeAt(name: string): number | null {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  if (day === undefined) return null;
  const time = Date.parse(`${day}${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}
