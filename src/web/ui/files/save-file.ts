/** Saves a file that the page holds, as a download. */
export function saveFile(parts: readonly BlobPart[], name: string): void {
  const address = URL.createObjectURL(new Blob([...parts]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
