import { randomBytes } from "node:crypto";

/** Contents of files, outside of the database, under random names. */
export interface FileStore {
  /** Resolves once the content is synced. @throws StoreUnavailableError, having kept nothing of it */
  write(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** The content piece by piece, from a byte on. @throws the system's error, StoreUnavailableError */
  read(name: string, start?: number): AsyncIterable<Buffer>;
  /** Removes files, also those that are gone already. @throws the system's error */
  remove(names: readonly string[]): Promise<void>;
  /** The bytes that are free where the files are. */
  free(): Promise<number>;
  /** Everything that is there, in batches, whether the database names it or not. */
  list(): AsyncIterable<ListedFile[]>;
  /** Whether files may be removed: a copy of the store, which names the same files, may be another's. */
  isHeld(): Promise<boolean>;
  /**
   * Whether a file, which is `age` milliseconds old or as old as its place says, may be removed: one that is older than
   * this database's use of the place may be another's, too.
   */
  isOurs(name: string, age?: number): Promise<boolean>;
  /** Whether all programs that may have to read new files can do so: until then, contents stay in the database. */
  isOpen(): Promise<boolean>;
}

export interface WrittenFile {
  name: string;
  /** Hash of the content, made by `contentHash`. */
  hash: string;
  bytes: number;
}

export interface ListedFile {
  name: string;
  /** Milliseconds since it was written, by the clock of its place; NaN if that is not known. */
  age: () => Promise<number>;
}

/** A place that says in itself whose files it has: programs that share a store could name the wrong one. */
export interface MarkedFiles extends Omit<FileStore, "isHeld" | "isOurs" | "isOpen"> {
  /** Name of the place in texts. */
  readonly label: string;
  /** Likewise, under this name if one is given. */
  write(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, name?: string): Promise<WrittenFile>;
  readMark(): Promise<string | null>;
  writeMark(text: string): Promise<void>;
  /** Milliseconds since a file was written, by the clock of the place; NaN if it is gone. */
  ageOf(name: string): Promise<number>;
}

export const fileNameShape = /^[\da-f]{32}$/;

export const newFileName = (): string => randomBytes(16).toString("hex");

/** Start of the names of files that only check the place: a check that was killed leaves one until the next sweep. */
export const checkNameStart = "0".repeat(16);

export const newCheckName = (): string => checkNameStart + randomBytes(8).toString("hex");

/** Names come from the database, which other programs can write. @throws Error */
export function requireName(name: string): string {
  if (!fileNameShape.test(name)) throw new Error("a name of a stored file is none of ours");
  return name;
}
