import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type ReadyAnswer, sendReady } from "../cached-answer.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/**
 * Serves what the client build made, from memory: a file is open for as long as its reader is slow, and a thousand readers are
 * slow at once. The build has compressed what is worth it.
 * @throws where the build has a file whose type is not known
 */
export function clientFiles(options: { clientDir: string }): (app: FastifyInstance) => void {
  const { clientDir } = options;
  return (app) => {
    for (const name of globSync("**", { cwd: clientDir }).filter((path) => isServed(clientDir, path))) {
      const type = types[extname(name)];
      if (type === undefined) throw new Error(`the type of ${name}, a file of the client build, is not known`);
      const headers = {
        "content-type": type,
        // The names under /assets carry a hash of what is in them.
        "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      };
      const answer = readAnswer(join(clientDir, name));
      app.get(`/${name}`, (request, reply) => sendReady(request, reply, answer, headers));
    }
  };
}

/** The build's own folder begins with a dot; compressed copies go under the name of what they are copies of. */
function isServed(clientDir: string, path: string): boolean {
  return !path.startsWith(".") && !/\.(?:br|gz)$/.test(path) && statSync(join(clientDir, path)).isFile();
}

function readAnswer(path: string): ReadyAnswer {
  const read = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);
  const identity = readFileSync(path);
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { etag, bodies: { br: read(`${path}.br`), gzip: read(`${path}.gz`), identity } };
}
