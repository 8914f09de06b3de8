const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;

export function fileSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / kilobyte)} KB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
