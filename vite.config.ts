import http from "node:http";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { build, defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import { checkedEntry, programs, serverCommands } from "./scripts/checked-entry.js";
import { inlineCopy, readDictionary } from "./scripts/inline-copy.js";
import {
  defaultLanguage,
  isTeamLanguage,
  type Language,
  languageCodes,
  languages,
  localeOf,
  teamLanguageOf,
} from "./src/domain/languages.ts";
import { block as blocks } from "./src/languages/compiled/facts/block.ts";

/**
 * The files that visitors download beside the entry, by the folder of the page that needs a module first. They are few,
 * since each stands with its integrity in every public page, and hashes do not compress. A page in another folder
 * becomes a file of its own, with what it alone needs.
 */
const visitorsFiles = new Map([
  ["home", "channels"],
  ["contact", "forms"],
  ["inquiry", "forms"],
  ["legal", "pages"],
  ["report", "pages"],
  ["verify", "pages"],
  ["errors", "pages"],
]);

/** Stands for `trunk-zero.ts` in links: visitors get numbers in their usual form, which has no such zero. */
const noTrunkZero = "\0no-trunk-zero";

/** The shared file of a module, in the order above; null if no visitor's page needs it, or the entry has it. */
function visitorsFileOf(id: string, context: ModuleGraph): string | null {
  if (id === noTrunkZero) return "channels";
  if (!/\/src\/.*\.tsx?(\?|$)/.test(id)) return null;
  const needing = reachedFrom(id, context);
  if ([...needing].some((file) => file.endsWith("/entry-client.tsx"))) return null;
  // These modules are used by the parts `input` of brands alone, which visitors do not download.
  if (/\/brands\/(?:pasted|trunk-zero)\.ts$/.test(id)) return null;
  // Visitors' parts and the team's share them, and both have this file.
  if (/\/(ui\/files\/attachment-list|domain\/file-size|copy\/locale\/moment)\.tsx?$/.test(id)) return "forms";
  const folders = [...needing].map((file) => /\/public\/(\w+)\/[\w-]+-page\.tsx$/.exec(file)?.[1]);
  // A file of its own, so that other pages are without its styles.
  if (id.endsWith("/home-page.tsx")) return null;
  return [...visitorsFiles].find(([folder]) => folders.includes(folder))?.[1] ?? null;
}

/**
 * Returns the file of modules that visitors download only when they need them in a form, but for the offline queue: one
 * file, since its hash is in every public page.
 */
function formToolsFileOf(id: string, context: ModuleGraph): string | null {
  const needing = [...reachedFrom(id, context)];
  const isTool = needing.some((file) => /\/(solve-work|file-tools|upload)\.ts$/.test(file));
  return isTool && !needing.some((file) => /\/(entry-client\.|.*-page\.)tsx$/.test(file)) ? "form-tools" : null;
}

/** The module, and all that import it, directly or not, other than on demand. */
function reachedFrom(id: string, context: ModuleGraph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const importer of context.getModuleInfo(id)?.importers ?? []) reachedFrom(importer, context, seen);
  return seen;
}

/** The module, and all that it imports, directly or not, other than on demand. */
function reachedBy(id: string, context: ModuleGraph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reachedBy(imported, context, seen);
  return seen;
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[]; importedIds: readonly string[] } | null;
}

/**
 * Returns the file of modules that only the team's pages need and several share: the kit's parts, small parts of the
 * admin area, and CommonJS, which beside code that needs the entry anyway needs no file for the bundler's own helpers.
 */
function teamsFileOf(id: string, context: ModuleGraph): string | null {
  const isShared = /\/(src\/web\/(admin\/(shell|forms)\/|ui\/)|node_modules\/(bind-event-listener|raf-schd))/.test(id);
  const isForAll = [...reachedFrom(id, context)].some((file) => /\/(entry-client\.|public\/.*-page\.)tsx$/.test(file));
  return isShared && !isForAll ? "admin-area" : null;
}

