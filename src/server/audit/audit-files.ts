import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { AuditedChange } from "#contract/audit.ts";
import { brandOf } from "#domain/brands/brands.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";
import type { ExportedEntry } from "./audit-log.ts";

interface AuditFile {
  name: "csv" | "jsonl";
  type: string;
  start: string;
  record: (entry: ExportedEntry) => string;
}

const columns = ["Number", "Time", "Kind", "By", "By id", "Details", "Before", "After"];

/** The formats of an export. */
export const auditFiles: readonly AuditFile[] = [
  {
    name: "csv",
    type: "text/csv",
    start: csvStart + csvRecord(columns),
    record: toCsv,
  },
  {
    name: "jsonl",
    type: "application/x-ndjson",
    start: "",
    record: (entry) => `${JSON.stringify(entry)}\n`,
  },
];

/** Streams a file, part by part as they are read. */
export function writeFile({ start, record }: AuditFile, parts: AsyncIterable<ExportedEntry[]>): Readable {
  async function* write() {
    yield start;
    for await (const part of parts) {
      yield part.map(record).join("");
      // Lets other requests run between two batches.
      await setImmediate();
    }
  }
  return Readable.from(write(), { objectMode: false });
}

function toCsv(entry: ExportedEntry): string {
  if ("unreadable" in entry) return csvRecord([String(entry.number), "", "unreadable", "", "", "", "", ""]);
  const { number, at, kind, by, about, change } = entry;
  const details = Object.entries(about).map(
    ([name, fact]) => `${name}: ${Array.isArray(fact) ? fact.join(" ") : fact}`,
  );
  return csvRecord([
    String(number),
    at,
    kind,
    by?.email ?? "",
    by?.id ?? "",
    details.join("\n"),
    listed(change?.before),
    listed(change?.after),
  ]);
}

/** Channels, one a line. */
function listed(channels: AuditedChange["before"] = []): string {
  return channels.map(({ type, value }) => `${brandOf(type).label} ${value}`).join("\n");
}
