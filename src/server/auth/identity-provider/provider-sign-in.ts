import { minute } from "#domain/time/durations.ts";
import type { Audit } from "#server/audit/audit.ts";
import { createTokenBuckets } from "#server/lib/recent-map.ts";
import type { Sessions, SignedIn } from "../sessions.ts";
import type { MemberStore } from "../team/member-queries.ts";
import type { Team } from "../team/team.ts";
import type { IdentityProvider } from "./identity-provider.ts";

/** Outcome of a sign-in at the provider, as the sign-in page shows it. */
export type ProviderOutcome =
  | "done"
  | "confirmed"
  | "unavailable"
  | "failed"
  | "no-group"
  | "address"
  | "taken"
  | "deactivated";

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

/** Callbacks per minute and network: each costs a call to the provider and a row. */
const answersPerMinute = 30;

/** Signs members in with the company's account, and lets them confirm with it that it is them. */
export function createProviderSignIn(deps: {
  provider: IdentityProvider | undefined;
  members: Pick<MemberStore, "findByIdentity">;
  team: Pick<Team, "admit">;
  sessions: Pick<Sessions, "start" | "recordStepUpByHash">;
  audit: Pick<Audit, "record">;
  /** Returns whether there is a local owner: nobody is admitted without one, since the provider may be unavailable. */
  hasOwner: () => Promise<boolean>;
  now: () => number;
}) {
  const { provider, audit } = deps;
  const answers = createTokenBuckets({ refillMs: minute / answersPerMinute, burst: answersPerMinute, now: deps.now });

  const refuse = (member: string | null, device: string | null) =>
    audit.record({ kind: "sign-in-refused", by: null, about: { member, way: "provider", device } });

  return {
    isOffered: provider !== undefined,

    /** @throws if the provider does not respond */
    begin: async (purpose: { to: string; session: SignedIn | null }) => (await provider?.begin(purpose)) ?? null,

    /** Finishes the sign-in: what the page shows, where it redirects, and the new `session`. */
    async finish(input: {
      query: string;
      cookie: string | undefined;
      network: string;
      device: string | null;
      log: (error: unknown) => void;
    }): Promise<{ outcome: ProviderOutcome; to: string | null; session?: SignedIn }> {
      if (provider === undefined || answers.take(input.network) > 0) return { outcome: "failed", to: null };
      const result = await provider.finish(input.query, input.cookie, input.log);
      const target = result.purpose?.to ?? null;
      if (!result.ok) {
        const { reason, purpose } = result;
        if (reason === "refused" && purpose !== null) await refuse(purpose.session?.memberId ?? null, input.device);
        return { outcome: reason === "refused" ? "failed" : reason, to: target };
      }
      const { purpose, vouched } = result;
      const identity = { issuer: provider.issuer, subject: vouched.subject };
      if (!(await deps.hasOwner())) return { outcome: "no-group", to: target };
      // Somebody else at the keyboard must not become a member by confirming.
      const isOther =
        purpose.session !== null && (await deps.members.findByIdentity(identity))?.id !== purpose.session.memberId;
      if (isOther) {
        await refuse(purpose.session?.memberId ?? null, input.device);
        return { outcome: "failed", to: target };
      }
      const admitted = await deps.team.admit(identity, vouched);
      if (!admitted.ok) {
        await refuse(admitted.id, input.device);
        return { outcome: admitted.reason === "no group" ? "no-group" : admitted.reason, to: target };
      }
      const { member } = admitted;
      if (purpose.session === null)
        return { outcome: "done", to: target, session: await deps.sessions.start(member, input.device, "provider") };
      // False if the session has ended meanwhile.
      const hasSteppedUp = await deps.sessions.recordStepUpByHash(purpose.session.hash, member.id);
      return { outcome: hasSteppedUp ? "confirmed" : "failed", to: target };
    },
  };
}
