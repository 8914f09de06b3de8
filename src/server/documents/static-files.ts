import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LogoPicture } from "#contract/paths.ts";
import { codeOf } from "../lib/errors.ts";
import type { Site } from "#contract/site/site.ts";
import { encodings } from "../http/compression.ts";
import { type CachedResponse, cachedResponse } from "../http/cache/cached-response.ts";
import { keptByVersion } from "../lib/kept-by-version.ts";
import { hashOf } from "../site/logo.ts";
import { inBrandColor, svgWithLogo } from "./brand-pictures.ts";
import { icoOf } from "./logo-pictures.ts";
import type { LogoPictures } from "./logos.ts";

type Brand = Site["brands"]["home"];

/** Every file type of the build must be listed: no content type is guessed. */
const types: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".js", "application/javascript; charset=utf-8"],
  [".ico", "image/x-icon"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
]);

/** File names in this folder contain a content hash. */
const assets = "/assets/";

/** Pictures with the site's logo that replace well-known files. */
const withLogo: ReadonlyMap<string, LogoPicture> = new Map([
  ["/favicon.ico", "32"],
  ["/apple-touch-icon.png", "180"],
  ["/icon-192.png", "192"],
  ["/icon-512.png", "512"],
  ["/og.png", "link"],
]);

/**
 * Serves the client build from memory, reading each file at its first request. Only files that exist at the start are
 * served. Pictures have the colour of the home page's brand, or its logo.
 */
export function clientFiles(deps: { clientDir: string; site: Site; pictures: LogoPictures }) {
  const { clientDir, site, pictures } = deps;
  const ready = keptByVersion<CachedResponse>();

  /** A brand's logo as a file of the build; undefined without one, and for other files. */
  async function drawn(path: string, whole: Buffer, brand: Brand): Promise<Buffer | undefined> {
    if (/^\/favicon[\w-]*\.svg$/.test(path)) {
      const image = await pictures("home", brand, "192");
      return image && svgWithLogo(whole, image);
    }
    const picture = withLogo.get(path);
    const image = picture && (await pictures("home", brand, picture));
    return image && path.endsWith(".ico") ? icoOf(image) : image;
  }

  async function read(path: string, brand: Brand): Promise<CachedResponse> {
    const file = join(clientDir, path);
    const type = extname(path);
    const whole = await readFile(file);
    const colored = async () => (type === ".svg" || type === ".png" ? inBrandColor(whole, type, brand.color) : whole);
    const identity = path.startsWith(assets) ? whole : ((await drawn(path, whole, brand)) ?? (await colored()));
    const bodies: CachedResponse["bodies"] = { identity };
    for (const encoding of identity === whole ? encodings : []) {
      const compressed = await readIfThere(`${file}.${encoding}`);
      if (compressed !== undefined) bodies[encoding] = compressed;
    }
    const keeps = path.startsWith(assets) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    const headers = { "content-type": types.get(type) ?? "", "cache-control": keeps };
    return cachedResponse(headers, bodies);
  }

  function readOnce(path: string): Promise<CachedResponse> {
    // A copy, since the brand may change while the file is read.
    const brand = { ...site.brands.home };
    return ready(path, path.startsWith(assets) ? "" : hashOf(brand), () => read(path, brand));
  }

  return (app: FastifyInstance) => {
    const send = (request: FastifyRequest, reply: FastifyReply, path: string) =>
      app.sendCached(request, reply, () => readOnce(path), path);
    // Lists two folders instead of walking all: that is far faster, and the build's own files are in a folder of their
    // own.
    const paths = ["/", assets].flatMap((folder) => filesIn(join(clientDir, folder)).map((name) => folder + name));
    for (const path of paths.filter((name) => !name.startsWith(assets))) {
      app.get(path, { config: { access: "anyone" } }, (request, reply) => send(request, reply, path));
    }
    // One route for all: each route adds to the start time.
    const hashed = new Set(paths);
    app.get<{ Params: { name: string } }>(`${assets}:name`, { config: { access: "anyone" } }, (request, reply) => {
      const path = assets + request.params.name;
      return hashed.has(path) ? send(request, reply, path) : reply.callNotFound();
    });
  };
}

/** The names of the files of a folder that may be served; none without the folder. */
function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => types.has(extname(name))) : [];
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
