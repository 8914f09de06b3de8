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
export type DraftKind = keyof DraftValues;

/** State of a draft in another tab or on another device; without a value it was sent or discarded. */
export interface OtherDraft {
  version: number;
  value: AnswerDraft | NoteDraft | undefined;
  /** Whether the server has it. */
  isSaved: boolean;
}

/** A draft that the server has not saved yet. */
export interface PendingDraft {
  kind: DraftKind;
  inquiryId: string;
  value: AnswerDraft | NoteDraft;
  version: number;
}

interface Stored {
  at: number;
  value: unknown;
  /** The server's version that it follows; 0: none. */
  version: number;
  /** Whether the server has it, or refuses to. */
  isSaved: boolean;
}

const prefix = "front-desk-draft/";
/** Drafts that are to be discarded on the server: their ids and versions, no text. */
const endedPrefix = "front-desk-ended-draft/";
/** After which time another tab saves what this one has left behind, in milliseconds. */
const orphanAfter = 30_000;
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
  /** The text that this tab shows for a key, of those it has opened. */
  const shown = new Map<string, string | undefined>();
  const others = new Map<string, OtherDraft>();
  const revisions = new Map<string, number>();
  const own = new Set<string>();
  let onChange = () => {};
  const get = (key: string) => attempt(() => storage?.getItem(key)) ?? undefined;
  eraseDrafts((key) => key.startsWith(ofMember), storage, now);
  const listeners = new Set<() => void>();
  /** Cached until a draft comes or goes, since React needs a stable value. */
  let ids: readonly string[] | undefined;

  function changed(): void {
    ids = undefined;
    for (const listener of listeners) listener();
  }

  /** Stores a draft; returns false if the browser does not keep it. */
  function put(key: string, stored: Stored): boolean {
    const isKept = attempt(() => {
      storage?.setItem(key, JSON.stringify(stored));
      return storage !== undefined;
    });
    return isKept === true;
  }

  const storedAt = (key: string) => parsed(get(key));

  /** Shows what another tab or device has written, where this one has nothing else. */
  function follow(key: string): void {
    if (shown.has(key) && !unsaved.has(key) && textOf(storedAt(key)?.value) !== shown.get(key))
      revisions.set(key, (revisions.get(key) ?? 0) + 1);
    changed();
  }

  function end(key: string, version: number): void {
    attempt(() => storage?.setItem(endedPrefix + key, String(version)));
    onChange();
  }

  const hearStorage = ({ key }: StorageEvent) => key?.startsWith(ofMember) === true && follow(key);

  function remove(inquiryId: string): void {
    drop("answer", inquiryId);
    drop("note", inquiryId);
  }

  function drop(kind: keyof DraftValues, inquiryId: string): void {
    const key = keyOf(kind, inquiryId);
    const isThere = unsaved.has(key) || get(key) !== undefined;
    const version = storedAt(key)?.version ?? 0;
    for (const state of [unsaved, others, own]) state.delete(key);
    attempt(() => storage?.removeItem(key));
    if (shown.has(key)) shown.set(key, undefined);
    if (version > 0) end(key, version);
    if (isThere) changed();
  }

  function read<Kind extends DraftKind>(kind: Kind, inquiryId: string): DraftValues[Kind] | undefined {
    const key = keyOf(kind, inquiryId);
    return valueIn(kind, unsaved.get(key) ?? storedAt(key)?.value);
  }

  function allStored() {
    return keysIn(storage, ofMember).flatMap((key) => {
      const found = storedAt(key);
      return found === undefined ? [] : [{ key, ...placeOf(key), ...found }];
    });
  }

  return {
    read,
    /** Reads it to show it: what becomes of it elsewhere is told from then on. */
    open<Kind extends DraftKind>(kind: Kind, inquiryId: string): DraftValues[Kind] | undefined {
      const value = read(kind, inquiryId);
      shown.set(keyOf(kind, inquiryId), value?.text);
      return value;
    },
    /** Keeps it in the browser; not over another text that this tab has not shown, unless it `replaces` any. */
    keep<Kind extends DraftKind>(kind: Kind, inquiryId: string, value: DraftValues[Kind], replaces = false): void {
      const key = keyOf(kind, inquiryId);
      const before = storedAt(key);
      const there = textOf(before?.value);
      const isOther = shown.has(key) && there !== shown.get(key) && there !== value.text && !unsaved.has(key);
      if (!replaces && isOther) {
        const { version = 0, isSaved = false } = before ?? {};
        others.set(key, { version, value: valueIn(kind, before?.value), isSaved });
      }
      if (!replaces && others.has(key)) {
        unsaved.set(key, value);
        changed();
        return;
      }
      if (put(key, { at: now(), value, version: before?.version ?? 0, isSaved: false })) unsaved.delete(key);
      else unsaved.set(key, value);
      others.delete(key);
      if (shown.has(key)) shown.set(key, value.text);
      own.add(key);
      onChange();
      if (before !== undefined) return;
      eraseDrafts(() => true, storage, now);
      changed();
    },
    /** Returns the other text of a draft, if the member must choose one. */
    other: (kind: DraftKind, inquiryId: string): OtherDraft | undefined => others.get(keyOf(kind, inquiryId)),
    /** Grows when the text to show is another one. */
    revision: (kind: DraftKind, inquiryId: string): number => revisions.get(keyOf(kind, inquiryId)) ?? 0,
    /** Takes one of the two texts, which replaces the other. */
    choose(kind: DraftKind, inquiryId: string, which: "this" | "other"): void {
      const key = keyOf(kind, inquiryId);
      const other = others.get(key);
      if (other === undefined) return;
      const value = which === "this" ? read(kind, inquiryId) : other.value;
      others.delete(key);
      unsaved.delete(key);
      if (value === undefined) attempt(() => storage?.removeItem(key));
      else {
        const isSaved = which === "other" && other.isSaved;
        if (!put(key, { at: now(), value, version: other.version, isSaved })) unsaved.set(key, value);
      }
      own.add(key);
      revisions.set(key, (revisions.get(key) ?? 0) + 1);
      onChange();
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
      if (listeners.size === 0) addEventListener("storage", hearStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", hearStorage);
      };
    },
    /** Functions for `draft-sync.ts`, which saves drafts on the server. */
    sync: {
      setOnChange(listen: () => void): void {
        onChange = listen;
      },
      /** Returns the drafts that the server lacks: those of this tab, and those that other tabs have left behind. */
      pending(): PendingDraft[] {
        return allStored().flatMap(({ key, kind, inquiryId, at, value, version, isSaved }) => {
          const isMine = own.has(key) || at < now() - orphanAfter;
          const draft = valueIn(kind, value);
          if (isSaved || others.has(key) || !isMine || draft === undefined) return [];
          return [{ kind, inquiryId, value: draft, version }];
        });
      },
      known: () => allStored().map(({ kind, inquiryId, version, isSaved }) => ({ kind, inquiryId, version, isSaved })),
      ended: () =>
        keysIn(storage, endedPrefix + ofMember).map((key) => ({
          ...placeOf(key),
          version: Number(attempt(() => storage?.getItem(key)) ?? 0),
        })),
      clearEnded: (kind: DraftKind, inquiryId: string) =>
        attempt(() => storage?.removeItem(endedPrefix + keyOf(kind, inquiryId))),
      /** The server has saved it as this version; `null`: it refuses it, as too long or without its inquiry. */
      saved({ kind, inquiryId, value }: PendingDraft, version: number | null): void {
        const key = keyOf(kind, inquiryId);
        const present = storedAt(key);
        if (present === undefined) {
          // Discarded meanwhile.
          if (version !== null) end(key, version);
          return;
        }
        const isSaved = textOf(present.value) === value.text;
        put(key, { ...present, version: version ?? present.version, isSaved });
        if (isSaved) own.delete(key);
      },
      /** The server has another one, or, after a version, none any more. */
      meet(pending: PendingDraft, other: Omit<OtherDraft, "isSaved">): void {
        const key = keyOf(pending.kind, pending.inquiryId);
        const present = storedAt(key);
        if (present === undefined) return;
        const [mine = "", theirs = ""] = [textOf(present.value), other.value?.text];
        if (other.value !== undefined && mine.includes(theirs.trim())) {
          put(key, { ...present, version: other.version, isSaved: mine === theirs });
          return;
        }
        others.set(key, { ...other, isSaved: true });
        changed();
      },
      /** Takes over a draft of the server, written elsewhere. */
      receive(kind: DraftKind, inquiryId: string, value: AnswerDraft | NoteDraft, version: number, at: number): void {
        const key = keyOf(kind, inquiryId);
        const present = storedAt(key);
        const isEnded = (attempt(() => storage?.getItem(endedPrefix + key)) ?? null) !== null;
        if (present?.isSaved === false || unsaved.has(key) || isEnded) return;
        put(key, { at, value, version, isSaved: true });
        follow(key);
      },
      /** Ends a draft that was sent or discarded elsewhere. */
      endedElsewhere(kind: DraftKind, inquiryId: string): void {
        const key = keyOf(kind, inquiryId);
        attempt(() => storage?.removeItem(key));
        follow(key);
      },
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
  for (const key of keysIn(storage, endedPrefix))
    if (!stays(key.slice(endedPrefix.length))) attempt(() => storage?.removeItem(key));
}

/** Erases other members' drafts in this browser, and expired ones. */
export function eraseDraftsOfOthers(memberId: string): void {
  eraseDrafts((key) => key.startsWith(`${prefix}${memberId}/`));
}

export function eraseOldDrafts(): void {
  eraseDrafts(() => true);
}

function keysIn(storage: Storage | undefined, start = prefix): string[] {
  const count = attempt(() => storage?.length) ?? 0;
  return Array.from({ length: count }, (_, index) => attempt(() => storage?.key(index)) ?? "").filter((key) =>
    key.startsWith(start),
  );
}

function browserStorage(): Storage | undefined {
  return attempt(() => localStorage);
}

/** Runs an access to the storage; undefined if it fails: some browsers throw on any access, and all have a quota. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function parsed(text: string | null | undefined): Stored | undefined {
  const found: unknown = attempt(() => JSON.parse(text ?? "null") as unknown);
  if (typeof found !== "object" || found === null || !("at" in found) || !("value" in found)) return undefined;
  const { version = 0, isSaved = false } = found as Partial<Stored>;
  if (typeof found.at !== "number") return undefined;
  return { at: found.at, value: found.value, version: Number(version) || 0, isSaved };
}

/** The kind and the inquiry at the end of a key. */
function placeOf(key: string): { kind: DraftKind; inquiryId: string } {
  const [kind, inquiryId = ""] = key.split("/").slice(-2);
  return { kind: kind === "note" ? kind : "answer", inquiryId };
}

function textOf(value: unknown): string | undefined {
  return valueIn("note", value)?.text;
}

function valueIn<Kind extends DraftKind>(kind: Kind, value: unknown): DraftValues[Kind] | undefined {
  const found = inForm(value);
  // Drafts are written by `keep` alone; anything else is not a draft.
  return isDraft(kind, found) ? found : undefined;
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
