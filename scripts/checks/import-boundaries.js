/**
 * Import boundaries: what a file may import, by its folder. Tests and their helpers (`testing.ts`, `testing-*.ts`,
 * `testing/`) may import anything; nothing else may import those. Imports are resolved first, so aliases, relative
 * paths and a lazy `import()` count the same.
 */
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { parseSync } from "vite";

/**
 * `may` lists folders and files by path prefix, and packages by name; `node:*` is all of Node, `npm:*` every package.
 * `mayAsType` allows `import type` only.
 * @typedef {{ folder: string, may: string[], mayAsType?: string[] }} Boundary
 */

/** @typedef {{ specifier: string | undefined, asType: boolean, isLazy: boolean, line: number }} Import */

/** Visitors download each package here. */
const WEB = [
  "src/web/",
  "src/domain/",
  "src/copy/",
  "src/languages/",
  "src/contract/conversation-paths.ts",
  "src/contract/further-paths.ts",
  "src/contract/paths.ts",
  "npm:react",
  "npm:react-dom",
  "npm:altcha-lib",
];

/** The first entry whose prefix matches a path applies: exceptions come before the rule. @type {Boundary[]} */
const BOUNDARIES = [
  { folder: "src/languages/", may: ["src/languages/", "src/domain/", "src/copy/"] },
  {
    folder: "src/domain/",
    may: ["src/domain/", "src/languages/compiled/facts/"],
    mayAsType: ["src/languages/"],
  },
  { folder: "src/copy/", may: ["src/copy/", "src/domain/", "src/languages/"] },
  { folder: "src/contract/", may: ["src/contract/", "src/domain/", "src/copy/", "src/languages/", "npm:zod"] },
  ...["src/server/main.ts", "src/server/demo/demo.ts"].map((folder) => ({
    folder,
    may: [
      "src/server/",
      "src/contract/",
      "src/domain/",
      "src/copy/",
      "src/languages/",
      "src/web/app/entry-server.tsx",
      "npm:*",
      "node:*",
    ],
  })),
  { folder: "src/server/version.ts", may: ["package.json"] },
  {
    folder: "src/server/",
    may: ["src/server/", "src/contract/", "src/domain/", "src/copy/", "src/languages/", "npm:*", "node:*"],
  },
  {
    // These files are downloaded by the team alone.
    folder: "src/web/admin/",
    may: [
      ...WEB,
      "npm:@tanstack/react-query",
      "npm:@atlaskit/pragmatic-drag-and-drop",
      "npm:@simplewebauthn/browser",
      "npm:libphonenumber-js",
    ],
    mayAsType: ["src/contract/"],
  },
  { folder: "src/web/", may: WEB, mayAsType: ["src/contract/"] },
  {
    folder: "e2e/",
    may: ["e2e/", "src/domain/", "src/contract/", "src/copy/", "src/languages/", "src/web/", "npm:*", "node:*"],
    mayAsType: ["src/server/"],
  },
];

/** Boundaries within the server. `from`: the only places that may; `notFrom`: those that may not. */
const INNER_BOUNDARIES = [
  {
    to: ["npm:kysely", "npm:pg", "node:sqlite"],
    from: [
      "src/server/store/",
      "*-queries.ts",
      "src/server/open-store.ts",
      "src/server/query-thread/",
      "src/server/erasing-thread/",
    ],
    why: "SQL stays in the store and in queries",
  },
  {
    to: ["*-queries.ts", "src/server/store/open-database.ts"],
    notFrom: ["*-routes.ts", "src/server/documents/", "src/server/http/"],
    why: "routes and documents go through a service",
  },
  {
    to: ["node:child_process"],
    from: ["src/server/backup/", "src/server/untrusted-input/"],
    why: "only backups start programs, and untrusted-input a process of our own (docs/security.md)",
  },
  { to: ["npm:prom-client"], from: ["src/server/metrics/"], why: "it is loaded only where metrics are asked for" },
  { to: ["npm:@opentelemetry/*"], from: ["src/server/tracing/"], why: "it is loaded only where traces are exported" },
  {
    to: ["npm:fastify", "npm:fastify-*", "npm:@fastify/*", "src/server/http/", "*-routes.ts"],
    notFrom: [
      "src/server/store/",
      "src/server/query-thread/",
      "src/server/erasing-thread/",
      "*-queries.ts",
      "src/server/signing/",
      "src/server/audit/audit.ts",
    ],
    why: "the store knows nothing of HTTP",
  },
];

/**
 * The capabilities of the server, with the files that others may import from each: its public files. Its queries may
 * also be imported by other queries, for writes in one transaction. Files directly in `src/server` and the commands put
 * the capabilities together and may import all of it.
 * @type {Record<string, string[]>}
 */
