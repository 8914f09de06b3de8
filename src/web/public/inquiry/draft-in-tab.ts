import type { InquiryKind } from "#domain/inquiries/inquiry.ts";

/** The fields of an unsent form, with its idempotency key if it was submitted. */
interface TabDraft {
  fields: Record<string, string>;
  key?: string | undefined;
  /** Number of its files, which are not kept. */
  files?: number;
}

/** A form whose draft is kept: of a kind of inquiry, or of the answer to one, by the start of its key. */
type DraftKind = InquiryKind | `answer-${string}`;

/** Fallback without session storage: lasts as long as the document. */
const inMemory: Partial<Record<DraftKind, string>> = {};

const nameOf = (kind: DraftKind) => `front-desk-draft-${kind}`;

/** Stores a draft for the lifetime of this tab, so that it survives a reload and navigation. Undefined erases it. */
export function keepInTab(kind: DraftKind, draft: TabDraft | undefined): void {
  delete inMemory[kind];
  try {
    if (draft === undefined) sessionStorage.removeItem(nameOf(kind));
    else sessionStorage.setItem(nameOf(kind), JSON.stringify(draft));
  } catch {
    if (draft !== undefined) inMemory[kind] = JSON.stringify(draft);
  }
}

export function keptInTab(kind: DraftKind): TabDraft | undefined {
  try {
    // Written by the function above.
    return JSON.parse(inMemory[kind] ?? sessionStorage.getItem(nameOf(kind)) ?? "") as TabDraft;
  } catch {
    return undefined;
  }
}
