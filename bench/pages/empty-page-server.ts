/**
 * A process that answers every request with an empty page. `empty-page.ts` starts it, sends it the headers and reads
 * its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";

// A language, a title and a viewport, so that no audit fails, and one line to paint.
const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" ' +
  'content="width=device-width,initial-scale=1"><title>Empty</title><p>Hello.';
const body = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

process.once("message", (headers: Record<string, string>) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, "content-encoding": "br", "content-length": body.length }).end(body);
  });
  // A listening TCP server has an address with a port.
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
// Ends with its parent process.
process.once("disconnect", () => process.exit());