const CAPABILITIES = {
  address: ["public-address.ts"],
  audit: ["audit.ts", "stored-facts.ts"],
  auth: ["sessions.ts", "api-tokens/api-tokens.ts", "team/owners.ts"],
  backup: ["backup-config.ts", "backup-plan.ts"],
  bell: ["bell.ts"],
  setup: [],
  channels: ["channels.ts"],
  documents: [],
  exports: [],
  imports: [],
  inbox: ["inbox.ts"],
  inquiries: [
    "inquiries.ts",
    "conversation.ts",
    "entry-proofs.ts",
    "shown-author.ts",
    "address-confirmation/address-confirmation.ts",
    "blocked-senders.ts",
    "turns.ts",
    "spam-guard/spam-guard.ts",
    "attachments/attachments.ts",
    "attachments/send-file.ts",
    "attachments/check-file.ts",
  ],
  "incoming-mail": ["incoming-mail.ts", "read-mail.ts"],
  metrics: ["response-counts.ts"],
  "own-settings": [],
  notifications: ["outbox.ts", "http-post.ts"],
  profiles: ["profiles.ts"],
  reports: [],
  space: ["files-watch.ts", "space.ts"],
  site: [
    "live-site.ts",
    "logo.ts",
    "missing-texts.ts",
    "named-places.ts",
    "notices.ts",
    "shown-site.ts",
    "support-address.ts",
  ],
  settings: ["settings.ts", "full-settings.ts", "held-sections.ts"],
  trust: ["trust.ts", "waiting.ts"],
  tracing: ["current-span.ts"],
  verify: ["verify.ts"],
};

const JOURNEY = /\.spec\.ts$/;
const TEST = /(\.test\.[jt]sx?|\/testing(-[\w-]+)?\.tsx?|\/testing\/[\w-]+\.tsx?)$/;

/**
 * Every forbidden import of a file, one line each.
 * @param {string} file its path from the root of the project
 * @param {string} source
 * @param {Record<string, string>} aliases the "imports" of package.json
 * @returns {string[]}
 */
export function brokenBoundaries(file, source, aliases) {
  if (TEST.test(file)) return [];
  const boundary = BOUNDARIES.find((candidate) => file.startsWith(candidate.folder));
  if (!boundary) return [];
  return importsOf(file, source).flatMap(({ specifier, asType, line }) => {
    const at = `${file}:${line}`;
    if (specifier === undefined) return [`${at} imports something that only a running program knows; name the file`];
    const target = resolve(file, specifier, aliases);
    if (TEST.test(target) && !JOURNEY.test(file)) return [`${at} imports ${specifier}: that is for tests alone`];
    if (!matches(target, boundary.may) && !(asType && matches(target, boundary.mayAsType ?? []))) {
      const hint = matches(target, boundary.mayAsType ?? []) ? " other than by `import type`" : "";
      return [`${at} imports ${specifier}: ${boundary.folder} may not import ${target}${hint}`];
    }
    const inner = INNER_BOUNDARIES.filter(
      ({ to, from, notFrom }) =>
        file.startsWith("src/server/") &&
        matches(target, to) &&
        (from ? !matches(file, from) : matches(file, notFrom ?? [])),
    ).map(({ why }) => why);
    return [...inner, ...pastThePublicFiles(file, target, asType)].map((why) => `${at} imports ${specifier}: ${why}`);
  });
}

/**
 * Returns why a capability may not import this file of another one; empty if it may. Types of queries may be imported:
 * they describe what a service gives and takes.
 * @param {string} file
 * @param {string} target
 * @param {boolean} asType
 * @returns {string[]}
 */
function pastThePublicFiles(file, target, asType) {
  const [to, from] = [capabilityOf(target), capabilityOf(file)];
  if (to === undefined || from === to) return [];
  if (file.startsWith("src/server/store/")) return ["the store knows no capability"];
  if (/^src\/server\/(cli\/)?[^/]+$/.test(file)) return [];
  const publicFiles = CAPABILITIES[to] ?? [];
  if (publicFiles.some((name) => target === `src/server/${to}/${name}`)) return [];
  if (target.endsWith("-queries.ts") && (asType || file.endsWith("-queries.ts"))) return [];
  return [`src/server/${to}/ is entered through ${publicFiles.join(", ") || "no file"}`];
}

/** @param {string} file */
function capabilityOf(file) {
  const folder = /^src\/server\/([\w-]+)\//.exec(file)?.[1] ?? "";
  return folder in CAPABILITIES ? folder : undefined;
}

/**
 * Each import and re-export of a file, including lazy ones; no specifier if it is not a plain string. Omits
 * `import("...")` in types: the linter requires `import type` instead.
 * @param {string} file
 * @param {string} source
 * @returns {Import[]}
 */
