import { dirname } from "node:path";
import type { Event } from "./timeline.ts";

type Change = { index: number; isLimbo: boolean } & (
  | { kind: "write"; at: number; data: Buffer }
  | { kind: "truncate"; size: number }
);

interface File {
  kept: Content;
  /**
   * Changes that may or may not be on disk, in the order they were made. Once one of them is in limbo, later synced
   * ones stay here, too.
   */
  pending: Array<Change & { isSynced?: boolean }>;
}

type NameChange = { index: number } & (
  | { kind: "name"; name: string; file: number | null | "folder" }
  | { kind: "rename"; from: string; to: string }
);

/**
 * A disk that gives programs the promised guarantees, and no more (fsync(2), POSIX). Synced data is there. Of the rest,
 * each sector of each write may be there or not, independently of order. The same holds for a file's length and, until
 * the folder is synced, for each change of a name. A sector is written whole or not at all, and changes no byte that
 * was not written (SQLite's "powersafe overwrite", https://sqlite.org/psow.html).
 */
export function createDisk() {
  const files = new Map<number, File>();
  let names: Names = new Map();
  let pendingNames: NameChange[] = [];
  let index = 0;

  function fileOf(number: number): File {
    const file = files.get(number) ?? { kept: { bytes: Buffer.alloc(0), length: 0 }, pending: [] };
    files.set(number, file);
    return file;
  }

  return {
    /** Applies the next event of the timeline. */
    take(event: Event): void {
      switch (event.kind) {
        case "write":
          fileOf(event.file).pending.push({ kind: "write", at: event.at, data: event.data, index, isLimbo: false });
          break;
        case "truncate":
          fileOf(event.file).pending.push({ kind: "truncate", size: event.size, index, isLimbo: false });
          break;
        case "sync": {
          const file = fileOf(event.file);
          for (const change of file.pending) if (!change.isLimbo && change.index < event.since) change.isSynced = true;
          // Changes are taken from the front, so that one in limbo stays below those synced after it.
          while (file.pending[0]?.isSynced === true) {
            const change = file.pending.shift();
            if (change !== undefined) apply(file.kept, change);
          }
          break;
        }
        case "failed sync":
          for (const change of fileOf(event.file).pending)
            if (change.index < event.since && change.isSynced !== true) change.isLimbo = true;
          break;
        case "name":
          pendingNames.push({ kind: "name", name: event.name, file: event.file, index });
          break;
        case "folder":
          pendingNames.push({ kind: "name", name: event.name, file: "folder", index });
          break;
        case "rename":
          pendingNames.push({ kind: "rename", from: event.from, to: event.to, index });
          break;
        case "sync names": {
          const isDone = (change: NameChange) => change.index < event.since && folderOf(change) === event.folder;
          const done = pendingNames.filter(isDone);
          pendingNames = pendingNames.filter((change) => !isDone(change));
          for (const change of done) names = named(names, change);
          break;
        }
        case "answered":
      }
      index += 1;
    },

    /** The files as a power cut may leave them now. */
    cut(random: () => number): Map<string, Buffer> {
      // The share of the pending changes that reached the disk: none, little, much or all.
      const share = [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] ?? 0.5;
      const sector = random() < 0.5 ? 512 : 4096;
      const isShuffled = random() < 0.5;
      let present = names;
      for (const change of pendingNames) if (random() < share) present = named(present, change);
      const contents = new Map<string, Buffer>();
      const isReached = (name: string): boolean => {
        const folder = folderOf({ name });
        return folder === "" || (present.has(folder) && isReached(folder));
      };
      for (const [name, number] of present) {
        if (number === "folder" || !isReached(name)) continue;
        const file = fileOf(number);
        contents.set(name, torn(file, { share, sector, isShuffled, random }));
      }
      return contents;
    },
  };
}

/** The folder whose names this changes; files are renamed within one. */
const folderOf = (change: { name: string } | { to: string }): string => {
  const folder = dirname("name" in change ? change.name : change.to);
  return folder === "." ? "" : folder;
};

type Names = Map<string, number | "folder">;

function named(names: Names, change: NameChange): Names {
  const next = new Map(names);
  if (change.kind === "name") {
    if (change.file === null) next.delete(change.name);
    else next.set(change.name, change.file);
    return next;
  }
  const file = next.get(change.from);
  if (file !== undefined) next.set(change.to, file);
  next.delete(change.from);
  return next;
}

/** The bytes of a file, with room to grow: each commit makes it longer. */
interface Content {
  bytes: Buffer;
  length: number;
}

function apply(content: Content, change: Change): void {
  if (change.kind === "truncate") {
    reserve(content, change.size);
    content.bytes.fill(0, change.size, content.length);
    content.length = change.size;
  } else {
    const end = change.at + change.data.length;
    reserve(content, end);
    change.data.copy(content.bytes, change.at);
    content.length = Math.max(content.length, end);
  }
}

function reserve(content: Content, size: number): void {
  if (size <= content.bytes.length) return;
  const bytes = Buffer.alloc(Math.max(size, 2 * content.bytes.length));
  content.bytes.copy(bytes, 0, 0, content.length);
  content.bytes = bytes;
}

function torn(
  { kept, pending }: File,
  options: { share: number; sector: number; isShuffled: boolean; random: () => number },
): Buffer {
  const { share, sector, isShuffled, random } = options;
  const content = { bytes: Buffer.from(kept.bytes), length: kept.length };
  let loose: Change[] = [];
  const flush = () => {
    if (isShuffled) shuffle(loose, random);
    for (const change of loose) apply(content, change);
    loose = [];
  };
  for (const change of pending) {
    if (change.isSynced === true) {
      // Writes under way before it are older, wherever they have got to.
      flush();
      apply(content, change);
    } else if (change.kind === "truncate") {
      if (random() < share) loose.push(change);
    } else {
      for (let at = 0; at < change.data.length;) {
        const place = change.at + at;
        const length = Math.min(sector - (place % sector), change.data.length - at);
        if (random() < share) loose.push({ ...change, at: place, data: change.data.subarray(at, at + length) });
        at += length;
      }
    }
  }
  flush();
  return content.bytes.subarray(0, content.length);
}

function shuffle(list: unknown[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
}
