import { draftDays } from "#domain/inquiries/inquiry.ts";
import { day } from "#domain/time/durations.ts";

/** A member's unsent text for an inquiry. */
interface DraftValues {
  answer: AnswerDraft;
  note: NoteDraft;
}

export interface NoteDraft {
  text: string;
  /** When the newest was written of what its member has seen since the text was begun. */
  seenUntil?: string | undefined;
}

export interface AnswerDraft extends NoteDraft {
  /** The text right after a reply was inserted, and the part that was there before. */
  filled: string;
  before: string;
}

export type Drafts = ReturnType<typeof createDrafts>;

const prefix = "front-desk-draft/";
const keptFor = draftDays * day;
const maxKept = 100;

/**
 * One member's drafts, by inquiry id, in `storage`: they survive a reload, for seven days after the last change, up to
 * 100. Without browser storage they last as long as the page.
 */
export function createDrafts(memberId: string, storage = browserStorage(), now = Date.now) {
  const ofMember = `${prefix}${memberId}/`;
  const unsaved = new Map<string, unknown>();
  const keyOf = (kind: keyof DraftValues, inquiryId: string) => `${ofMember}${kind}/${inquiryId}`;
  const get = (key: string) => attempt(() => storage?.getItem(key)) ?? undefined;
  eraseDrafts((key) => key.startsWith(ofMember), storage, now);
  const listeners = new Set<() => void>();
  /** Kept until a draft comes or goes, for React. */
  let ids: readonly string[] | undefined;

  function changed(): void {
    ids = undefined;
    for (const listener of listeners) listener();
  }

  function remove(inquiryId: string): void {
    drop("answer", inquiryId);
    drop("note", inquiryId);
  }

  function drop(kind: keyof DraftValues, inquiryId: string): void {
    const key = keyOf(kind, inquiryId);
    const isThere = unsaved.has(key) || get(key) !== undefined;
    unsaved.delete(key);
    attempt(() => storage?.removeItem(key));
    if (isThere) changed();
  }

  return {
    read<Kind extends keyof DraftValues>(kind: Kind, inquiryId: string): DraftValues[Kind] | undefined {
      const key = keyOf(kind, inquiryId);
      // Only `keep` writes them; anything else is not a draft.
      const value = inForm(unsaved.get(key) ?? parsed(get(key))?.value);
      return isDraft(kind, value) ? value : undefined;
    },
    keep<Kind extends keyof DraftValues>(kind: Kind, inquiryId: string, value: DraftValues[Kind]): void {
      const key = keyOf(kind, inquiryId);
      const isNew = get(key) === undefined;
      const isKept = attempt(() => {
        storage?.setItem(key, JSON.stringify({ at: now(), value }));
        return storage !== undefined;
      });
      if (isKept === true) unsaved.delete(key);
      else unsaved.set(key, value);
      if (!isNew) return;
      eraseDrafts(() => true, storage, now);
      changed();
    },
    /** When it was last saved, if it survives the page. */
    savedAt(kind: keyof DraftValues, inquiryId: string): number | undefined {
      const key = keyOf(kind, inquiryId);
      return unsaved.has(key) ? undefined : parsed(get(key))?.at;
    },
    drop,
    /** Erases the drafts of an inquiry that is gone. */
    remove,
    /** The ids of all inquiries with a draft in this browser: the same array until one comes or goes. */
    inquiryIds(): readonly string[] {
      const keys = [...keysIn(storage), ...unsaved.keys()].filter((key) => key.startsWith(ofMember));
      ids ??= [...new Set(keys.map((key) => key.slice(key.lastIndexOf("/") + 1)))];
      return ids;
    },
    /** Calls `listener` when a draft comes or goes, in another tab too. Returns the end of it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      addEventListener("storage", changed);
      return () => {
        listeners.delete(listener);
        removeEventListener("storage", changed);
      };
    },
  };
}

/** Erases all drafts except those of `stays`, the expired ones, and the oldest beyond the limit. */
export function eraseDrafts(
  stays: (key: string) => boolean = () => false,
  storage = browserStorage(),
  now = Date.now,
): void {
  const oldest = now() - keptFor;
  const known = keysIn(storage).map((key) => ({ key, at: parsed(attempt(() => storage?.getItem(key)))?.at ?? 0 }));
  const kept = known
    .filter(({ key, at }) => stays(key) && at > oldest)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, maxKept);
  const keys = new Set(kept.map(({ key }) => key));
  for (const { key } of known) if (!keys.has(key)) attempt(() => storage?.removeItem(key));
}

/** Erases other members' drafts in this browser, and expired ones. */
export function eraseDraftsOfOthers(memberId: string): void {
  eraseDrafts((key) => key.startsWith(`${prefix}${memberId}/`));
}

export function eraseOldDrafts(): void {
  eraseDrafts(() => true);
}

function keysIn(storage: Storage | undefined): string[] {
  const count = attempt(() => storage?.length) ?? 0;
  return Array.from({ length: count }, (_, index) => attempt(() => storage?.key(index)) ?? "").filter((key) =>
    key.startsWith(prefix),
  );
}

function browserStorage(): Storage | undefined {
  return attempt(() => localStorage);
}

/** Some browsers throw on any access, and all have a quota. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function parsed(text: string | null | undefined): { at: number; value: unknown } | undefined {
  const found: unknown = attempt(() => JSON.parse(text ?? "null") as unknown);
  if (typeof found !== "object" || found === null || !("at" in found) || !("value" in found)) return undefined;
  return typeof found.at === "number" ? { at: found.at, value: found.value } : undefined;
}

/** Version 0.2.0 has kept notes as their text alone. */
const inForm = (value: unknown) => (typeof value === "string" ? { text: value } : value);

function isDraft<Kind extends keyof DraftValues>(kind: Kind, value: unknown): value is DraftValues[Kind] {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map(Object.entries(value));
  const isSeen = ["undefined", "string"].includes(typeof fields.get("seenUntil"));
  const parts = kind === "note" ? ["text"] : ["text", "filled", "before"];
  return isSeen && parts.every((field) => typeof fields.get(field) === "string");
}
