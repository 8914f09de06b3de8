/** Files as they were sent; `problem` if they were not read to their end. */
export interface SentFiles {
  files: readonly Buffer[];
  /** The sender's names for the files, in the same order. */
  names?: readonly string[];
  problem?: "too many" | "too large";
}

export const noFiles: SentFiles = { files: [] };

export const bytesOf = ({ files }: SentFiles): number => files.reduce((sum, { length }) => sum + length, 0);
