import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createBuilder } from "vite";
import type { CreateRenderer } from "#server/start.ts";

const root = resolve(import.meta.dirname, "..");

/** The renderer of the pages, built as that within the server is, which exports nothing. */
export async function buildRenderer(): Promise<CreateRenderer> {
  const outDir = await mkdtemp(join(tmpdir(), "front-desk-renderer-"));
  try {
    const builder = await createBuilder({
      root,
      mode: "production",
      configLoader: "native",
      logLevel: "error",
      environments: { ssr: { build: { ssr: "src/web/entry-server.tsx", outDir, emptyOutDir: true } } },
    });
    const { ssr } = builder.environments;
    if (ssr === undefined) throw new Error("the build has no part for the server");
    await builder.build(ssr);
    const { createRenderer } = (await import(join(outDir, "entry-server.js"))) as { createRenderer: CreateRenderer };
    return createRenderer;
  } finally {
    await rm(outDir, { recursive: true });
  }
}
