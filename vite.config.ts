import { defineConfig } from "vite";

/**
 * What some public pages share beyond the entry, which holds what most of them do, as few files. None of it is the team's; the
 * pages themselves stay out, since the manifest names the file of each.
 */
const sharedByPages = [
  {
    name: "channels",
    test: /\/src\/(web\/(components\/(all-hidden|channel-|copy-button|fetch-document|home-channels|live-channels|spinner|use-now|use-taken-over|value-text)|content\/(app-links|home-cards|opening)\.)|domain\/(app-link|channel|channel-files|channel-link|hours)\.)/,
  },
  {
    name: "forms",
    test: /\/src\/(web\/(components\/(continue-in-whatsapp|hidden-fields|inquiry-|modal|privacy-hint|reference|text-field|use-message-form)|content\/(channels|inquiry)\.|pages\/contact\/inquiry-form|verify-api)|domain\/(inquiry|reference)\.)/,
  },
  { name: "contact-cards", test: /\/src\/web\/components\/(community|quick-contact)\./ },
  // CommonJS: beside code that needs the entry anyway, it needs no file for the bundler's own helpers, which visitors would load.
  { name: "admin-area", test: /\/(src\/web\/pages\/admin\/admin-area|node_modules\/(bind-event-listener|raf-schd))/ },
  { name: "legal", test: /\/src\/web\/(content\/helplines|pages\/legal-text)\./ },
];

/** Two builds, made by scripts/build.js: what browsers download, and the server with the pages that it renders. */
export default defineConfig(({ mode }) => ({
  appType: "custom",
  // The environment is the server's business (src/server/config.ts): nothing of a .env file may end up in a bundle.
  envDir: false,
  publicDir: "src/web/public",
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    // For the styles in the pages as well, which the server's build inlines. These are the first browsers with cascade
    // layers, without which the styles mean nothing: nesting is flattened for them.
    cssTarget: ["chrome99", "edge99", "firefox97", "safari15.4"],
    cssMinify: true,
  },
  environments: {
    client: {
      build: {
        manifest: true,
        minify: mode === "production",
        // Old Android phones still get new versions of Chrome; those that do not stand at about this age.
        target: ["es2020", "chrome87", "edge88", "firefox78", "safari14"],
        modulePreload: { polyfill: false },
        // Files stay files: a data: URL would need a hole in the Content Security Policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: "src/web/entry-client.tsx",
          // React Router marks itself "use client", which means nothing here.
          onwarn: (warning, warn) => (warning.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : warn(warning)),
          // Without these, each part that two pages share becomes a file of a few hundred bytes.
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: sharedByPages } },
        },
      },
    },
    ssr: {
      build: {
        ssr: true,
        target: "node24",
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: "src/server/main.ts",
            demo: "src/server/demo.ts",
            "admin-cli": "src/server/admin-cli.ts",
            "audit-cli": "src/server/audit-cli.ts",
          },
          output: { chunkFileNames: "[name]-[hash].js" },
        },
      },
    },
  },
}));