/** Whether the serving program always loads a module. */
function isAtStart(id: string, context: ModuleGraph): boolean {
  return [...reachedFrom(id, context)].some((file) => /\/src\/server\/main\.ts$|\/public\/.*-page\.tsx$/.test(file));
}

/** The build's environment for each language: what browsers download. Their names have no hyphen. */
const browsers = new Map<string, Language>(
  languageCodes.map((language) => [
    language === defaultLanguage ? "client" : `client_${language.replaceAll("-", "_")}`,
    language,
  ]),
);

/** Whether a module is the team's pages, in the build of a language that they do not have. */
const isWithoutTeam = (language: Language, id: string) =>
  !isTeamLanguage(language) && id.endsWith("/app/team-pages.tsx");

/** `src/server/http/build-manifest.ts` reads these. */
function buildFile(environment: string, file: string): string {
  const language = browsers.get(environment);
  return language === defaultLanguage ? `.vite/${file}` : `.vite/${language}-${file}`;
}

const isForServer = ({ name }: { name: string }) => name === "server" || name === "ssr";

const isForBrowsers = ({ name }: { name: string }) => browsers.has(name);

/** Texts of one language, in place of the dictionaries. */
function textsOfOneLanguage(): Plugin {
  const folder = join(import.meta.dirname, "src/copy");
  type Dictionaries = Record<"copy" | "teamCopy", ReturnType<typeof readDictionary>>;
  const dictionaries = new Map<Language, Dictionaries>();
  return {
    name: "texts-of-one-language",
    enforce: "pre",
    applyToEnvironment: isForBrowsers,
    load(id) {
      const language = browsers.get(this.environment.name) ?? defaultLanguage;
      if (isWithoutTeam(language, id)) return "export {};";
      if (id === join(folder, "current.ts")) return "export const copy = undefined; export const teamCopy = undefined;";
      if (id !== join(folder, "locale/language.ts")) return undefined;
      const { tag, legal } = languages[language];
      return [
        `export const block = () => ${blocks[language]}; export const legalLanguage = () => ${JSON.stringify(legal)};`,
        `export const language = "${language}"; export const tag = () => "${tag}";`,
        `export const locale = () => "${localeOf(tag)}";`,
      ].join("\n");
    },
    transform: {
      filter: { code: "#copy/current.ts" },
      handler(code, id) {
        const language = browsers.get(this.environment.name) ?? defaultLanguage;
        let texts = dictionaries.get(language);
        if (texts === undefined) {
          texts = {
            copy: readDictionary(join(import.meta.dirname, `src/languages/compiled/${language}.ts`)),
            teamCopy: readDictionary(
              join(import.meta.dirname, `src/languages/compiled/team/${teamLanguageOf(language)}.ts`),
            ),
          };
          dictionaries.set(language, texts);
        }
        return inlineCopy(id, code, texts);
      },
    },
  };
}

/** `:lang(en)` in styles stands for all languages in Latin letters: lines are higher in India's scripts. */
function latinLetters(): Plugin {
  const latin = languageCodes.filter((code) => blocks[code] < 0).map((code) => `:lang(${code})`);
  return {
    name: "latin-letters",
    enforce: "pre",
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler: (code) => ({
        code: code.replaceAll(
          /(:not\()?:lang\(en\)/g,
          (_, not) => (not ?? ":is(") + latin.join(",") + (not ? "" : ")"),
        ),
        // Styles are built without one.
        map: { mappings: "" },
      }),
    },
  };
}

/**
 * Writes into which file each page went: one that shares its file with others is not in Vite's manifest. With it stand
 * the styles of a visitors' page: those that it imports itself, since its file may need more for other pages.
 */
function pageFiles(): Plugin {
  return {
    name: "page-files",
    applyToEnvironment: isForBrowsers,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const stylesOf = (page: string) => {
        const reached = reachedBy(page, this);
        const used = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(".css") && reached.has(id)));
        return used.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      };
      const files = chunks.flatMap(({ moduleIds, fileName }) =>
        moduleIds
          .filter((id) => /\/src\/web\/(public|admin)\/.*-page\.tsx$/.test(id))
          .map((id) => [
            basename(id, ".tsx"),
            { file: fileName, ...(id.includes("/public/") && { styles: stylesOf(id) }) },
          ]),
      );
      this.emitFile({
        type: "asset",
        fileName: buildFile(this.environment.name, "pages.json"),
        source: JSON.stringify(Object.fromEntries(files), null, 2),
      });
    },
  };
}

