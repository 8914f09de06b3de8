import { spawn, spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { missingProgram, provideProgram } from "../../scripts/programs/debian.js";

/** One system call of the traced server, in order of return. */
export interface Call {
  name: string;
  /** Arguments as strace prints them: quoted hexadecimal strings, and descriptors with their paths. */
  args: string[];
  /** The return value; `-1` for an error. */
  result: number;
  /** The number of its line, and of the line where it began. */
  line: number;
  begunAt: number;
}

const calls =
  "openat,open,write,pwrite64,pwritev,writev,ftruncate,fsync,fdatasync,unlink,unlinkat," +
  "rename,renameat,renameat2,link,linkat,mkdir,sendto,sendmsg";

/** The path of strace. @throws Error if it is not available */
export function findStrace(): string {
  const path = provideProgram("strace");
  if (path === undefined) throw new Error(missingProgram("strace"));
  return path;
}

/** Returns why tracing does not work on this machine, or undefined. Some systems do not allow it. */
export function straceProblem(): string | undefined {
  const path = provideProgram("strace");
  if (path === undefined) return missingProgram("strace");
  const sleeping = spawn("sleep", ["60"], { stdio: "ignore" });
  try {
    const own = spawnSync(path, ["-o", "/dev/null", "true"], { timeout: 10_000 });
    const other = spawnSync(path, ["-o", "/dev/null", "-p", String(sleeping.pid)], { timeout: 1000, encoding: "utf8" });
    if (own.status === 0 && other.stderr.includes("attached")) return undefined;
    return `strace may trace nothing here: ${String(own.stderr)}${other.stderr}`.trim();
  } finally {
    sleeping.kill("SIGKILL");
  }
}

/** The command that records a server's writes, syncs and responses in `file`, with all bytes. */
export function recording(file: string, more: readonly string[] = []): string[] {
  const every = ["-f", "-y", "-xx", "-qq", "-s", "16000000", "-e", "signal=none", "-e", `trace=${calls}`];
  return [findStrace(), ...every, ...more, "-o", file];
}

/** Parses strace's output; joins the parts of a call that another thread interrupted. */
export async function* readCalls(file: string): AsyncGenerator<Call> {
  const begun = new Map<string, { text: string; line: number }>();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    const space = text.indexOf(" ");
    const thread = text.slice(0, space);
    let rest = text.slice(space).trimStart();
    let begunAt = line;
    if (rest.endsWith(" <unfinished ...>")) {
      begun.set(thread, { text: rest.slice(0, -" <unfinished ...>".length), line });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest);
    if (resumed !== null) {
      const start = begun.get(thread);
      if (start === undefined) continue;
      rest = start.text + rest.slice(resumed[0].length);
      begunAt = start.line;
      begun.delete(thread);
    }
    const call = parse(rest);
    if (call !== undefined) yield { ...call, line, begunAt };
  }
}

function parse(text: string): { name: string; args: string[]; result: number } | undefined {
  const open = text.indexOf("(");
  const equals = text.lastIndexOf(" = ");
  if (open === -1 || equals === -1) return undefined;
  const close = text.lastIndexOf(")", equals);
  const args = split(text.slice(open + 1, close));
  return { name: text.slice(0, open), args, result: Number.parseInt(text.slice(equals + 3), 10) };
}

/** Splits at commas outside quotes and brackets; quoted text is hexadecimal and has no comma. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // 34 is ": skips to the closing one.
    if (code === 34) at = text.indexOf('"', at + 1);
    else if (code === 91 || code === 123) depth += 1;
    else if (code === 93 || code === 125) depth -= 1;
    else if (code === 44 && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (start < text.length) parts.push(text.slice(start).trim());
  return parts;
}

/** The bytes of a quoted string, or of all strings in a list of buffers. */
export function bytesOf(arg: string): Buffer {
  const parts = [...arg.matchAll(/"([^"]*)"/g)].map(([, hex = ""]) => Buffer.from(hex.replaceAll("\\x", ""), "hex"));
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** A descriptor's number and target, such as a path or `socket:[1]`. */
export function descriptorOf(arg: string): { fd: number; place: string } {
  const [, fd = "-1", hex = ""] = /^(-?\d+|AT_FDCWD)(?:<([^>]*)>)?/.exec(arg) ?? [];
  return { fd: Number(fd), place: Buffer.from(hex.replaceAll("\\x", ""), "hex").toString() };
}
