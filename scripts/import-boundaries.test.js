import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenBoundaries } from "./import-boundaries.js";

const { imports } = JSON.parse(readFileSync("package.json", "utf8"));

/** Forbidden imports for each boundary. */
const FORBIDDEN = {
  "the domain imports nothing": {
    "src/domain/channel.ts": [
      `import { contact } from "#contract/contact.ts";`,
      `import type { Contact } from "#contract/contact.ts";`,
      `import { contact } from "../contract/contact.ts";`,
      `import { createStore } from "#server/store/store.ts";`,
      `import { App } from "#web/app.tsx";`,
      `import { z } from "zod";`,
      `import { hash } from "node:crypto";`,
      `import { hash } from "crypto";`,
      `export { hash } from "node:crypto";`,
      `const { z } = await import("zod");`,
    ],
  },
  "the contract imports the domain and zod": {
    "src/contract/contact.ts": [
      `import { createStore } from "#server/store/store.ts";`,
      `import { App } from "../web/app.tsx";`,
      `import fastify from "fastify";`,
      `import { hash } from "node:crypto";`,
    ],
  },
  "the server knows the web only where it is put together": {
    "src/server/app.ts": [
      `import { render } from "#web/entry-server.tsx";`,
      `import type { render } from "#web/entry-server.tsx";`,
      `import { render } from "../web/entry-server.tsx";`,
      `const { render } = await import("#web/entry-server.tsx");`,
    ],
    "src/server/pages/documents.ts": [`import { render } from "../../web/entry-server.tsx";`],
    "src/server/main.ts": [`import { App } from "#web/app.tsx";`],
    "src/server/demo.ts": [`export * from "../web/routes.tsx";`],
  },
  "SQL stays in the store": {
    "src/server/services/contacts.ts": [
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
    "src/server/services/contacts.ts": [
      `import { spawn } from "node:child_process";`,
      `const { exec } = await import("child_process");`,
    ],
    "src/server/app.ts": [`import { fork } from "node:child_process";`],
  },
  "services know nothing of HTTP": {
    "src/server/services/contacts.ts": [
      `import fastify from "fastify";`,
      `import type { FastifyRequest } from "fastify";`,
      `import cookie from "@fastify/cookie";`,
      `import { x } from "fastify-type-provider-zod";`,
      `import { contacts } from "../api/contacts.ts";`,
      `import { contacts } from "#server/api/contacts.ts";`,
      `import { documents } from "../pages/documents.ts";`,
    ],
    "src/server/store/contacts.ts": [`import fastify from "fastify";`, `import { x } from "../services/contacts.ts";`],
  },
  "api and pages go through a service": {
    "src/server/api/contacts.ts": [
      `import { contacts } from "../store/contacts.ts";`,
      `import type { ContactRow } from "#server/store/contacts.ts";`,
    ],
    "src/server/pages/documents.ts": [`const store = await import("../store/store.ts");`],
  },
  "visitors download neither the contract's code nor a package that is not theirs": {
    "src/web/pages/contact/contact-page.tsx": [
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
      `import { createStore } from "#server/store/store.ts";`,
      `import type { Services } from "#server/services/services.ts";`,
      `import { createStore } from "../../../server/store/store.ts";`,
      `import { useQuery } from "@tanstack/react-query";`,
      `const drag = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");`,
      `const passkeys = await import("@simplewebauthn/browser");`,
    ],
    "src/web/components/channel-card.tsx": [
      `import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";`,
    ],
  },
  "browser tests come through the door": {
    "e2e/server.ts": [
      `import { createApp } from "#server/app.ts";`,
      `import { createApp } from "../src/server/app.ts";`,
    ],
    "e2e/home.spec.ts": [`const { createApp } = await import("../src/server/app.ts");`],
  },
  "what tests use stays with the tests": {
    "src/server/app.ts": [
      `import { testApp } from "./testing.ts";`,
      `import "./second-factor/testing-authenticator.ts";`,
      `import { x } from "./config.test.ts";`,
    ],
  },
  "an import that cannot be judged": {
    "src/web/app.tsx": ["const page = await import(name);", "const page = await import(`./pages/${name}.tsx`);"],
  },
};

/** Typical allowed imports of each folder. */
const ALLOWED = {
  "src/domain/channel.ts": [`import { a } from "./channel-link.ts";`, `import type { A } from "#domain/inquiry.ts";`],
  "src/domain/channel.test.ts": [`import { contact } from "#contract/contact.ts";`, `import fc from "fast-check";`],
  "src/server/testing.ts": [`import { render } from "#web/entry-server.tsx";`],
  "src/contract/contact.ts": [`import { z } from "zod";`, `import { channelTypes } from "#domain/channel.ts";`],
  "src/server/main.ts": [`import { render } from "#web/entry-server.tsx";`, `import { x } from "./store/store.ts";`],
  "src/server/demo.ts": [`import { render } from "../web/entry-server.tsx";`],
  "src/server/app.ts": [`import fastify from "fastify";`, `import { readFile } from "node:fs/promises";`],
  "src/server/api/contacts.ts": [`import { x } from "../services/contacts.ts";`, `import { z } from "#contract/a.ts";`],
  "src/server/services/contacts.ts": [`import { x } from "../store/contacts.ts";`, `import x from "node:crypto";`],
  "src/server/store/sqlite.ts": [`import { DatabaseSync } from "node:sqlite";`, `import { sql } from "kysely";`],
  "src/web/app.tsx": [
    `import type { Contact } from "#contract/contact.ts";`,
    `export type { Contact } from "../contract/contact.ts";`,
    `import { channelLink } from "#domain/channel-link.ts";`,
    `import { useState } from "react";`,
    `import { hydrateRoot } from "react-dom/client";`,
    `import styles from "./styles/public.css?inline";`,
    `const { AdminPage } = await import("./pages/admin/admin-page.tsx");`,
  ],
  "src/web/pages/admin/contacts/use-contacts.ts": [
    `import { useQuery } from "@tanstack/react-query";`,
    `import { ChannelCard } from "../../../components/channel-card.tsx";`,
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
  const check = () => run(path.resolve("scripts/import-boundaries.js"));
  const lint = (/** @type {string} */ file) => run(path.resolve("node_modules/oxlint/bin/oxlint"), file);

  it("passes, until an import is added that breaks a rule", () => {
    expect(check()).toEqual({ status: 0, output: "" });

    appendFileSync(path.join(copy, "src/domain/channel.ts"), `import "#server/app.ts";\n`);
    expect(check()).toEqual({
      status: 1,
      output: expect.stringMatching(/^src\/domain\/channel\.ts:\d+ imports #server\/app\.ts: src\/domain\/ may not/),
    });
  });

  it.each(["fetch", "globalThis.fetch", "window.fetch"])("has one place that may call %s", (name) => {
    const call = `export const answer = await ${name}("/healthz");\n`;
    writeFileSync(path.join(copy, "src/web/caller.ts"), call);
    expect(lint("src/web/caller.ts")).toEqual({
      status: 1,
      output: expect.stringContaining("Only src/web/api-client.ts"),
    });

    writeFileSync(path.join(copy, "src/web/api-client.ts"), call);
    expect(lint("src/web/api-client.ts")).toEqual({ status: 0, output: expect.any(String) });
  });

  it("has no circle of imports, aliases included", () => {
    const folder = path.join(copy, "src/domain/fixture");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "a.ts"), `import { b } from "#domain/fixture/b.ts";\nexport const a = () => b;\n`);
    writeFileSync(path.join(folder, "b.ts"), `import { a } from "./a.ts";\nexport const b = () => a;\n`);
    expect(lint("src/domain/fixture")).toEqual({ status: 1, output: expect.stringContaining("import(no-cycle)") });
  });
});
