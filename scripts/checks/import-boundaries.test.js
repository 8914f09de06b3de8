import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenBoundaries, fileCircles, folderCircles } from "./import-boundaries.js";

const { imports } = JSON.parse(readFileSync("package.json", "utf8"));

/** Forbidden imports for each boundary. */
const FORBIDDEN = {
  "the domain imports nothing": {
    "src/domain/channels/channel-list.ts": [
      `import { contact } from "#contract/contact.ts";`,
      `import type { Contact } from "#contract/contact.ts";`,
      `import { contact } from "../../contract/contact.ts";`,
      `import { createStore } from "#server/open-store.ts";`,
      `import { App } from "#web/app/app.tsx";`,
      `import { z } from "zod";`,
      `import { hash } from "node:crypto";`,
      `import { hash } from "crypto";`,
      `export { hash } from "node:crypto";`,
      `const { z } = await import("zod");`,
    ],
  },
  "the contract imports the domain and zod": {
    "src/contract/contact.ts": [
      `import { createStore } from "#server/open-store.ts";`,
      `import { App } from "../web/app/app.tsx";`,
      `import fastify from "fastify";`,
      `import { hash } from "node:crypto";`,
    ],
  },
  "the server knows the web only where it is put together": {
    "src/server/app.ts": [
      `import { render } from "#web/app/entry-server.tsx";`,
      `import type { render } from "#web/app/entry-server.tsx";`,
      `import { render } from "../web/app/entry-server.tsx";`,
      `const { render } = await import("#web/app/entry-server.tsx");`,
    ],
    "src/server/documents/documents.ts": [`import { render } from "../../web/app/entry-server.tsx";`],
    "src/server/main.ts": [`import { App } from "#web/app/app.tsx";`],
    "src/server/demo/demo.ts": [`export * from "../../web/app/pages.tsx";`],
  },
  "SQL stays in the store and in queries": {
    "src/server/channels/channels.ts": [
      `import { sql } from "kysely";`,
      `import type { Kysely } from "kysely";`,
      `import { DatabaseSync } from "node:sqlite";`,
      `import pg from "pg";`,
      `const pg = await import("pg");`,
    ],
    "src/server/app.ts": [`import { sql } from "kysely";`],
    "src/server/main.ts": [`import { DatabaseSync } from "node:sqlite";`],
  },
  "only backups start programs": {
    "src/server/channels/channels.ts": [
      `import { spawn } from "node:child_process";`,
      `const { exec } = await import("child_process");`,
    ],
    "src/server/app.ts": [`import { fork } from "node:child_process";`],
  },
  "the store and its queries know nothing of HTTP": {
    "src/server/channels/channel-queries.ts": [
      `import fastify from "fastify";`,
      `import type { FastifyRequest } from "fastify";`,
      `import cookie from "@fastify/cookie";`,
      `import { x } from "fastify-type-provider-zod";`,
      `import { channelRoutes } from "./channel-routes.ts";`,
      `import { sendProblem } from "#server/http/problem.ts";`,
    ],
    "src/server/store/engine.ts": [`import fastify from "fastify";`],
  },
  "routes and documents go through a service": {
    "src/server/channels/channel-routes.ts": [
      `import { queries } from "./channel-queries.ts";`,
      `import type { Row } from "#server/channels/channel-queries.ts";`,
      `import { openDatabase } from "../store/open-database.ts";`,
    ],
    "src/server/documents/documents.ts": [`const open = await import("../store/open-database.ts");`],
  },
  "a capability is entered through its public files": {
    "src/server/inbox/inbox.ts": [
      `import { spamGuard } from "../inquiries/spam-guard/proof-of-work.ts";`,
      `import { inquiries } from "../inquiries/inquiry-queries.ts";`,
      `import { backups } from "../backup/scheduler.ts";`,
      `import { routes } from "#server/auth/session-routes.ts";`,
      `import type { Team } from "../auth/team/team.ts";`,
      `import type { Notifications } from "../notifications/notifications.ts";`,
    ],
    "src/server/http/problem.ts": [`import { passwords } from "../auth/passwords/passwords.ts";`],
    "src/server/store/migrate.ts": [
      `import { inbox } from "../inbox/inbox.ts";`,
      `import type { Row } from "../inbox/inbox-queries.ts";`,
    ],
  },
  "visitors download neither the contract's code nor a package that is not theirs": {
    "src/web/public/contact/contact-page.tsx": [
      `import { contact } from "#contract/contact.ts";`,
      `import { type Contact } from "#contract/contact.ts";`,
      `import "#contract/contact.ts";`,
      `import { contact } from "../../../contract/contact.ts";`,
      `export { contact } from "#contract/contact.ts";`,
      `const { contact } = await import("#contract/contact.ts");`,
      `import { z } from "zod";`,
      `import type { z } from "zod";`,
      `import fastify from "fastify";`,
      `import { hash } from "node:crypto";`,
      `import { createStore } from "#server/open-store.ts";`,
      `import type { Services } from "#server/compose.ts";`,
      `import { openStore } from "../../../server/open-store.ts";`,
      `import { useQuery } from "@tanstack/react-query";`,
      `const drag = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");`,
      `const passkeys = await import("@simplewebauthn/browser");`,
    ],
    "src/web/public/channels/channel-card.tsx": [
      `import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";`,
    ],
  },
  "browser tests use only the public interface": {
    "e2e/server.ts": [
      `import { createApp } from "#server/app.ts";`,
      `import { createApp } from "../src/server/app.ts";`,
    ],
    "e2e/home.spec.ts": [`const { createApp } = await import("../src/server/app.ts");`],
  },
  "what tests use stays with the tests": {
    "src/server/app.ts": [
      `import { testApp } from "./testing.ts";`,
      `import "./auth/second-factor/testing-authenticator.ts";`,
      `import { x } from "./config.test.ts";`,
    ],
  },
  "an import that cannot be checked": {
    "src/web/app/app.tsx": ["const page = await import(name);", "const page = await import(`../public/${name}.tsx`);"],
  },
};

