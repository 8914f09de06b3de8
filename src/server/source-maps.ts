import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Loaded source maps by file URL; null if there is none. */
const maps = new Map<string, SourceMap | null>();

/**
 * Rewrites a stack to source positions where a map lies beside the built file. Node's `--enable-source-maps` reads
 * every map at each start, which takes a quarter of it.
 */
export function inSources(stack: string): string {
  return stack.replace(
    /(file:\/\/\/[^\s()]+\.js):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
      if (origin === undefined || !("fileName" in origin)) return place;
      return `${fileURLToPath(new URL(origin.fileName, file))}:${origin.lineNumber}:${origin.columnNumber}`;
    },
  );
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    map = read(`${file}.map`);
    maps.set(file, map);
  }
  return map;
}

function read(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(file), "utf8")));
  } catch {
    // The position in the built file is more useful than an error about its map.
    return null;
  }
}
