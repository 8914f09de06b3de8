import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { errors, Provider } from "oidc-provider";

/** Claims of the provider about somebody; `sub` is their name there. */
export type Claims = { sub: string; email?: string; email_verified?: boolean; groups?: string[] };

export const client = { id: "front-desk", secret: "a made-up client secret" };

/**
 * A real OpenID provider on this machine. The person that `is` names has typed their password there; with `asks`, once
 * they have pressed its button.
 */
export async function startProvider(redirectUri: string, { asks = false } = {}) {
  const server = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const people = new Map<string, Claims>();
  let current = "";
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["made-up"] },
    scopes: ["openid", "email", "groups"],
    claims: { email: ["email", "email_verified"], groups: ["groups"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId ?? "";
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId });
      grant.addOIDCScope("openid email groups");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith("/interaction/") !== true) return callback(request, response);
    if (asks && request.method === "GET") {
      // What comes after it was begun by this page, so browsers send no strict cookies to the site.
      response.setHeader("content-type", "text/html").end('<form method="post"><button>Log in</button></form>');
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: current } }).catch((error: unknown) => {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      response.writeHead(400).end();
    });
  }

  return {
    issuer,
    /** Sets who is at the keyboard. */
    is(claims: Claims): void {
      people.set(claims.sub, claims);
      current = claims.sub;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Follows the provider's redirects as a browser does, up to the address that leads back to the site. */
export async function walkThrough(url: string, issuer: string, jar = new Map<string, string>()): Promise<string> {
  for (let at = url, steps = 0; steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`the provider answers ${response.status}: ${await response.text()}`);
    at = new URL(next, at).href;
    if (!at.startsWith(issuer)) return at;
  }
  throw new Error("the provider does not come to an end");
}
