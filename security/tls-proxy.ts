import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, request as send } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";

/** Makes a self-signed certificate for `localhost` in `dir`. @throws without openssl */
export function makeCertificate(dir: string): { cert: string; key: string } {
  const cert = join(dir, "cert.pem");
  const key = join(dir, "key.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}

/**
 * A TLS proxy as on a real site: https, and http that redirects. Both share one port, so that a scanner finds them
 * under one name. `to` is called on each request.
 */
export async function startTlsProxy(options: { cert: string; key: string; to: () => URL }) {
  const { to } = options;
  const secure = createSecureServer(
    { cert: readFileSync(options.cert), key: readFileSync(options.key) },
    (request, response) => {
      const headers = { ...request.headers, "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };
      const url = request.url ?? "/";
      const onward = send({ host: to().hostname, port: to().port, method: request.method, path: url, headers });
      onward.on("response", (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    },
  );
  const plain = createHttpServer((request, response) =>
    response.writeHead(301, { location: `https://${request.headers.host}${request.url}` }).end(),
  );
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.once("readable", () => {
      const first: Buffer | null = socket.read(1);
      if (first === null) return;
      socket.unshift(first);
      // 22 begins a TLS handshake (RFC 8446, section 5.1).
      (first[0] === 22 ? secure : plain).emit("connection", socket);
    });
  });
  listener.listen(0, "localhost");
  await once(listener, "listening");
  // A TCP server has an address of this type.
  const { port } = listener.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
