import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

// secretlint-disable
/** Made up for these tests, for `localhost` alone. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgozEcuOdc/iHGvvAL
4m5ZXiwvGS4Oi7tctnhWikzQkZGhRANCAAQUiMXfuOGncnaQXSNkxgeaHWq16dPi
gZo99A8vnx5Nq/mfULTl3NbG81/4QEJZ5WYjLYoIF1OktLb5LrK+eL6X
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUb63x8Bvh8n5hfQOZBBHDZIrMMoIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTE0NDYzM1oYDzIxMjYxMTA1
MTQ0NjMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQUiMXfuOGncnaQXSNkxgeaHWq16dPigZo99A8vnx5Nq/mfULTl3NbG
81/4QEJZ5WYjLYoIF1OktLb5LrK+eL6Xo2kwZzAdBgNVHQ4EFgQURCpQWv3GrUzm
cRokrzEA9mmdzDUwHwYDVR0jBBgwFoAURCpQWv3GrUzmcRokrzEA9mmdzDUwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhANHgXa2aQ3RrWjE0MBXsS5fyqisctOqLSaREMFc9pnxIAiEAkJ88AcAb
Pog6zxkBnTFTn/WJv6Sd2kn160OC6FIObI4=
-----END CERTIFICATE-----`,
};
// secretlint-enable

/** A file with the certificate, for `NODE_EXTRA_CA_CERTS`. */
export function certificateFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "front-desk-e2e-ca-")), "ca.pem");
  writeFileSync(file, certificate.cert);
  return file;
}

/** Serves a server over https as a reverse proxy does. */
export async function startHttpsProxy(target: string) {
  const server = createServer(certificate, (incoming, response) => {
    const headers = { ...incoming.headers, "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };
    const passed = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