/**
 * The file of a channel type holds three parts: for visitors, for the team's form, for the server. A bundler puts all
 * of a file into one chunk. So each module that reads one part of the registry gets its own copy of the registry, in
 * which the namespace of each file has only that part. Without this, browsers would load more, and nothing else would
 * change.
 */
function partsOfBrands(): Plugin {
  const folder = join(import.meta.dirname, "src/domain/brands");
  const parts: Record<string, string> = { "brands.ts": "brand", "brand-inputs.ts": "input", "brand-rules.ts": "rules" };
  return {
    name: "parts-of-brands",
    enforce: "pre",
    applyToEnvironment: isForBrowsers,
    resolveId(id, importer = "") {
      if (id.endsWith("&whole")) return id;
      if (id === "./trunk-zero.ts" && /\/(?:open-page|phone)\.ts(?:\?|$)/.test(importer)) return noTrunkZero;
      if (dirname(importer) !== folder) return undefined;
      const part = id === "./registry.ts" ? parts[basename(importer)] : /\/registry\.ts\?(\w+)$/.exec(importer)?.[1];
      return part && `${join(folder, id)}?${part}`;
    },
    load(id) {
      if (id === noTrunkZero) return "export const withoutTrunkZero = (digits) => digits;";
      const part = dirname(id) === folder ? /(?<!\/registry)\.ts\?(\w+)$/.exec(id)?.[1] : undefined;
      return part && `export { ${part} } from ${JSON.stringify(`${id}&whole`)};`;
    },
    // An object takes fewer bytes than a namespace.
    transform(code, id) {
      if (id.endsWith(".ts?brand&whole")) {
        // The server gives visitors no channel with such a name. Facebook's tell its two kinds of profiles apart.
        const used = id.includes("/facebook.ts") ? code : code.replace(/^ +reserved,$/m, "");
        // The words of other languages are in their catalogues. The import of channels knows the English label.
        const isEnglish = browsers.get(this.environment.name) === defaultLanguage;
        return isEnglish ? used : used.replaceAll(/^(?: {2}(?:action|place)| {4}label): ".*",$/gm, "");
      }
      const part = /\/registry\.ts\?(\w+)$/.exec(id)?.[1];
      const asObject = `import { ${part} as $1_ } from $2; const $1 = { ${part}: $1_ };`;
      return part && code.replaceAll(/import \* as (\w+) from ("[^"]+");/g, asObject);
    },
  };
}

/**
 * Old Android phones still get new versions of Chrome; those that do not stand at about this age. Chrome 80 to 90 also
 * have `?.`, but for a rare fault in it, it would be rewritten for them.
 */
const visitorsBrowsers = ["es2020", "chrome91", "edge91", "firefox78", "safari14"];

/**
 * `import text from "./script.ts?script"`: a script with all that it imports, as text. It shares no file with the pages
 * of the app, so that it costs their visitors nothing.
 */
export function scriptTexts(): Plugin {
  return {
    name: "script-texts",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith("?script")) return undefined;
      const output = await build({
        configFile: false,
        envDir: false,
        publicDir: false,
        logLevel: "warn",
        plugins: [partsOfBrands()],
        build: {
          write: false,
          target: visitorsBrowsers,
          rolldownOptions: { input: id.slice(0, -"?script".length), output: { format: "iife" } },
        },
      });
      const chunk = [output].flat().flatMap((built) => ("output" in built ? built.output : []))[0];
      if (chunk?.type !== "chunk") throw new Error(`${id} is not a script`);
      return `export default ${JSON.stringify(chunk.code.trim().replaceAll("</script", String.raw`<\/script`))};`;
    },
  };
}