function importsOf(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const lineOf = (/** @type {number} */ offset) => source.slice(0, offset).split("\n").length;
  const fixed = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, request: moduleRequest.value })),
    ...module.staticExports.map(({ start, entries }) => ({ start, request: entries[0]?.moduleRequest?.value })),
  ].flatMap(({ start, request }) => {
    if (request === undefined) return [];
    // `import { type X }` does not count: it still loads the module.
    const asType = /^(import|export)\s+type\b(?!\s+from\b)/.test(source.slice(start));
    return [{ specifier: request, asType, isLazy: false, line: lineOf(start) }];
  });
  const lazy = module.dynamicImports.map(({ start, moduleRequest }) => {
    const literal = /^(["'`])([^$\\]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    return { specifier: literal?.[2], asType: false, isLazy: true, line: lineOf(start) };
  });
  return [...fixed, ...lazy];
}

/**
 * A path from the project root, `node:` and a module of Node, or `npm:` and a package's name.
 * @param {string} file
 * @param {string} specifier
 * @param {Record<string, string>} aliases
 * @returns {string}
 */
function resolve(file, specifier, aliases) {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return path.posix.join(path.posix.dirname(file), bare);
  for (const [alias, place] of Object.entries(aliases)) {
    const start = alias.replace(/\*$/, "");
    if (bare.startsWith(start)) return path.posix.join(place.replace(/\*$/, ""), bare.slice(start.length));
  }
  if (isBuiltin(bare)) return bare.startsWith("node:") ? bare : `node:${bare}`;
  return `npm:${bare.split("/", bare.startsWith("@") ? 2 : 1).join("/")}`;
}

/**
 * @param {string} target
 * @param {string[]} names a folder (ends with a slash), or the start or the end of a name, marked by a star
 * @returns {boolean}
 */
function matches(target, names) {
  return names.some((name) => {
    if (name.startsWith("*")) return target.endsWith(name.slice(1));
    if (name.endsWith("*")) return target.startsWith(name.slice(0, -1));
    return name.endsWith("/") ? target.startsWith(name) : target === name;
  });
}

/**
 * Each circle of imports between folders, as the imports that close it; imports of types alone do not count.
 * @param {ReadonlyMap<string, string>} sources by file
 * @param {Record<string, string>} aliases
 * @returns {string[]}
 */
export function folderCircles(sources, aliases) {
  return circles(sources, aliases, folderOf, ({ asType }) => !asType);
}

/**
 * Returns the circles between files. Imports of types count: files that need each other are read together. Lazy ones do
 * not, and neither do compiled texts, whose types stand beside their users.
 * @param {ReadonlyMap<string, string>} sources by file
 * @param {Record<string, string>} aliases
 * @returns {string[]}
 */
export function fileCircles(sources, aliases) {
  const written = [...sources].filter(([file]) => !file.startsWith("src/languages/compiled/"));
  return circles(
    new Map(written),
    aliases,
    (file) => file,
    ({ isLazy }) => !isLazy,
  );
}

/**
 * @param {ReadonlyMap<string, string>} sources by file
 * @param {Record<string, string>} aliases
 * @param {(file: string) => string} nodeOf what stands for a file in the graph
 * @param {(one: Import) => boolean} counts
 * @returns {string[]}
 */
function circles(sources, aliases, nodeOf, counts) {
  /** @type {Map<string, Map<string, string>>} */
  const graph = new Map();
  for (const [file, source] of sources) {
    if (TEST.test(file) || !file.startsWith("src/")) continue;
    for (const one of importsOf(file, source)) {
      const target = resolve(file, one.specifier ?? "", aliases);
      const [from, to] = [nodeOf(file), nodeOf(target)];
      if (!counts(one) || !target.startsWith("src/") || from === to) continue;
      const edges = graph.get(from) ?? new Map();
      graph.set(from, edges.set(to, edges.get(to) ?? `${file}:${one.line}`));
    }
  }
  return [...graph].flatMap(([from, edges]) =>
    [...edges].flatMap(([target, at]) =>
      isReached(graph, target, from) ? [`${at} closes a circle: ${from} and ${target}`] : [],
    ),
  );
}

/**
 * The folder that stands for a file in the graph: one of the server, one of the web, or one of the first level.
 * @param {string} file
 */
function folderOf(file) {
  const [, area = "", ...rest] = file.split("/");
  if (area === "web" && /^(public|admin)$/.test(rest[0] ?? "")) return `web/${rest[0]}`;
  // The facts are below the domain, the compiled texts above it.
  if (area === "languages" && rest[0] === "compiled" && rest[1] === "facts") return "languages/compiled/facts";
  return rest.length > 1 && area !== "contract" ? `${area}/${rest[0]}` : area;
}

/**
 * @param {ReadonlyMap<string, ReadonlyMap<string, string>>} graph
 * @param {string} from
 * @param {string} to
 * @param {Set<string>} seen
 * @returns {boolean}
 */
function isReached(graph, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from)?.keys() ?? [])].some((next) => isReached(graph, next, to, seen));
}

/** Checks the project in the current folder. */
function main() {
  const { imports } = JSON.parse(readFileSync("package.json", "utf8"));
  const files = globSync("{src,e2e}/**/*.{ts,tsx,js,jsx}");
  const sources = new Map(files.sort().map((file) => [file.replaceAll(path.sep, "/"), readFileSync(file, "utf8")]));
  const broken = [
    ...[...sources].flatMap(([file, source]) => brokenBoundaries(file, source, imports)),
    ...folderCircles(sources, imports),
    ...fileCircles(sources, imports),
  ];
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
