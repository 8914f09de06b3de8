import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pageFile } from "#web/app/entry-server.tsx";
import { pageNames } from "#web/app/pages.tsx";
import { languageCodes } from "#domain/languages.ts";
import { readAllAssets, readAssets } from "./build-manifest.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const built = join(import.meta.dirname, "../../../dist/client");

describe("the built files", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ clientDir: built });
  });
  afterAll(() => test.close());

  it("are there for every page, and each is served", async () => {
    const { entry, pages } = readAssets(built);
    expect(Object.keys(pages).toSorted()).toEqual(pageNames.map(pageFile).toSorted());
    const named = Object.values(pages).flatMap(({ scripts, styles }) => [...scripts, ...styles]);
    for (const { path, integrity } of [entry, ...named]) {
      const response = await test.app.inject(path);
      expect(response.statusCode).toBe(200);
      expect(integrity).toBe(`sha256-${createHash("sha256").update(response.rawPayload).digest("base64")}`);
      expect(response.headers["content-type"]).toMatch(/^(application\/javascript|text\/css); charset=utf-8$/);
    }
  });

  it("are described by the build as its manifests and their bytes do", () => {
    const described = readAllAssets(built);
    expect(Object.keys(described)).toEqual(languageCodes);
    for (const language of languageCodes) expect(described[language]).toEqual(readAssets(built, language));
  });

  it("do not change under a name that carries their hash, and may be kept for a year", async () => {
    const files = readdirSync(join(built, "assets")).filter((name) => /\.(js|css)$/.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      expect(name).toMatch(/-[\w-]{6,8}\.(js|css)$/);
      const { headers } = await test.app.inject(`/assets/${name}`);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  it("come compressed to who takes them so", async () => {
    const entry = readAssets(built).entry.path;
    const plain = readFileSync(join(built, entry));
    const open = {
      br: (bytes: Buffer) => brotliDecompressSync(bytes),
      zstd: (bytes: Buffer) => zstdDecompressSync(bytes),
      gzip: (bytes: Buffer) => gunzipSync(bytes),
    };
    for (const encoding of ["br", "zstd", "gzip"] as const) {
      const response = await test.app.inject({ url: entry, headers: { "accept-encoding": encoding } });
      expect(response.headers["content-encoding"]).toBe(encoding);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
      expect(open[encoding](response.rawPayload).equals(plain)).toBe(true);
    }
    const identity = await test.app.inject({ url: entry, headers: { "accept-encoding": "identity" } });
    expect(identity.headers["content-encoding"]).toBeUndefined();
    expect(identity.rawPayload.equals(plain)).toBe(true);
  });

  it("keep the others for an hour only, and hide the build's own", async () => {
    const favicon = await test.app.inject("/favicon.svg");
    expect(favicon.headers["content-type"]).toBe("image/svg+xml");
    expect(favicon.headers["cache-control"]).toBe("public, max-age=3600");
    // Browsers request this if a document names no icon, such as an image.
    expect((await test.app.inject("/favicon.ico")).headers["content-type"]).toBe("image/x-icon");
    for (const url of ["/.vite/manifest.json", "/assets/", "/assets", "/assets/../.vite/manifest.json"]) {
      expect((await test.app.inject(url)).statusCode).toBe(404);
    }
  });

  it("say nothing of a file's age that a request could probe for", async () => {
    const entry = readAssets(built).entry.path;
    const first = await test.app.inject(entry);
    const again = await test.app.inject({ url: entry, headers: { "if-none-match": String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect((await test.app.inject({ method: "POST", url: entry })).statusCode).toBe(404);
  });
});

describe("a build", () => {
  const dir = mkdtempSync(join(tmpdir(), "front-desk-assets-"));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function write(manifest: unknown, pages: unknown = {}): string {
    const clientDir = join(dir, "assets", "client");
    mkdirSync(join(clientDir, ".vite"), { recursive: true });
    mkdirSync(join(clientDir, "assets"));
    writeFileSync(join(clientDir, ".vite/manifest.json"), JSON.stringify(manifest));
    writeFileSync(join(clientDir, ".vite/pages.json"), JSON.stringify(pages));
    writeFileSync(join(clientDir, "favicon.svg"), "<svg/>");
    for (const name of ["e", "react", "home", "card", "words", "draw", "notice"]) {
      writeFileSync(join(clientDir, `assets/${name}.js`), name);
      writeFileSync(join(clientDir, `assets/${name}.css`), name);
    }
    writeFileSync(join(clientDir, "assets/entry-12345678.js"), "1");
    return clientDir;
  }

  /** A built file whose content is its name. */
  function file(name: string) {
    const hash = createHash("sha256").update(name.split(".")[0] ?? "");
    return { path: `/assets/${name}`, integrity: `sha256-${hash.digest("base64")}` };
  }

  it("names for each page what it needs beside the entry, shared files and circles included", () => {
    const clientDir = write(
      {
        "src/entry.tsx": {
          file: "assets/e.js",
          isEntry: true,
          imports: ["_react.js"],
          dynamicImports: ["_words.js", "notice"],
        },
        "_react.js": { file: "assets/react.js", css: ["assets/react.css"] },
        "_card.js": { file: "assets/card.js", imports: ["_react.js", "src/home.tsx"], css: ["assets/card.css"] },
        "src/home.tsx": { file: "assets/home.js", imports: ["_card.js", "_react.js"], dynamicImports: ["draw"] },
        draw: { file: "assets/draw.js", imports: ["_card.js", "_words.js"] },
        "_words.js": { file: "assets/words.js" },
        notice: { file: "assets/notice.js", imports: ["_react.js"], css: ["assets/notice.css"] },
      },
      {
        "src/home.tsx": { file: "assets/home.js" },
        "src/terms.tsx": { file: "assets/words.js" },
        "src/privacy.tsx": { file: "assets/words.js" },
      },
    );
    // A dynamic import of the entry that is not a page: any page may need it.
    const words = { scripts: [file("words.js")], styles: [], later: [file("notice.js")] };
    expect(readAssets(clientDir)).toEqual({
      entry: file("e.js"),
      pages: {
        "src/home.tsx": {
          scripts: [file("home.js"), file("card.js")],
          styles: [{ ...file("card.css"), text: "card" }],
          later: [file("draw.js"), file("words.js"), file("notice.js")],
        },
        "src/terms.tsx": words,
        "src/privacy.tsx": words,
      },
    });
  });

  it("without a file that a page went into is refused", () => {
    const clientDir = write(
      { e: { file: "assets/e.js", isEntry: true } },
      { "src/home.tsx": { file: "assets/other.js" } },
    );
    expect(() => readAssets(clientDir)).toThrow("the client build has no assets/other.js");
  });

  it("gives a page the styles that it imports itself, of those that its file needs for other pages", () => {
    const clientDir = write(
      {
        e: { file: "assets/e.js", isEntry: true },
        words: { file: "assets/words.js", imports: ["card"], css: ["assets/words.css"] },
        card: { file: "assets/card.js", css: ["assets/card.css"] },
      },
      { terms: { file: "assets/words.js", styles: ["assets/words.css"] }, report: { file: "assets/words.js" } },
    );
    const { terms, report } = readAssets(clientDir).pages;
    expect(terms?.styles).toEqual([{ ...file("words.css"), text: "words" }]);
    expect(report?.styles).toHaveLength(2);
  });

  it.each([
    ["has no entry", { "a.js": { file: "a.js" } }, "the client build has no entry"],
    ["is no manifest", { "a.js": 7 }, "expected object"],
  ])("that %s is refused", (_what, manifest, message) => {
    const clientDir = write(manifest);
    expect(() => readAssets(clientDir)).toThrow(message);
  });

  it("that is missing is refused", () => {
    expect(() => readAssets(join(dir, "nowhere"))).toThrow("ENOENT");
  });

  it("may stand in a folder of any name", async () => {
    const test = await createTestApp({ clientDir: write({}) });
    expect((await test.app.inject("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
    const hashed = await test.app.inject("/assets/entry-12345678.js");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    await test.close();
  });
});
