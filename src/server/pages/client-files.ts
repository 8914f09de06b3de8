import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodings } from "../encoding.ts";
import { type ReadyAnswer, readyAnswer } from "../ready-answer.ts";
import { codeOf } from "../signing/durable-file.ts";

/** Whatever else the build makes must be named here: nothing is served as a type that is guessed. */
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** The names in here carry a hash of what is in them. */
const assets = "/assets/";

/**
 * Serves what the client build made, from memory: each file is read when it is first asked for. Only names that were there at the start
 * are served.
 */
export function clientFiles(clientDir: string) {
  const ready = new Map<string, Promise<ReadyAnswer>>();

  async function read(path: string): Promise<ReadyAnswer> {
    const file = join(clientDir, path);
    const bodies: ReadyAnswer["bodies"] = { identity: await readFile(file) };
    for (const encoding of encodings) {
      const compressed = await readIfThere(`${file}.${encoding}`);
      if (compressed !== undefined) bodies[encoding] = compressed;
    }
    const keeps = path.startsWith(assets) ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    const headers = { "content-type": types[extname(path)] ?? "", "cache-control": keeps };
    return readyAnswer(headers, bodies);
  }

  function readOnce(path: string): Promise<ReadyAnswer> {
    let answer = ready.get(path);
    if (answer === undefined) {
      answer = read(path);
      ready.set(path, answer);
      answer.catch(() => ready.delete(path));
    }
    return answer;
  }

  return (app: FastifyInstance) => {
    const send = (request: FastifyRequest, reply: FastifyReply, path: string) =>
      app.sendReady(request, reply, () => readOnce(path), path);
    const paths = readdirSync(clientDir, { recursive: true, encoding: "utf8" })
      .filter((name) => extname(name) in types)
      .map((name) => `/${name.split(sep).join("/")}`);
    for (const path of paths.filter((name) => !name.startsWith(assets))) {
      app.get(path, { config: { access: "anyone" } }, (request, reply) => send(request, reply, path));
    }
    // One route for all: each costs a part of the start.
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