/**
 * An import statement reads every export of a built-in module. Three of node:http's make Node load its whole fetch,
 * which takes a tenth of the start and is not needed for it.
 */
function httpWithoutFetch(): Plugin {
  const virtual = "\0node:http";
  const names = Object.keys(http).filter((name) => !["CloseEvent", "MessageEvent", "WebSocket"].includes(name));
  return {
    name: "http-without-fetch",
    enforce: "pre",
    applyToEnvironment: isForServer,
    resolveId: (id, _importer, { kind }) =>
      kind === "import-statement" && /^(node:)?http$/.test(id) ? virtual : undefined,
    load: (id) =>
      id === virtual
        ? 'const http = process.getBuiltinModule("node:http"); export default http; export const { ' +
          `${names.join(", ")} } = http;`
        : undefined,
  };
}

/**
 * Node keeps the code that it reads for as long as it runs. Fastify imports JSON Schema compilers, which
 * `src/server/http/zod-schemas.ts` replaces, and two kinds of server besides the one of
 * `src/server/http/admission/http-server.ts`. `react-dom/server` imports both of its renderers; pages need the one
 * without streams.
 */
function withoutUnused(): Plugin {
  const unused = /^@fastify\/(ajv-compiler|fast-json-stringify-compiler)$/;
  const otherServers = /^node:(https|http2)$/;
  return {
    name: "without-unused",
    enforce: "pre",
    applyToEnvironment: isForServer,
    resolveId: (id, importer = "") => {
      if (id === "react-dom/server") return join(reactDom, "cjs/react-dom-server-legacy.node.production.js");
      const isOtherServer = otherServers.test(id) && importer.endsWith("/fastify/lib/server.js");
      return unused.test(id) || isOtherServer ? "\0unused" : undefined;
    },
    load: (id) => (id === "\0unused" ? "export {};" : undefined),
  };
}

/** Ends the build of the serving program if a plugin has changed no file of it, as after a file was renamed. */
function mustChange(plugin: string) {
  let isDone = false;
  return {
    done: () => void (isDone = true),
    /** Runs at the end of a build. */
    check: (environment: string, failure: Error | undefined) => {
      if (failure === undefined && environment === "server" && !isDone)
        throw new Error(`no file was there to change: see ${plugin}`);
    },
  };
}

/**
 * Makes each group of a dictionary (`copy.home`) at its first use: a start needs few of the texts, in one language, and
 * making all of them takes time and memory.
 */
function lazyTexts(): Plugin {
  const keep =
    "const keep = (of, name, value) => { Object.defineProperty(of, name, { value, enumerable: true }); return value; };";
  const { done, check } = mustChange("lazyTexts");
  return {
    name: "lazy-texts",
    enforce: "pre",
    applyToEnvironment: isForServer,
    buildEnd(failure) {
      check(this.environment.name, failure);
    },
    transform: {
      filter: { id: /\/languages\/compiled\/(team\/)?[\w-]+\.ts$/ },
      handler(code, id) {
        if (id.endsWith("/compiled/dictionaries.ts")) return undefined;
        let lazy = code;
        for (const { key, value } of readDictionary(id, code).root["properties"].toReversed()) {
          if (value.type !== "ObjectExpression") continue;
          const name = code.slice(key.start, key.end);
          const group = code.slice(value.start, value.end);
          const getter = `get ${name}() { return keep(this, ${JSON.stringify(key.name ?? key.value)}, ${group}); }`;
          lazy = lazy.slice(0, key.start) + getter + lazy.slice(value.end);
          done();
        }
        // The texts have no places that a stack would name.
        return { code: `${lazy}\n${keep}`, map: { mappings: "" } };
      },
    },
  };
}

/**
 * The router compiles a function for each part of an address, from text: a third of the time that all routes take at a
 * start. The engine's own comparison gives the same result.
 */
