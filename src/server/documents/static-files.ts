import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodings } from "../http/compression.ts";
import { type CachedResponse, cachedResponse } from "../http/cache/cached-response.ts";
import { codeOf } from "../lib/durable-file.ts";

/** Every file type of the build must be listed: no content type is guessed. */
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** File names in this folder contain a content hash. */
const assets = "/assets/";

/**
 * Serves the client build from memory, reading each file at its first request. Only files that exist at the start are
 * served.
 */
export function clientFiles(clientDir: string) {
  const ready = new Map<string, Promise<CachedResponse>>();

  async function read(path: string): Promise<CachedResponse> {
    const file = join(clientDir, path);
    const bodies: CachedResponse["bodies"] = { identity: await readFile(file) };
    for (const encoding of encodings) {
      const compressed = await readIfThere(`${file}.${encoding}`);
      if (compressed !== undefined) bodies[encoding] = compressed;
    }
    const keeps = path.startsWith(assets) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    const headers = { "content-type": types[extname(path)] ?? "", "cache-control": keeps };
    return cachedResponse(headers, bodies);
  }

  function readOnce(path: string): Promise<CachedResponse> {
    let response = ready.get(path);
    if (response === undefined) {
      response = read(path);
      ready.set(path, response);
      response.catch(() => ready.delete(path));
    }
    return response;
  }

  return (app: FastifyInstance) => {
    const send = (request: FastifyRequest, reply: FastifyReply, path: string) =>
      app.sendCached(request, reply, () => readOnce(path), path);
    const paths = readdirSync(clientDir, { recursive: true, encoding: "utf8" })
      .filter((name) => extname(name) in types)
      .map((name) => `/${name.split(sep).join("/")}`);
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

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
