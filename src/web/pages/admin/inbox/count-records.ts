const [quote, lineEnd] = [0x22, 0x0a];

/**
 * Counts the records of a file while its parts come: each is given to the function, which answers how many have ended so far.
 * In CSV a line may end inside quotes (RFC 4180); in JSON Lines a quote means nothing.
 */
export function recordCounter(format: "csv" | "jsonl"): (part: Uint8Array) => number {
  // The first record of a CSV file names its columns.
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
