const [quote, lineEnd] = [0x22, 0x0a];

/**
 * Counts the complete records of a file, chunk by chunk: the returned function takes a chunk and returns the count so
 * far. In CSV a line may end inside quotes (RFC 4180); in JSON Lines quotes do not matter.
 */
export function recordCounter(format: "csv" | "jsonl"): (part: Uint8Array) => number {
  // The first record of a CSV file is its header.
  let records = format === "csv" ? -1 : 0;
  let isQuoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === quote && format === "csv") isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) records += 1;
    }
    return Math.max(0, records);
  };
}
