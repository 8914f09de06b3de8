/** Builds the pages by themselves, just as the server's build has them: `node build-renderer.ts <folder>`. */
import { createBuilder } from "vite";

const builder = await createBuilder({
  mode: "production",
  configLoader: "native",
  logLevel: "warn",
  environments: {
    ssr: {
      build: {
        outDir: process.argv[2] ?? "",
        sourcemap: false,
        // A text replaces the entries of the configuration, where a list would add to them.
        rolldownOptions: { input: "src/web/entry-server.tsx" },
      },
    },
  },
});
const { ssr } = builder.environments;
if (ssr === undefined) throw new Error("vite.config.ts has no build for the server");
await builder.build(ssr);