function routerWithoutCompiling(): Plugin {
  const compiled = /return new Function\('path', 'i', .*/;
  const { done, check } = mustChange("routerWithoutCompiling");
  return {
    name: "router-without-compiling",
    applyToEnvironment: isForServer,
    buildEnd(failure) {
      check(this.environment.name, failure);
    },
    transform: {
      filter: { id: /\/find-my-way\/lib\/node\.js$/ },
      handler(code) {
        if (!compiled.test(code)) throw new Error("find-my-way has changed: see routerWithoutCompiling");
        done();
        return { code: code.replace(compiled, "return (path, i) => path.startsWith(prefix, i)"), map: null };
      },
    },
  };
}

/**
 * Puts letters beyond ASCII in `String.raw` into strings of their own, whose letters the bundler can escape: Node keeps
 * the text of a file in twice the memory where there is one.
 */
function asciiInRaw(): Plugin {
  type Node = { type: string; start: number; end: number; [key: string]: unknown };
  const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
  /** The texts of the templates within a node, last ones first. */
  const rawTexts = (node: Node, code: string): Node[] => {
    const own = node["tag"] as Node | undefined;
    const isRaw = node.type === "TaggedTemplateExpression" && code.slice(own?.start, own?.end) === "String.raw";
    const texts = isRaw ? (node["quasi"] as { quasis: Node[] }).quasis : [];
    const inner = Object.values(node).flat().filter(isNode);
    return [...texts, ...inner.flatMap((each) => rawTexts(each, code))];
  };
  return {
    name: "ascii-in-raw",
    applyToEnvironment: isForServer,
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /String\.raw`/ },
      handler(code) {
        let ascii = code;
        for (const { start, end } of rawTexts(this.parse(code) as unknown as Node, code).toSorted(
          (a, b) => b.start - a.start,
        )) {
          const text = code.slice(start, end).replaceAll(/(\\?)([^\0-\x7f]+)/g, (_all, before, letters: string) => {
            if (before !== "") throw new Error(`String.raw has \\${letters}, which asciiInRaw cannot write otherwise`);
            return `\${${JSON.stringify(letters)}}`;
          });
          ascii = ascii.slice(0, start) + text + ascii.slice(end);
        }
        return { code: ascii, map: null };
      },
    },
  };
}

const programFile = (name: string) => `${name}-program.js`;

/** Puts a file before each program that people run, which says in one line which Node it needs. */
function checkedPrograms(): Plugin {
  return {
    name: "checked-programs",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle() {
      for (const name of programs.keys())
        this.emitFile({ type: "asset", fileName: `${name}.js`, source: checkedEntry(programFile(name), name) });
    },
  };
}

const { resolve } = createRequire(import.meta.url);

const reactDom = dirname(resolve("react-dom/package.json"));

/**
 * React's files are CommonJS, of which a bundler keeps all. As ES modules, what no page uses is left out: 2 KB of a
 * visit (docs/decisions/0066). `react/jsx-runtime` stays as it is: it has no such part, and keeps the bundler's own
 * helpers in the entry, which would be a file of their own otherwise.
 */
function reactAsModules(): Plugin {
  const file = /\/cjs\/(react|react-dom|react-dom-client|scheduler)\.production\.js$/;
  return {
    name: "react-as-modules",
    enforce: "pre",
    applyToEnvironment: isForBrowsers,
    resolveId(id) {
      const name = /^(react|react-dom|scheduler)(?:\/client)?$/.exec(id)?.[1];
      if (name === undefined) return undefined;
      return join(dirname(resolve(`${name}/package.json`)), `cjs/${id.replace("/", "-")}.production.js`);
    },
    transform(code, id) {
      if (!file.test(id)) return undefined;
      const names = new Set([...code.matchAll(/\bexports\.(\w+)/g)].map(([, name = ""]) => name));
      // A variable that is assigned more than once cannot be a constant.
      const variables = [...names].filter((name) => code.split(`exports.${name} =`).length > 2);
      const body = code
        // Visitors do not download what only React's developer tools call.
        .replaceAll(/"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__|(?<=\(|^ +)injectedHook(?= &&)/gm, "false")
        // Nothing reads the components around an error, which React collects by calling them once more.
        .replaceAll("stack: getStackByFiberInDevAndProd(source)", 'stack: ""')
        .replaceAll(/^var (\s*\w+ = require\("[^"]+"\)[,;])+/gm, (statement) =>
          statement.replaceAll(/(?:var)?\s*(\w+) = require\(("[^"]+")\)[,;]/g, "import * as $1 from $2;"),
        )
        .replaceAll(/^exports\.(\w+) =/gm, (start, name: string) =>
          variables.includes(name) ? start : `const exported_${name} =`,
        )
        .replaceAll(/\bexports\.(\w+)/g, "exported_$1");
      const list = [...names].map((name) => `exported_${name} as ${name}`);
      return `${variables.map((name) => `let exported_${name};`).join("")}\n${body}\nexport { ${list.join(", ")} };`;
    },
  };
}

/**
 * Replaces Vite's loader of the files that an imported page needs, while its own is on its way. Vite's also knows
 * relative bases, nonces and events, none of which is used here: 350 bytes of a visit.
 */
function shortPreload(): Plugin {
  const preload = `const loads = {};
    export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => (loads[file] ||= new Promise(
      (resolve, reject) => {
        const isStyle = file.endsWith(".css");
        const href = "/" + file;
        const link = document.createElement("link");
        if (document.querySelector(\`link[href="\${href}"]\`)) return resolve();
        Object.assign(link, { rel: isStyle ? "stylesheet" : "modulepreload", crossOrigin: "", onload: resolve, href });
        // A page without its styles is not shown; a script that fails to load fails again at its import.
        link.onerror = isStyle ? reject : resolve;
        document.head.append(link);
        if (!isStyle) resolve();
      },
    )))).then(load);`;
  return {
    name: "short-preload",
    enforce: "pre",
    applyToEnvironment: isForBrowsers,
    load: (id) => (id === "\0vite/preload-helper.js" ? preload : undefined),
  };
}

/**
 * React's libraries mark themselves "use client", which means nothing here, and `react-dom` asks for two parts of its
 * scheduler that exist in tests alone.
 */
const onwarn = (warning: { code?: string; message?: string }, warn: (warning: never) => void) => {
  const isForTests = warning.code === "IMPORT_IS_UNDEFINED" && /scheduler\.production\.js/.test(warning.message ?? "");
  if (warning.code !== "MODULE_LEVEL_DIRECTIVE" && !isForTests) warn(warning as never);
};

/** Builds the files that browsers download, for one language. */
function forBrowsers(name: string, mode: string): EnvironmentOptions {
  const language = browsers.get(name) ?? defaultLanguage;
  return {
    consumer: "client",
    build: {
      manifest: buildFile(name, "manifest.json"),
      minify: mode === "production",
      target: visitorsBrowsers,
      modulePreload: {
        polyfill: false,
        // Visitors download the list of what each import needs. The team's documents name their own scripts.
        resolveDependencies: (file, needed) =>
          file.includes("/team-pages-") ? needed.filter((path) => path.endsWith(".css")) : needed,
      },
      // Files stay files: a data: URL would need a hole in the Content Security Policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: "src/web/app/entry-client.tsx",
        onwarn,
        // Groups keep each part that two pages share from becoming a file of a few hundred bytes.
        output: {
          // Their integrity tells files apart as well; each character here is in every page, and does not compress.
          // With more than 64 chunks, a hash needs 7.
          entryFileNames: "assets/[name]-[hash:6].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
          assetFileNames: "assets/[name]-[hash:6][extname]",
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // An empty file of its own would have its hash in every page.
              {
                debugName: "visitors",
                name: (id, context) => (isWithoutTeam(language, id) ? "pages" : visitorsFileOf(id, context)),
              },
              { debugName: "form tools", name: formToolsFileOf },
              { debugName: "team", name: teamsFileOf },
            ],
          },
        },
      },
    },
  };
}

/**
 * Groups what the serving program always loads in three files: it imports the pages while `main.ts` waits, so one file
 * of both would wait for itself.
 */
const atStart = Object.entries({ libraries: "/node_modules/", pages: "/src/web/", server: "" }).map(([file, part]) => ({
  debugName: `${file} at start`,
  // `main.ts` waits for files that it loads later, such as that of PostgreSQL: they must not wait for its file.
  name: (id: string, context: ModuleGraph) =>
    id.includes(part) && !id.endsWith("/src/server/main.ts") && isAtStart(id, context) ? file : null,
}));

/**
 * Programs of the server. The serving one is a build of its own, so that what it always loads is in few files: each
 * more costs a start a millisecond or two.
 */
function forServer(mode: string, input: Record<string, string>): EnvironmentOptions {
  return {
    consumer: "server",
    // One file of all that it imports is read and compiled in half the time of a thousand.
    // Native programs stay outside: `scripts/build.js` puts those beside the built files.
    resolve: mode === "production" ? { noExternal: true, external: ["sharp"] } : {},
    // Each of React's libraries holds itself twice, and picks at the start.
    ...(mode === "production" && { define: { "process.env.NODE_ENV": '"production"' } }),
    build: {
      ssr: true,
      target: "node24",
      sourcemap: true,
      copyPublicDir: false,
      emptyOutDir: false,
      rolldownOptions: {
        onwarn,
        input,
        output: {
          // They are for places in stacks (src/server/source-maps.ts), which need no sources.
          sourcemapExcludeSources: true,
          // Node keeps the text of what it runs, in twice the memory where one letter is beyond ASCII.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          comments: false,
          entryFileNames: ({ name }) => (programs.has(name) ? programFile(name) : `${name}.js`),
          // The libraries' are named by all that need them.
          chunkFileNames: ({ name }) => `${name.split("~")[0]}-[hash].js`,
          codeSplitting: {
            groups: [
              // Pages are imported on demand only in browsers, those of the team at the first request for one of them.
              ...(input["main"] === undefined ? [] : atStart),
              // Each other entry, and each part that is imported later, loads only the libraries that it needs.
              { name: "libraries", test: /\/node_modules\//, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
              // Leaves out what they import: the start needs some of that, and would load their file for it.
              { name: "team-pages", test: /\/src\/web\//, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  };
}

/** The builds that scripts/build.js makes: what browsers download, and the server with the pages that it renders. */
export default defineConfig(({ mode }) => ({
  appType: "custom",
  plugins: [
    pageFiles(),
    textsOfOneLanguage(),
    latinLetters(),
    partsOfBrands(),
    scriptTexts(),
    httpWithoutFetch(),
    checkedPrograms(),
    ...(mode === "production"
      ? [withoutUnused(), lazyTexts(), asciiInRaw(), routerWithoutCompiling(), reactAsModules(), shortPreload()]
      : []),
  ],
  // The environment is the server's business (src/server/config.ts): nothing of a .env file may end up in a bundle.
  envDir: false,
  publicDir: "src/web/static",
  // Its `Features.LightDark`: nothing uses `light-dark()`, and what stands in for it has bytes in every page.
  css: { lightningcss: { exclude: 1_048_576 } },
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    // The target also holds for the styles in the pages, which the server's build inlines. These are the first browsers
    // with cascade layers, without which the styles mean nothing: nesting is flattened for them.
    cssTarget: ["chrome99", "edge99", "firefox97", "safari15.4"],
    cssMinify: true,
  },
  environments: {
    ...Object.fromEntries([...browsers.keys()].map((name) => [name, forBrowsers(name, mode)])),
    server: forServer(mode, { main: "src/server/entry.ts" }),
    ssr: forServer(mode, {
      demo: "src/server/demo/demo.ts",
      ...Object.fromEntries([...serverCommands.values()].map((name) => [name, `src/server/cli/${name}.ts`])),
      "scheduler-process": "src/server/backup/scheduler-process.ts",
      "input-process": "src/server/untrusted-input/input-process.ts",
      "query-thread-worker": "src/server/query-thread/query-thread-worker.ts",
      "erasing-thread-worker": "src/server/erasing-thread/erasing-thread-worker.ts",
    }),
  },
}));
