import { randomBytes, randomUUID } from "node:crypto";
import type { ApiToken, apiTokenInputSchema, NewApiToken } from "#contract/auth/api-token.ts";
import type { Member } from "#contract/auth/session.ts";
import type { Site } from "#contract/site/site.ts";
import { tokenLimits, tokenPattern, type TokenScope, tokenScopes } from "#domain/api-token.ts";
import { readingScopes } from "#domain/trust-changes.ts";
import { dayAt, nextDay, startOfDay } from "#domain/time/day.ts";
import { day, minute } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import type { Audit } from "#server/audit/audit.ts";
import { createTokenBuckets } from "#server/lib/recent-map.ts";
import { hashToken, isSameSecret, newToken } from "#server/lib/tokens.ts";
import type { Outbox } from "#server/notifications/outbox.ts";
import { unlessUnavailable } from "#server/store/store-unavailable.ts";
import type { Held, Trust } from "#server/trust/trust.ts";
import { z } from "zod";
import type { ApiTokenStore, StoredApiToken } from "./api-token-queries.ts";

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** The token of a call, which acts as itself and not as its maker. */
export interface ApiTokenCaller {
  id: string;
  name: string;
  scopes: readonly TokenScope[];
}

type TokenRow = Omit<StoredApiToken, "usedOn" | "mac">;

/** A token that is not stored yet: it has no MAC, so nothing that the store has makes it work. */
export interface WaitingToken {
  row: TokenRow;
  hash: string;
  expiresOn: string;
}

/** An expired token stays in the list for this long. */
const keptMs = 30 * day;

/**
 * Keys with which programs call the API. The store has a MAC over the token and its row: it reveals no token, and a row
 * that another program has written or changed opens nothing. Only tokens of present owners work.
 */
export function createApiTokens(deps: {
  store: ApiTokenStore;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "notifyOwners">;
  trust: Pick<Trust, "hold">;
  mac: (text: string) => Promise<string>;
  limits: { callsPerMinute: number };
  site: Pick<Site, "timeZone">;
  now: () => number;
}) {
  const { store, audit, site, now } = deps;
  const { callsPerMinute } = deps.limits;
  const calls = createTokenBuckets({ refillMs: minute / callsPerMinute, burst: callsPerMinute, now });

  const macOf = (token: string, row: TokenRow) => macOfHash(hashToken(token), row);

  function macOfHash(hash: string, row: TokenRow) {
    const { id, prefix, name, scopes, memberId, createdAt, expiresAt } = row;
    const parts = [hash, id, prefix, name, scopes, memberId, createdAt, expiresAt];
    return deps.mac(JSON.stringify(["api token", ...parts]));
  }

  /** Stores a token and notifies the owners; false if there are too many. */
  async function insert(
    { row, hash, expiresOn }: WaitingToken,
    creator: { id: string; email: string },
  ): Promise<boolean> {
    const { id: token, name, scopes } = row;
    const about = { token, name, scopes: scopesIn(scopes), expires: expiresOn };
    const entry = audit.draft({ kind: "api-token-made", by: creator, about });
    if (!(await store.insert({ ...row, mac: await macOfHash(hash, row) }, tokenLimits.count, entry))) return false;
    audit.written();
    await deps.outbox.notifyOwners("api-token-made", creator.id, creator.id);
    return true;
  }

  return {
    /** The working token of this text; null for any other text, without a reason. */
    async find(token: string): Promise<ApiTokenCaller | null> {
      const [, prefix] = tokenPattern.exec(token) ?? [];
      const row = prefix === undefined ? null : await store.find(prefix);
      // Computes a MAC without a row too, so that the time does not tell whether there is one.
      const isOurs = isSameSecret(row?.mac ?? noRow.mac, await macOf(token, row ?? noRow));
      if (row === null || !isOurs || now() >= row.expiresAt) return null;
      const today = dayAt(now(), site.timeZone);
      // Stores the day alone: one write a day, and no trace of who does what when.
      if (row.usedOn !== today) await store.markUsed(row.id, today).catch(unlessUnavailable);
      return { id: row.id, name: row.name, scopes: JSON.parse(row.scopes) as TokenScope[] };
    },

    /** Counts a call of a token. Returns 0, or the seconds until the next one may come. */
    secondsToWait: (id: string): number => Math.ceil(calls.take(id) / 1000),

    async list(): Promise<ApiToken[]> {
      return (await store.list()).map(({ madeBy, ...row }) => shown(row, madeBy));
    },

    /** Makes a token and notifies the owners. `bad day`: it would end before it works, or too late. */
    async make(
      input: z.output<typeof apiTokenInputSchema>,
      creator: Member,
    ): Promise<
      | { ok: true; made: NewApiToken; waits: NonNullable<Extract<Held, { ok: true }>["waits"]> | null }
      | { ok: false; reason: "bad day" | "too many" | "waits already" }
    > {
      const time = now();
      const expiresAt = startOfDay(nextDay(input.expiresOn), site.timeZone);
      if (expiresAt <= time || expiresAt > time + tokenLimits.days * day) return { ok: false, reason: "bad day" };
      const prefix = randomBytes(4).toString("hex");
      const token = `fd_${prefix}_${newToken()}`;
      const { name } = input;
      const scopes = JSON.stringify(input.scopes);
      const row = { id: randomUUID(), prefix, name, scopes, memberId: creator.id, createdAt: time, expiresAt };
      const actor = { id: creator.id, email: creator.email };
      const made = { apiToken: shown({ ...row, mac: "", usedOn: null }, creator.email), token };
      if (input.scopes.some((scope) => !readingScopes.has(scope))) {
        const payload: WaitingToken = { row, hash: hashToken(token), expiresOn: input.expiresOn };
        const held = await deps.trust.hold("api-token", { by: actor, payload });
        if (!held.ok) return held;
        if (held.waits !== null) return { ok: true, made, waits: held.waits };
      }
      const isKept = await insert({ row, hash: hashToken(token), expiresOn: input.expiresOn }, actor);
      return isKept ? { ok: true, made, waits: null } : { ok: false, reason: "too many" };
    },

    insert,

    /** Revokes a token; false if there is none with this id. */
    async revoke(id: string, actor: Member): Promise<boolean> {
      const isRevoked = await store.delete(id, (token) =>
        audit.draft({
          kind: "api-token-revoked",
          by: { id: actor.id, email: actor.email },
          about: { token: token.id, name: token.name },
        }),
      );
      if (isRevoked) audit.written();
      return isRevoked;
    },

    purge: () => store.deleteOver(now() - keptMs),
  };
}

const noRow = { id: "", prefix: "", name: "", scopes: "[]", memberId: "", createdAt: 0, expiresAt: 0, mac: "" };

/** Returns the scopes of a token; none for a row that another program wrote. */
function scopesIn(json: string): TokenScope[] {
  try {
    return z.array(z.enum(tokenScopes)).parse(JSON.parse(json));
  } catch {
    return [];
  }
}

function shown(row: StoredApiToken, madeBy: string): ApiToken {
  const { id, name, usedOn } = row;
  return {
    id,
    name,
    prefix: `fd_${row.prefix}`,
    scopes: scopesIn(row.scopes),
    madeBy,
    createdAt: instant(row.createdAt),
    usedOn,
    expiresAt: instant(row.expiresAt),
  };
}
