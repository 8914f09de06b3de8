import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Assets } from "#contract/page.ts";

/** Vite's build manifest (https://vite.dev/guide/backend-integration). */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    isDynamicEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

type Manifest = z.output<typeof manifestSchema>;

/** Reads what the client build made. @throws where it is missing or not a manifest. */
export function readAssets(clientDir: string): Assets {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(clientDir, ".vite/manifest.json"), "utf8")));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error("the client build has no entry");
  const loadedFirst = reach(manifest, entry);
  const pages: Assets["pages"] = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    if (chunk.isDynamicEntry !== true) continue;
    const needed = [...reach(manifest, source)].filter((key) => !loadedFirst.has(key));
    pages[source] = {
      scripts: needed.map((key) => path(manifest[key]?.file)),
      styles: needed.flatMap((key) => manifest[key]?.css ?? []).map(path),
    };
  }
  return { entry: path(manifest[entry]?.file), pages };
}

/** A chunk and all that it imports, statically. */
function reach(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) reach(manifest, next, seen);
  return seen;
}

function path(file: string | undefined): string {
  return `/${file ?? ""}`;
}