/** Typical allowed imports of each folder. */
const ALLOWED = {
  "src/domain/channels/channel-list.ts": [
    `import { a } from "./channel-link.ts";`,
    `import type { A } from "#domain/inquiries/inquiry.ts";`,
  ],
  "src/domain/channels/channel.test.ts": [
    `import { contact } from "#contract/contact.ts";`,
    `import fc from "fast-check";`,
  ],
  "src/server/testing.ts": [`import { render } from "#web/app/entry-server.tsx";`],
  "src/contract/contact.ts": [
    `import { z } from "zod";`,
    `import { channelTypes } from "#domain/channels/channel-list.ts";`,
  ],
  "src/server/main.ts": [
    `import { render } from "#web/app/entry-server.tsx";`,
    `import { x } from "./open-store.ts";`,
    `import { x } from "./inbox/inbox-queries.ts";`,
  ],
  "src/server/demo/demo.ts": [`import { render } from "../../web/app/entry-server.tsx";`],
  "src/server/app.ts": [`import fastify from "fastify";`, `import { readFile } from "node:fs/promises";`],
  "src/server/channels/channel-routes.ts": [
    `import { x } from "./channels.ts";`,
    `import { z } from "#contract/a.ts";`,
    `import { sendProblem } from "../http/problem.ts";`,
  ],
  "src/server/channels/channels.ts": [
    `import { x } from "./channel-queries.ts";`,
    `import type { Row } from "../inquiries/inquiry-queries.ts";`,
    `import type { Sessions } from "../auth/sessions.ts";`,
    `import type { Owners } from "../auth/team/owners.ts";`,
    `import x from "node:crypto";`,
  ],
  "src/server/inbox/bin/bin-queries.ts": [
    `import { sql } from "kysely";`,
    `import { addMessages } from "../notifications/message-queries.ts";`,
  ],
  "src/server/store/sqlite/open.ts": [`import { DatabaseSync } from "node:sqlite";`, `import { sql } from "kysely";`],
  "src/web/app/app.tsx": [
    `import type { Contact } from "#contract/contact.ts";`,
    `export type { Contact } from "../../contract/contact.ts";`,
    `import { paths } from "#contract/paths.ts";`,
    `import { channelLink } from "#domain/channels/channel-link.ts";`,
    `import { useState } from "react";`,
    `import { hydrateRoot } from "react-dom/client";`,
    `import styles from "./public.css?inline";`,
    `const { TeamPage } = await import("../admin/team/team-page.tsx");`,
  ],
  "src/web/admin/channels/use-team-channels.ts": [
    `import { useQuery } from "@tanstack/react-query";`,
    `import { ChannelCard } from "../../public/channels/channel-card.tsx";`,
    `const drag = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");`,
  ],
  "e2e/home.spec.ts": [`import { expect } from "@playwright/test";`, `import type { A } from "#server/config.ts";`],
};

describe.each(Object.entries(FORBIDDEN))("%s", (_boundary, files) => {
  const cases = Object.entries(files).flatMap(([file, sources]) => sources.map((source) => [file, source]));
  it.each(cases)("%s may not say %s", (file, source) => {
    expect(brokenBoundaries(file, `// first line\n${source}\n`, imports)).toEqual([
      expect.stringContaining(`${file}:2 `),
    ]);
  });
});

