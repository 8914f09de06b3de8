import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createBuilder } from "vite";
import type { CreateRenderer } from "#server/start.ts";

const root = resolve(import.meta.dirname, "..");

/** Builds only the pages into a folder, the same as in the server's build, where they are in one file. */
export async function buildPages(outDir: string): Promise<void> {
  const groups = [{ name: "pages", test: /\/src\/web\//, priority: 1 }];
  const rolldownOptions = { output: { codeSplitting: { groups } } };
  const builder = await createBuilder({
    root,
    mode: "production",
    configLoader: "native",
    logLevel: "error",
    environments: {
      ssr: { build: { ssr: "src/web/app/entry-server.tsx", outDir, emptyOutDir: true, rolldownOptions } },
    },
  });
  const { ssr } = builder.environments;
  if (ssr === undefined) throw new Error("vite.config.ts has no build for the server");
  await builder.build(ssr);
}

/** Loads the renderer from a folder of `buildPages`. */
export async function loadRenderer(folder: string): Promise<CreateRenderer> {
  const built = (await import(join(folder, "entry-server.js"))) as { createRenderer: CreateRenderer };
  return built.createRenderer;
}

/** Builds the page renderer and loads it into this process. */
export async function buildRenderer(): Promise<CreateRenderer> {
  const folder = await mkdtemp(join(tmpdir(), "front-desk-renderer-"));
  try {
    await buildPages(folder);
    return await loadRenderer(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
