import { attachmentField } from "#domain/inquiries/attachment.ts";

/** The files of an input that are ready to be sent, and the work on others. */
const ready = new WeakMap<HTMLInputElement, readonly File[]>();
const preparing = new WeakMap<HTMLInputElement, Promise<void>>();

/** The files chosen in a form, once they are ready to be sent. */
export async function chosenFiles(form: HTMLFormElement | null): Promise<readonly File[]> {
  const input = inputIn(form);
  if (input !== undefined) await preparing.get(input);
  return knownFiles(input);
}

export function countFiles(form: HTMLFormElement | null): number {
  return knownFiles(inputIn(form)).length;
}

/** The files that were made ready; unlike what a page shows, at once. */
export function listedFiles(input: HTMLInputElement | null): readonly File[] {
  return (input !== null && ready.get(input)) || [];
}

export function knownFiles(input: HTMLInputElement | null | undefined): readonly File[] {
  if (!input) return [];
  return ready.get(input) ?? [...(input.files ?? [])];
}

/** Makes these files the input's own, so that it says how many there are. */
export function setFiles(input: HTMLInputElement, files: readonly File[]): void {
  ready.set(input, files);
  try {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
  } catch {
    // Safari before 14.1: only what the input says is wrong.
  }
  // Tells the counters of the form and the storage of its content.
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Runs work on an input's files after the one before it. */
export function prepare(input: HTMLInputElement, work: () => Promise<void>): void {
  preparing.set(input, (preparing.get(input) ?? Promise.resolve()).then(work));
}

function inputIn(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const input = form?.elements.namedItem(attachmentField);
  return input instanceof HTMLInputElement ? input : undefined;
}
