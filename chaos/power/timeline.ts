import { relative } from "node:path";
import { bytesOf, type Call, descriptorOf, readCalls } from "../lib/strace.ts";

/** An event of the files of a folder, or a promise, in one order. `file` identifies a file across renames. */
export type Event =
  | { kind: "write"; file: number; at: number; data: Buffer }
  | { kind: "truncate"; file: number; size: number }
  /** Everything written to the file before the event `since` is on disk from here on. */
  | { kind: "sync"; file: number; since: number }
  /** The sync failed: what was written before may be on disk or not, and no later sync writes it. */
  | { kind: "failed sync"; file: number; since: number }
  | { kind: "name"; name: string; file: number | null }
  | { kind: "rename"; from: string; to: string }
  /** A new folder, which counts as a name in the one above it. */
  | { kind: "folder"; name: string }
  /** The names in this folder are on disk from here on; "" is the data folder. */
  | { kind: "sync names"; folder: string; since: number }
  | { kind: "answered"; reference: string };

/** Files that need not survive a power cut: SQLite rebuilds the index of the log. */
const passing = /-shm$/;
/** Matches the files beside the store, with their folders. */
const beside = /^files\/[\da-f]{2}\/[\da-f]{32}$/;
const folders = /^(files(\/[\da-f]{2})?)?$/;

/**
 * Reads the traces of servers that ran one after the other on the folder `dataDir`, which was empty before. `lives` has
 * the index of each server's first event.
 */
export async function readTimeline(
  traces: readonly string[],
  dataDir: string,
): Promise<{ events: Event[]; lives: number[] }> {
  const events: Event[] = [];
  const names = new Map<string, number>();
  let files = 0;

  const lives: number[] = [];
  for (const trace of traces) {
    lives.push(events.length);
    const opened = new Map<number, { file: number; at: number }>();
    const begunAt: Array<{ line: number; events: number }> = [];
    /** The number of events before the call of this line began. */
    const eventsAt = (line: number) => begunAt.findLast((seen) => seen.line < line)?.events ?? events.length;
    for await (const call of readCalls(trace)) {
      take(call, opened, eventsAt);
      begunAt.push({ line: call.line, events: events.length });
      if (begunAt.length > 64) begunAt.shift();
    }
  }
  return { events, lives };

  function ours(path: string): string | undefined {
    const name = relative(dataDir, path);
    if (folders.test(name) || passing.test(name)) return undefined;
    return beside.test(name) || /^(?!\.\.)[^/]+$/.test(name) ? name : undefined;
  }

  function ourFolder(path: string): string | undefined {
    const name = relative(dataDir, path);
    return folders.test(name) ? name : undefined;
  }

  function take(call: Call, opened: Map<number, { file: number; at: number }>, eventsAt: (line: number) => number) {
    const { name, args, result } = call;
    const [first = "", second = "", third = ""] = args;
    switch (name) {
      case "openat":
      case "open": {
        const [path, flags] =
          name === "openat" ? [bytesOf(second).toString(), third] : [bytesOf(first).toString(), second];
        const short = ours(path);
        if (short === undefined || result < 0) return;
        let file = names.get(short);
        if (file === undefined) {
          files += 1;
          file = files;
          names.set(short, file);
          events.push({ kind: "name", name: short, file });
        } else if (flags.includes("O_TRUNC")) events.push({ kind: "truncate", file, size: 0 });
        opened.set(result, { file, at: 0 });
        return;
      }
      case "write":
      case "writev":
      case "sendto":
      case "sendmsg": {
        const { fd, place } = descriptorOf(first);
        if (result < 0) return;
        if (place.startsWith("socket:")) {
          for (const reference of answersIn(bytesOf(second).toString("latin1")))
            events.push({ kind: "answered", reference });
          return;
        }
        const open = opened.get(fd);
        if (open === undefined || ours(place) === undefined) return;
        events.push({ kind: "write", file: open.file, at: open.at, data: bytesOf(second).subarray(0, result) });
        open.at += result;
        return;
      }
      case "pwrite64": {
        const { fd, place } = descriptorOf(first);
        const open = opened.get(fd);
        if (open === undefined || ours(place) === undefined || result < 0) return;
        events.push({ kind: "write", file: open.file, at: Number(args[3]), data: bytesOf(second).subarray(0, result) });
        return;
      }
      case "ftruncate": {
        const { fd, place } = descriptorOf(first);
        const open = opened.get(fd);
        if (open !== undefined && ours(place) !== undefined && result === 0) {
          events.push({ kind: "truncate", file: open.file, size: Number(second) });
        }
        return;
      }
      case "fsync":
      case "fdatasync": {
        const { fd, place } = descriptorOf(first);
        const since = eventsAt(call.begunAt);
        const folder = ourFolder(place);
        if (folder !== undefined && result === 0) events.push({ kind: "sync names", folder, since });
        const open = opened.get(fd);
        if (open === undefined || ours(place.replace(/ \(deleted\)$/, "")) === undefined) return;
        events.push({ kind: result === 0 ? "sync" : "failed sync", file: open.file, since });
        return;
      }
      case "unlink":
      case "unlinkat": {
        const short = ours(bytesOf(name === "unlink" ? first : second).toString());
        if (short === undefined || result !== 0) return;
        names.delete(short);
        events.push({ kind: "name", name: short, file: null });
        return;
      }
      case "mkdir": {
        const folder = ourFolder(bytesOf(first).toString());
        if (folder !== undefined && folder !== "" && result === 0) events.push({ kind: "folder", name: folder });
        return;
      }
      case "rename":
      case "link": {
        const from = ours(bytesOf(first).toString());
        const next = ours(bytesOf(second).toString());
        if (from === undefined || next === undefined || result !== 0) return;
        const file = names.get(from);
        if (file === undefined) return;
        names.set(next, file);
        if (name === "link") events.push({ kind: "name", name: next, file });
        else {
          names.delete(from);
          events.push({ kind: "rename", from, to: next });
        }
        return;
      }
      case "renameat":
      case "renameat2":
      case "linkat":
      case "pwritev":
        // Fails if the server ever begins to make calls that this does not model.
        if (
          args.some((arg) => bytesOf(arg).toString().startsWith(dataDir)) ||
          ours(descriptorOf(first).place) !== undefined
        ) {
          throw new Error(`the model knows nothing of ${name}`);
        }
        return;
      default:
    }
  }
}

/** The references in a server's output, as 201 responses have them. */
function answersIn(sent: string): string[] {
  if (!sent.includes('"reference":"')) return [];
  return [...sent.matchAll(/"reference":"([^"]+)"/g)].map(([, reference = ""]) => reference);
}
