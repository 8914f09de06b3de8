import type { Configuration } from "openid-client";
import { z } from "zod";
import type { Role } from "#domain/member.ts";
import { hour, second } from "#domain/time/durations.ts";
import type { Config } from "#server/config.ts";
import { hashToken, keyedHash, newToken } from "#server/lib/tokens.ts";
import { providerPaths } from "#contract/further-paths.ts";
import type { SingleUseTokens } from "../single-use-tokens.ts";
import type { SignedIn } from "../sessions.ts";

type ProviderConfig = NonNullable<Config["oidc"]>;

/** Reason of a failed sign-in: `refused` by the provider or by a check of its response. */
type ProviderFailure = "unavailable" | "refused";

/** Purpose of a sign-in, and the path to go on at; with `session`, it is a step-up of that session. */
interface Purpose {
  to: string;
  session: { hash: string; memberId: string } | null;
}

/** Facts that the provider vouches for. */
interface Vouched {
  subject: string;
  /** Confirmed by the provider; null otherwise. */
  email: string | null;
  /** The role that the groups give; null if no group gives one. */
  role: Role | null;
}

const timeoutSeconds = 10;
/** Keys and addresses of the provider are read again after this. */
const rereadAfter = hour;
/** A sign-in begins at a provider that has responded within this: the browser would show only its own error. */
const responseTimeout = 10 * second;
/** Max time by which the provider's clock may be behind. */
const clockShift = 30 * second;

const cookieSchema = z.object({
  secret: z.string(),
  to: z.string(),
  at: z.number(),
  session: z.object({ hash: z.string(), memberId: z.string() }).nullable(),
});

/**
 * A subject of up to 255 ASCII characters (OpenID Connect Core 1.0, section 2); a blank one names nobody. Exported for
 * its test.
 */
export const subjectSchema = z
  .string()
  .max(255)
  .regex(/^[\x20-\x7e]+$/)
  .refine((sub) => sub.trim() !== "");

const claimsSchema = z.looseObject({
  sub: subjectSchema,
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

/**
 * The company's identity provider (OpenID Connect: authorization code flow with PKCE, state and nonce). Nothing of a
 * sign-in is stored: the browser's cookie has a secret from which the verifier and the nonce are made, and the state is
 * a signed token that works once and for that cookie only.
 */
export function createIdentityProvider(deps: {
  config: ProviderConfig;
  publicUrl: URL;
  tokens: Pick<SingleUseTokens, "issue" | "isGood" | "use">;
  now: () => number;
}) {
  const { config, tokens, now } = deps;
  const redirectUri = new URL(providerPaths.callback, deps.publicUrl).href;
  let known: { provider: Promise<Configuration>; at: number } | undefined;

  async function discover(): Promise<Configuration> {
    // Loaded by the first sign-in: most processes never need it.
    const oidc = await import("openid-client");
    const { issuer, clientId, clientSecret } = config;
    const isPlain = new URL(issuer).protocol === "http:";
    const options = {
      timeout: timeoutSeconds,
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    };
    const found = (auth: ReturnType<typeof oidc.ClientSecretBasic>) =>
      oidc.discovery(new URL(issuer), clientId, undefined, auth, options);
    const byBasic = await found(oidc.ClientSecretBasic(clientSecret));
    const ways = byBasic.serverMetadata().token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return ways.includes("client_secret_basic") ? byBasic : found(oidc.ClientSecretPost(clientSecret));
  }

  /** Discovers the provider on first use, since the server's start must not wait for it. A failure is not cached. */
  function provider(maxAge: number): Promise<Configuration> {
    if (known !== undefined && now() < known.at + maxAge) return known.provider;
    const reading = { provider: discover(), at: now() };
    known = reading;
    reading.provider.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.provider;
  }

  const stateOf = ({ secret, to, at, session }: z.output<typeof cookieSchema>) => [
    "identity provider",
    config.issuer,
    hashToken(secret),
    JSON.stringify([to, at, session]),
  ];

  function roleOf(groups: unknown): Role | null {
    const names = [groups].flat();
    if (config.groups.owner.some((name) => names.includes(name))) return "owner";
    return config.groups.agent.some((name) => names.includes(name)) ? "agent" : null;
  }

  return {
    issuer: config.issuer,

    /**
     * Begins a sign-in. Returns the URL for the browser and the value of its cookie.
     * @throws if the provider does not respond
     */
    async begin({ to, session }: { to: string; session: SignedIn | null }): Promise<{ url: string; cookie: string }> {
      const oidc = await import("openid-client");
      const found = await provider(responseTimeout);
      const bound = session && { hash: hashToken(session.token), memberId: session.member.id };
      const kept = { secret: newToken(), to, at: now(), session: bound };
      const state = await tokens.issue(stateOf(kept));
      const url = oidc.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce: keyedHash(kept.secret, "nonce", state),
        code_challenge: await oidc.calculatePKCECodeChallenge(keyedHash(kept.secret, "verifier", state)),
        code_challenge_method: "S256",
        ...(session === null ? {} : { prompt: "login", max_age: "0" }),
      });
      return { url: url.href, cookie: Buffer.from(JSON.stringify(kept)).toString("base64url") };
    },

    /** Checks the provider's answer, a query, against the browser's cookie. `log` gets why it failed. */
    async finish(
      query: string,
      cookie: string | undefined,
      log: (error: unknown) => void,
    ): Promise<
      { ok: true; vouched: Vouched; purpose: Purpose } | { ok: false; reason: ProviderFailure; purpose: Purpose | null }
    > {
      const kept = readCookie(cookie);
      const state = new URLSearchParams(query).get("state") ?? "";
      const isOurs = kept !== null && (await tokens.isGood(state, stateOf(kept))) && (await tokens.use(state));
      if (!isOurs) return { ok: false, reason: "refused", purpose: null };
      const purpose = { to: kept.to, session: kept.session };
      try {
        const oidc = await import("openid-client");
        const found = await provider(rereadAfter);
        const granted = await oidc.authorizationCodeGrant(found, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: keyedHash(kept.secret, "nonce", state),
          pkceCodeVerifier: keyedHash(kept.secret, "verifier", state),
          idTokenExpected: true,
        });
        const token = granted.claims();
        if (token === undefined) return { ok: false, reason: "refused", purpose };
        const isFresh = typeof token.auth_time === "number" && token.auth_time * 1000 >= kept.at - clockShift;
        if (kept.session !== null && !isFresh) return { ok: false, reason: "refused", purpose };
        const isWhole = token["email"] !== undefined && token[config.groups.claim] !== undefined;
        const more =
          isWhole || found.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await oidc.fetchUserInfo(found, granted.access_token, token.sub);
        const claims = claimsSchema.parse({ ...more, ...token });
        const email = claims.email_verified === true ? z.email().max(254).safeParse(claims.email).data : undefined;
        const role = roleOf(claims[config.groups.claim]);
        return { ok: true, vouched: { subject: claims.sub, email: email ?? null, role }, purpose };
      } catch (error) {
        log(error);
        return { ok: false, reason: isUnavailable(error) ? "unavailable" : "refused", purpose };
      }
    },
  };
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

function readCookie(cookie: string | undefined) {
  try {
    return cookieSchema.parse(JSON.parse(Buffer.from(cookie ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}

/** Returns whether the provider could not be reached, or has a fault of its own. */
export function isUnavailable(error: unknown): boolean {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown };
  if (name === "TypeError" || name === "TimeoutError" || code === "OAUTH_TIMEOUT") return true;
  return cause instanceof Response && cause.status >= 500;
}
