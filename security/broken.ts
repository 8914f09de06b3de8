import type { Mutant } from "../chaos/lib/mutants.ts";

/** The faults that the scanners must find, by name. */
export const broken = {
  inlineScripts: {
    name: "inline scripts are allowed",
    changes: [
      {
        file: "src/server/http/security-headers.ts",
        find: `["script-src 'strict-dynamic' 'self'", ...inline.scripts.map(hashSource)]`,
        replace: `["script-src 'self' 'unsafe-inline'"]`,
      },
    ],
  },
  noHsts: {
    name: "no Strict-Transport-Security",
    changes: [
      {
        file: "src/server/http/security-headers.ts",
        find: 'if (address.isHttps) reply.header("strict-transport-security", transport);',
        replace: 'if (transport === "") reply.header("strict-transport-security", transport);',
      },
    ],
  },
  sniffed: {
    name: "no X-Content-Type-Options",
    changes: [
      {
        file: "src/server/http/security-headers.ts",
        find: `xFrameOptions: { action: "deny" },`,
        replace: `xFrameOptions: { action: "deny" }, xContentTypeOptions: false,`,
      },
    ],
  },
  framed: {
    name: "no X-Frame-Options",
    changes: [
      {
        file: "src/server/http/security-headers.ts",
        find: `xFrameOptions: { action: "deny" },`,
        replace: "xFrameOptions: false,",
      },
    ],
  },
  sameIds: {
    name: "two elements have one id",
    changes: [
      {
        file: "src/web/app/document.tsx",
        find: `<div id="root" data-page={name}`,
        replace: `<p id="root">x</p><div id="root" data-page={name}`,
      },
    ],
  },
  unclosed: {
    name: "an element that nothing closes",
    changes: [
      {
        file: "src/web/app/document.tsx",
        find: `<div id="root" data-page={name}`,
        replace: `<div dangerouslySetInnerHTML={{ __html: "<section><b>x" }} /><div id="root" data-page={name}`,
      },
    ],
  },
  throwing: {
    name: "a call that throws on an odd text",
    changes: [
      {
        file: "src/server/verify/verify.ts",
        find: "      const asked = readAsked(text, reader);",
        replace:
          `      if (/[^\\x00-\\x7f]/.test(text)) throw new Error("odd");\n      const asked = readAsked(text, ` +
          "reader);",
      },
    ],
  },
  undocumentedStatus: {
    name: "a status that the document does not name",
    changes: [
      {
        file: "src/server/inbox/saved-replies/saved-reply-routes.ts",
        find: `if (replaced === null) return refused("gone");`,
        replace: `if (replaced === null) throw Object.assign(new Error("gone"), { statusCode: 410 });`,
      },
    ],
  },
  undocumentedBody: {
    name: "a body that is not as the document says",
    changes: [
      {
        file: "src/server/inbox/saved-replies/saved-reply-routes.ts",
        find: `run: async ({ body }) => {
      const added = await replies.add(body);`,
        replace: `run: async ({ body, reply }) => {
      const added = await replies.add(body);
      if (added.ok) return reply.code(201).type("application/json").serializer(() => '{"id":7}').send(added.reply);`,
      },
    ],
  },
  leftFiles: {
    name: "the environment's file and a copy of the store are served",
    changes: [
      {
        file: "src/server/app.ts",
        find: "  health(app, { ...services, isClosing });",
        replace: `  health(app, { ...services, isClosing });
  const open = { config: { access: "anyone" } } as const;
  for (const left of ["/.env", "/backup.sqlite"]) app.get(left, open, async () => "DATA_DIR=data");`,
      },
    ],
  },
  unescaped: {
    name: "a page shows what was typed as markup",
    changes: [
      {
        file: "src/server/documents/form-pages.ts",
        find: "return sendUncached(reply, await page(language, { text, verdict }));",
        replace: `const answer = await page(language, { text, verdict });
        return sendUncached(reply, answer.replace("</body>", () => \`<p>\${text}</p></body>\`));`,
      },
    ],
  },
  openToOthers: {
    name: "a form takes what another site sends",
    changes: [
      {
        file: "src/server/http/access.ts",
        find: `if (site !== undefined && site !== "same-origin") return true;`,
        replace: `if (site === "none") return true;`,
      },
    ],
  },
  twice: {
    name: "a parameter that is given twice is taken",
    changes: [
      {
        file: "src/domain/lookalike/exact-grammar.ts",
        find: "areKnown && new Set(names).size === names.length",
        replace: "areKnown",
      },
    ],
  },
  dotSegments: {
    name: "dot segments of a link are worked out",
    changes: [
      {
        file: "src/domain/lookalike/exact-grammar.ts",
        find: " && !/^\\.{1,2}$/.test(segment)",
        replace: "",
      },
    ],
  },
  concatenated: {
    name: "a search in SQL by concatenation",
    changes: [
      {
        file: "src/server/inbox/view-queries.ts",
        find: "return sql<boolean>`status in ${listed.texts(statusesOf(view))} and ${hasChoices(view)}",
        replace: `return sql<boolean>\`\${sql.raw(\`name like '%\${view.search ?? ""}%'\`)}
          and status in \${listed.texts(statusesOf(view))} and \${hasChoices(view)}`,
      },
      {
        file: "src/server/inbox/search-queries.ts",
        find: "if (isResult(comparedText(searchedText(text)))) found.set(number, { id, text });",
        replace: "if (isResult.length > 0) found.set(number, { id, text });",
      },
    ],
  },
  anyKey: {
    name: "a restore takes a backup of any key",
    changes: [
      {
        file: "src/server/backup/restore/admit-backup.ts",
        find: "if (key === present?.kid) return;",
        replace: "if (key.length > 0) return;",
      },
    ],
  },
  plainTaken: {
    name: "a restore takes what is not encrypted",
    changes: [
      {
        file: "src/server/backup/restore/admit-backup.ts",
        find: "if (!found.isEncrypted && !accepted.unencrypted) {",
        replace: "if (!found.isEncrypted && accepted.unencrypted) {",
      },
    ],
  },
  unsignedTaken: {
    name: "a restore takes what nobody has signed",
    changes: [
      {
        file: "src/server/backup/restore/admit-backup.ts",
        find: `if (accepted.unsigned) taken.push("unsigned");`,
        replace: `if (signer === null) taken.push("unsigned");`,
      },
    ],
  },
  patient: {
    name: "a slow request may take as long as it likes",
    changes: [
      {
        file: "src/server/http/admission/http-server.ts",
        find: "headersTimeout: Math.min(limits.headerSeconds, limits.requestSeconds) * 1000,",
        replace: "headersTimeout: 0,",
      },
      {
        file: "src/server/http/admission/http-server.ts",
        find: "requestTimeout: Math.max(limits.requestSeconds, limits.uploadSeconds) * 1000,",
        replace: "requestTimeout: 0,",
      },
      {
        file: "src/server/http/admission/http-server.ts",
        find: "if (hasSlowLimit(request)) endIfSlow(request, response, limits.requestSeconds * 1000);",
        replace: "",
      },
      {
        file: "src/server/http/admission/http-server.ts",
        find: "server.setTimeout(limits.stallSeconds * 1000);",
        replace: "server.setTimeout(0);",
      },
    ],
  },
  agentsAreOwners: {
    name: "an owner's call is open to agents",
    changes: [
      {
        file: "src/server/backup/backup-routes.ts",
        find: `where files are",
    access: "owner",`,
        replace: `where files are",
    access: "team",`,
      },
    ],
  },
  strangersAreTeam: {
    name: "a call of the team's is open to anyone",
    changes: [
      {
        file: "src/server/auth/team/member-routes.ts",
        find: `route("GET /members", {`,
        replace: `route("GET /members", {
      access: "anyone",`,
      },
    ],
  },
  guardedLate: {
    name: "the guard comes after the body",
    changes: [
      {
        file: "src/server/http/access.ts",
        find: `app.addHook("onRequest", async (request, reply) => {`,
        replace: `app.addHook("preHandler", async (request, reply) => {`,
      },
    ],
  },
  foreignFirst: {
    name: "403 comes before 401",
    changes: [
      {
        file: "src/server/http/access.ts",
        find: "    if (request.is404) return undefined;",
        replace: `    if (request.is404) return undefined;
    const foreign = refuseForeign(request, reply, deps.address);
    if (foreign !== undefined) return foreign;`,
      },
    ],
  },
  setUpLater: {
    name: "a second factor that is due keeps nobody out",
    changes: [
      {
        file: "src/server/http/access.ts",
        find: "request.signedIn.mustSetUp && request.routeOptions.config.duringSetUp !== true",
        replace: "request.signedIn.mustSetUp && request.routeOptions.config.duringSetUp === false",
      },
    ],
  },
  newCall: {
    name: "a new call that nobody has said anything of",
    changes: [
      {
        file: "src/server/api.ts",
        find: "  await add(verifyRoutes(services));",
        replace: `  const unsaid = { config: { access: "anyone" }, schema: { summary: "new" } } as const;
  app.get("/unsaid", unsaid, async () => ({}));
  await add(verifyRoutes(services));`,
      },
    ],
  },
} satisfies Record<string, Mutant>;
