import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "vite";
import { noFindings, type Scanner } from "../scanner.ts";
import { scannerPackages, notInstalled } from "../programs.ts";

/** The part of https://makenowjust-labs.github.io/recheck/ that we use. */
interface Recheck {
  check(source: string, flags: string, options: object): Promise<Diagnostics>;
}
interface Diagnostics {
  status: "safe" | "vulnerable" | "unknown";
  complexity?: { summary: string };
  error?: { kind: string };
}

export interface Expression {
  at: string;
  source: string;
  flags: string;
}

const root = join(import.meta.dirname, "../..");

/**
 * Every regular expression under `dir`, literal or built from a string; one built from anything else has no `source`.
 */
export function expressionsIn(dir: string): Array<Expression | { at: string }> {
  const files = globSync("**/*.{ts,tsx}", { cwd: dir }).filter((file) => !/\.test\.tsx?$|testing/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(dir, file), "utf8");
    const found: Array<Expression | { at: string }> = [];
    walk(parseSync(file, text).program, (node) => {
      const at = `${file}:${text.slice(0, Number(node["start"])).split("\n").length}`;
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (node["type"] === "Literal" && regex) found.push({ at, source: regex.pattern, flags: regex.flags });
      const { callee } = node as { callee?: { name?: string } };
      if (callee?.name !== "RegExp") return;
      const [pattern, flags] = (node as { arguments: Array<{ type: string; value?: unknown; regex?: object }> })
        .arguments;
      if (pattern?.regex !== undefined) return;
      const isPlain = typeof pattern?.value === "string" && (flags === undefined || typeof flags.value === "string");
      found.push(
        isPlain
          ? { at, source: String(pattern.value), flags: typeof flags?.value === "string" ? flags.value : "" }
          : { at },
      );
    });
    return found;
  });
}

/** Adds the expressions that a file builds from its constants, captured while the file loads. */
async function whole(dir: string, expressions: ReturnType<typeof expressionsIn>): Promise<typeof expressions> {
  const unknown = expressions.filter((expression) => !("source" in expression));
  const caught: Expression[] = [];
  const real = globalThis.RegExp;
  const files = new Set(unknown.map(({ at }) => at.split(":")[0] ?? ""));
  const withFound = new Set<string>();
  for (const file of files) {
    globalThis.RegExp = new Proxy(real, {
      construct(target, args: [string, string?], newTarget) {
        if (typeof args[0] === "string") {
          caught.push({ at: file, source: args[0], flags: args[1] ?? "" });
          withFound.add(file);
        }
        // `new` returns an object.
        return Reflect.construct(target, args, newTarget) as object;
      },
    });
    try {
      // A unique query, so that a loaded file loads again.
      await import(`${pathToFileURL(join(dir, file)).href}?recheck=${Date.now()}`);
    } finally {
      globalThis.RegExp = real;
    }
  }
  const known = expressions.filter((one) => "source" in one || !withFound.has(one.at.split(":")[0] ?? ""));
  return [...known, ...caught];
}

function walk(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const part of node) walk(part, see);
  else if (typeof node === "object" && node !== null) {
    // Syntax tree nodes are plain objects.
    const object = node as Record<string, unknown>;
    if (typeof object["type"] === "string") see(object);
    for (const part of Object.values(object)) walk(part, see);
  }
}

/** Checks whether any text makes an expression take more than polynomial, or long polynomial, time. */
export function recheckOver(dir: string): Scanner {
  return {
    name: "recheck",
    async run() {
      const version = scannerPackages.versionOf("recheck");
      if (version === undefined) return notInstalled("recheck");
      // The backend that needs neither Java nor a native binary.
      process.env["RECHECK_BACKEND"] = "pure";
      const scanner = scannerPackages.load("recheck") as Recheck;
      const expressions = expressionsIn(dir);
      const findings: string[] = [];
      const seen = new Map<string, string[]>();
      for (const expression of await whole(dir, expressions)) {
        if (!("source" in expression)) {
          findings.push(`${expression.at}: made of something that only a call of it knows`);
          continue;
        }
        const key = `/${expression.source}/${expression.flags}`;
        seen.set(key, [...(seen.get(key) ?? []), expression.at]);
      }
      for (const [key, places] of seen) {
        const end = key.lastIndexOf("/");
        const said = await scanner.check(key.slice(1, end), key.slice(end + 1).replace("v", "u"), { timeout: 60_000 });
        if (said.status === "safe") continue;
        findings.push(
          `${places.join(", ")}: ${key} ${said.status} ${said.complexity?.summary ?? said.error?.kind ?? ""}`,
        );
      }
      return noFindings(version, `${expressions.length} expressions in ${relative(root, dir) || dir}`, findings);
    },
  };
}

export const recheck = recheckOver(join(root, "src"));