describe.each(Object.entries(ALLOWED))("%s", (file, sources) => {
  it.each(sources)("may say %s", (source) => {
    expect(brokenBoundaries(file, source, imports)).toEqual([]);
  });
});

describe("a circle of folders", () => {
  const circlesOf = (/** @type {Record<string, string>} */ files) =>
    folderCircles(new Map(Object.entries(files)), imports);

  it("is reported at each import that closes it, but not for types", () => {
    const there = { "src/server/inbox/inbox.ts": `import { b } from "../audit/audit.ts";\n` };
    expect(circlesOf({ ...there, "src/server/audit/audit.ts": `import { a } from "../inbox/inbox.ts";\n` })).toEqual([
      "src/server/inbox/inbox.ts:1 closes a circle: server/inbox and server/audit",
      "src/server/audit/audit.ts:1 closes a circle: server/audit and server/inbox",
    ]);
    expect(
      circlesOf({ ...there, "src/server/audit/audit.ts": `import type { A } from "../inbox/inbox.ts";\n` }),
    ).toEqual([]);
  });

  it("is found over several folders", () => {
    const files = {
      "src/web/ui/a.ts": `import { b } from "../page/b.ts";\n`,
      "src/web/page/b.ts": `import { c } from "#web/public/c/c.ts";\n`,
      "src/web/public/c/c.ts": `import { a } from "#web/ui/a.ts";\n`,
    };
    expect(circlesOf(files)).toHaveLength(3);
  });

  it("is found between files, of types too, but not if it is lazy", () => {
    const between = (/** @type {string} */ source) =>
      fileCircles(
        new Map([
          ["src/server/audit/a.ts", `import { b } from "./b.ts";\n`],
          ["src/server/audit/b.ts", source],
        ]),
        imports,
      );
    expect(between(`import type { A } from "./a.ts";\n`)).toEqual([
      "src/server/audit/a.ts:1 closes a circle: src/server/audit/a.ts and src/server/audit/b.ts",
      "src/server/audit/b.ts:1 closes a circle: src/server/audit/b.ts and src/server/audit/a.ts",
    ]);
    expect(between(`const { a } = await import("./a.ts");\n`)).toEqual([]);
  });
});

describe("a copy of the project", () => {
  /** @type {string} */
  let copy;
  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), "front-desk-imports-"));
    cpSync("src", path.join(copy, "src"), { recursive: true });
    for (const file of ["package.json", "tsconfig.json", ".oxlintrc.json"]) cpSync(file, path.join(copy, file));
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  /** @param {string[]} command */
  function run(...command) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: "utf8" });
    return { status, output: stdout + stderr };
  }
  const check = () => run(path.resolve("scripts/checks/import-boundaries.js"));
  const lint = (/** @type {string} */ file) => run(path.resolve("node_modules/oxlint/bin/oxlint"), file);

  it("passes, until an import is added that breaks a rule", () => {
    expect(check()).toEqual({ status: 0, output: "" });

    appendFileSync(path.join(copy, "src/domain/channels/channel-list.ts"), `import "#server/app.ts";\n`);
    expect(check()).toEqual({
      status: 1,
      output: expect.stringMatching(
        /^src\/domain\/channels\/channel-list\.ts:\d+ imports #server\/app\.ts: src\/domain\/ may not/,
      ),
    });
  });

  it.each(["fetch", "globalThis.fetch", "window.fetch"])("has one place that may call %s", (name) => {
    const call = `export const answer = await ${name}("/healthz");\n`;
    writeFileSync(path.join(copy, "src/web/caller.ts"), call);
    expect(lint("src/web/caller.ts")).toEqual({
      status: 1,
      output: expect.stringContaining("Only src/web/api/api-client.ts"),
    });

    writeFileSync(path.join(copy, "src/web/api/api-client.ts"), call);
    expect(lint("src/web/api/api-client.ts")).toEqual({ status: 0, output: expect.any(String) });
  });

  it("has no circle of imports, aliases included", () => {
    const folder = path.join(copy, "src/domain/fixture");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "a.ts"), `import { b } from "#domain/fixture/b.ts";\nexport const a = () => b;\n`);
    writeFileSync(path.join(folder, "b.ts"), `import { a } from "./a.ts";\nexport const b = () => a;\n`);
    expect(lint("src/domain/fixture")).toEqual({ status: 1, output: expect.stringContaining("import(no-cycle)") });
  });
});
