import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Assets, BuiltFile, StyleFile } from "#contract/page.ts";
import { defaultLanguage, type Language, languageCodes } from "#domain/languages.ts";

/** Vite's build manifest (https://vite.dev/guide/backend-integration). */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

/** Maps each page to its file; written by `pageFiles` in vite.config.ts. */
const pagesSchema = z.record(z.string(), z.object({ file: z.string(), styles: z.array(z.string()).optional() }));

type Manifest = z.output<typeof manifestSchema>;

/** The build's output for `readAllAssets`: each file once, and elsewhere its place in the list. */
interface WrittenAssets {
  files: BuiltFile[];
  languages: Record<
    Language,
    { entry: number; pages: Record<string, Record<keyof Assets["pages"][string], number[]>> }
  >;
}

const writtenName = "assets.json";

/** Writes what the server needs to know of the client builds. Reading and hashing each file would delay every start. */
export function writeAllAssets(clientDir: string): void {
  const places = new Map<string, number>();
  const files: BuiltFile[] = [];
  const placeOf = (file: BuiltFile) => {
    const place = places.get(file.path) ?? files.push(file) - 1;
    places.set(file.path, place);
    return place;
  };
  const all = languageCodes.map((language) => {
    const { entry, pages } = readAssets(clientDir, language);
    const written = Object.entries(pages).map(([page, { scripts, styles, later }]) => {
      return [page, { scripts: scripts.map(placeOf), styles: styles.map(placeOf), later: later.map(placeOf) }] as const;
    });
    return [language, { entry: placeOf(entry), pages: Object.fromEntries(written) }] as const;
  });
  const text = JSON.stringify({ files, languages: Object.fromEntries(all) });
  writeFileSync(join(clientDir, ".vite", writtenName), text);
}

/** Reads what `writeAllAssets` wrote. @throws if it is missing */
export function readAllAssets(clientDir: string): Record<Language, Assets> {
  // The file is of the same build as this program: its form needs no check.
  const { files, languages } = readJson(clientDir, writtenName) as WrittenAssets;
  const at = (places: readonly number[]) => places.map((place) => files[place] as BuiltFile);
  const all = Object.entries(languages).map(([language, { entry, pages }]): [string, Assets] => {
    const read = Object.entries(pages).map(([page, { scripts, styles, later }]): [string, Assets["pages"][string]] => [
      page,
      { scripts: at(scripts), styles: at(styles) as StyleFile[], later: at(later) },
    ]);
    return [language, { entry: files[entry] as BuiltFile, pages: Object.fromEntries(read) }];
  });
  // `fromEntries` drops the keys.
  return Object.fromEntries(all) as Record<Language, Assets>;
}

/** Reads the client build's manifest of a language. @throws if it is missing or invalid */
export function readAssets(clientDir: string, language: Language = defaultLanguage): Assets {
  const prefix = language === defaultLanguage ? "" : `${language}-`;
  const manifest = manifestSchema.parse(readJson(clientDir, `${prefix}manifest.json`));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error("the client build has no entry");
  const loadedFirst = reach(manifest, [entry]);
  const chunkOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const described = new Map<string, BuiltFile>();
  function describe(file: string): BuiltFile {
    const known = described.get(file) ?? builtFile(clientDir, file);
    described.set(file, known);
    return known;
  }
  const built = (key: string) => describe(manifest[key]?.file ?? "");

  const files = pagesSchema.parse(readJson(clientDir, `${prefix}pages.json`));
  const isPage = (key: string) => Object.values(files).some(({ file }) => file === manifest[key]?.file);
  const importedLater = manifest[entry]?.dynamicImports ?? [];
  // The table of the team's pages, and for each page the table through which the entry gets it.
  const isTable = (key: string) => manifest[key]?.dynamicImports.some(isPage) === true;
  const tablesOf = (chunk: string) =>
    importedLater.filter((key) => isTable(key) && manifest[key]?.dynamicImports.includes(chunk));
  // The entry's dynamic imports that are neither: any page may need them.
  const besides = importedLater.filter((key) => !isPage(key) && !isTable(key));

  const pages: Assets["pages"] = {};
  for (const [page, { file, styles }] of Object.entries(files)) {
    const chunk = chunkOf.get(file);
    if (chunk === undefined) throw new Error(`the client build has no ${file}`);
    const needed = [...reach(manifest, [chunk, ...tablesOf(chunk)])].filter((key) => !loadedFirst.has(key));
    const imported = reach(manifest, [...needed.flatMap((key) => manifest[key]?.dynamicImports ?? []), ...besides]);
    pages[page] = {
      scripts: needed.map(built),
      styles: lastOfEach(needed.flatMap((key) => manifest[key]?.css ?? []))
        .filter((css) => styles === undefined || styles.includes(css))
        .map((css) => ({ ...describe(css), text: readFileSync(join(clientDir, css), "utf8").trim() })),
      later: [...imported].filter((key) => !loadedFirst.has(key) && !needed.includes(key)).map(built),
    };
  }
  return { entry: built(entry), pages };
}

/** Files without repetitions. Of styles that are there twice, the last ones win. */
const lastOfEach = (files: readonly string[]) => [...new Set(files.toReversed())].toReversed();

function readJson(clientDir: string, name: string): unknown {
  return JSON.parse(readFileSync(join(clientDir, ".vite", name), "utf8"));
}

/** The chunks and all their static imports. */
function reach(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    reach(manifest, manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

function builtFile(clientDir: string, file: string): BuiltFile {
  const hash = createHash("sha256").update(readFileSync(join(clientDir, file)));
  return { path: `/${file}`, integrity: `sha256-${hash.digest("base64")}` };
}
