import type { InquiryKind } from "#domain/inquiries/inquiry.ts";

/** The fields of an unsent form, with its idempotency key if it was submitted. */
interface TabDraft {
  fields: Record<string, string>;
  key?: string | undefined;
}

/** Fallback without session storage: lasts as long as the document. */
const inMemory: Partial<Record<InquiryKind, string>> = {};

const nameOf = (kind: InquiryKind) => `front-desk-draft-${kind}`;

/** Stores a draft for the lifetime of this tab, so that it survives a reload and navigation. Undefined erases it. */
export function keepInTab(kind: InquiryKind, draft: TabDraft | undefined): void {
  delete inMemory[kind];
  try {
    if (draft === undefined) sessionStorage.removeItem(nameOf(kind));
    else sessionStorage.setItem(nameOf(kind), JSON.stringify(draft));
  } catch {
    if (draft !== undefined) inMemory[kind] = JSON.stringify(draft);
  }
}

export function keptInTab(kind: InquiryKind): TabDraft | undefined {
  try {
    // Written by the function above.
    return JSON.parse(inMemory[kind] ?? sessionStorage.getItem(nameOf(kind)) ?? "") as TabDraft;
  } catch {
    return undefined;
  }
}
