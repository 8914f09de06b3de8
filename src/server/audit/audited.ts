import type { AuditActor, AuditEvent } from "#domain/audit.ts";
import type { MemberStore } from "../auth/team/member-queries.ts";
import type { Accounts } from "../auth/team/accounts.ts";
import type { Audit } from "./audit.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Proof } from "../auth/step-up.ts";
import type { SecondFactor } from "../auth/second-factor/second-factor.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { Team } from "../auth/team/team.ts";

/**
 * Wraps services so that their actions are recorded in the audit log. Services whose entries are mandatory
 * (`inquiries.ts`, `signed-channels.ts`, `settings.ts` and, for membership, `team.ts`) write them in the transaction of
 * what they describe instead.
 */
export function createAudited(deps: { audit: Audit; members: Pick<MemberStore, "findByEmail" | "findById"> }) {
  const { members } = deps;
  const record = (kind: AuditEvent["kind"], by: AuditActor, about: AuditEvent["about"]) =>
    deps.audit.record({ kind, by: by === null ? null : { id: by.id, email: by.email }, about });
  const actor = async (id: string): Promise<AuditActor> => {
    const member = await members.findById(id);
    return member === null ? null : { id, email: member.email };
  };

  return {
    /** Each sign-in starts a session, whatever its way; replacing it or signing out ends it. */
    sessions: (sessions: Sessions): Sessions => ({
      ...sessions,

      async start(member, device = null, way = "password") {
        const session = await sessions.start(member, device, way);
        await record("signed-in", member, { device, way });
        return session;
      },

      async end(token) {
        const session = await sessions.find(token);
        await sessions.end(token);
        if (session !== null) await record("signed-out", session.member, {});
      },

      async endOne(memberId, id) {
        const ended = await sessions.endOne(memberId, id);
        if (ended) await record("sessions-ended", await actor(memberId), { count: 1 });
        return ended;
      },

      async endOthers(memberId, token) {
        const count = await sessions.endOthers(memberId, token);
        if (count > 0) await record("sessions-ended", await actor(memberId), { count });
        return count;
      },

      async endAll(memberId) {
        const count = await sessions.endAll(memberId);
        if (count > 0) await record("sessions-ended", await actor(memberId), { count });
        return count;
      },
    }),

    /**
     * A refusal names the member with the address, if any. Never the address: it may be a password in the wrong field.
     */
    signIn: (signIn: SignIn): SignIn => ({
      ...signIn,

      async signIn(input) {
        const result = await signIn.signIn(input);
        if (result.outcome === "refused") {
          const member = await members.findByEmail(input.email);
          await record("sign-in-refused", null, { member: member?.id ?? null, device: input.device ?? null });
        }
        if (result.outcome === "second factor") {
          await record("second-factor-asked", null, { member: result.member.id, device: input.device ?? null });
        }
        return result;
      },

      async withCode(input) {
        const result = await signIn.withCode(input);
        if (result.outcome === "refused") {
          await record("sign-in-refused", null, { member: result.memberId, device: input.device ?? null, way: "code" });
        }
        return result;
      },

      async withPasskey(input) {
        const result = await signIn.withPasskey(input);
        // Refusals without a known member tell nothing, and anybody could fill the log with them.
        if (result.outcome === "refused" && result.memberId !== null) {
          const { memberId, isClone } = result;
          await record("sign-in-refused", null, {
            member: memberId,
            device: input.device ?? null,
            way: "passkey",
            isClone,
          });
        }
        return result;
      },
    }),

    proof: (proof: Proof): Proof => ({
      ...proof,

      async byPassword(signedIn, password) {
        const result = await proof.byPassword(signedIn, password);
        if (result.outcome === "refused") await record("proof-refused", signedIn.member, { way: "password" });
        return result;
      },

      async byPasskey(signedIn, response) {
        const result = await proof.byPasskey(signedIn, response);
        if (result.outcome === "refused") await record("proof-refused", signedIn.member, { way: "passkey" });
        return result;
      },

      async byCode(signedIn, code) {
        const result = await proof.byCode(signedIn, code);
        if (result.outcome === "refused") await record("proof-refused", signedIn.member, { way: "code" });
        return result;
      },
    }),

    /** A browser that is new to a member. */
    newDevice: async (memberId: string, device: string | null) =>
      record("new-device", await actor(memberId), { device }),

    /** An added passkey is named by its id, which reveals nothing. */
    secondFactor: (secondFactor: SecondFactor): SecondFactor => ({
      ...secondFactor,

      async confirmCodes(signedIn, code) {
        const result = await secondFactor.confirmCodes(signedIn, code);
        if (result.outcome === "added") await record("codes-added", signedIn.member, {});
        return result;
      },

      async removeCodes(memberId) {
        const result = await secondFactor.removeCodes(memberId);
        if (result === "removed") await record("codes-removed", await actor(memberId), {});
        return result;
      },

      async addPasskey(signedIn, input) {
        const result = await secondFactor.addPasskey(signedIn, input);
        if (result.outcome === "added") await record("passkey-added", signedIn.member, { passkey: input.response.id });
        return result;
      },

      async removePasskey(memberId, id) {
        const result = await secondFactor.removePasskey(memberId, id);
        if (result === "removed") await record("passkey-removed", await actor(memberId), { passkey: id });
        return result;
      },

      async renewRecoveryCodes(memberId) {
        const codes = await secondFactor.renewRecoveryCodes(memberId);
        if (codes !== null) await record("recovery-codes-made", await actor(memberId), {});
        return codes;
      },
    }),

    accounts: (accounts: Accounts): Accounts => ({
      ...accounts,

      async newPasswordLink(email) {
        const token = await accounts.newPasswordLink(email);
        const member = token === null ? null : await members.findByEmail(email);
        if (member !== null) await record("password-link-made", null, { member: member.id, by: "command" });
        return token;
      },

      async newMemberLink(id) {
        const link = await accounts.newMemberLink(id);
        if (link !== null) await record("password-link-made", null, { member: id, by: "mail" });
        return link;
      },

      async setPassword(input) {
        const result = await accounts.setPassword(input);
        if (result.outcome === "set") await record("password-set", result.session.member, {});
        if (result.outcome === "second factor") await record("password-set", result.member, {});
        return result;
      },
    }),

    /** An export names the set filters, but not the search text, which may be a visitor's name. */
    inbox: (inbox: Inbox): Inbox => ({
      ...inbox,

      async export(filter, names, asking) {
        const made = await inbox.export(filter, names, asking);
        if (made.outcome !== "export") return made;
        const filters = names === undefined ? Object.entries(filter) : [];
        await record("inquiries-exported", asking.member, {
          expected: made.expected,
          chosen: names !== undefined,
          filters: filters.flatMap(([name, value]) => (value === undefined ? [] : [name])),
        });
        return made;
      },
    }),

    team: (team: Team) => ({
      ...team,

      async endSessions(id: string, by: AuditActor = null): ReturnType<Team["endSessions"]> {
        const count = await team.endSessions(id);
        if (count !== null) await record("sessions-ended", by, { member: id, count });
        return count;
      },

      async renewLink(id: string, by: AuditActor = null): ReturnType<Team["renewLink"]> {
        const renewed = await team.renewLink(id, by);
        if (renewed !== null && renewed !== "deactivated") await record("password-link-made", by, { member: id });
        return renewed;
      },
    }),
  };
}

export type Audited = ReturnType<typeof createAudited>;
export type AuditedTeam = ReturnType<Audited["team"]>;
