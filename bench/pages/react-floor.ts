import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import viteConfig from "../../vite.config.ts";

/** The size of React alone in bytes of brotli, built like the site. */
export async function measureReactFloor(): Promise<number> {
  const { target, minify } = viteConfig({ mode: "production", command: "build" }).environments?.["client"]?.build ?? {};
  if (target === undefined || minify === undefined)
    throw new Error("vite.config.ts does not say how browsers' files are built");
  const built = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    mode: "production",
    logLevel: "error",
    build: {
      write: false,
      target,
      minify,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, "react-alone.ts") },
    },
  });
  if (!("output" in built)) throw new Error("Vite was asked for one build and made another thing");
  const scripts = built.output.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return scripts.reduce((sum, script) => sum + brotliCompressSync(script, quality).length, 0);
}
