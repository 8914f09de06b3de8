import type { Site } from "#contract/site.ts";
import type { MemberStore } from "../team/member-queries.ts";
import type { Audit } from "#server/audit/audit.ts";
import { type CommonPasswords, passwordNames } from "./common-passwords.ts";
import type { Outbox } from "#server/notifications/outbox.ts";
import type { Passwords } from "./passwords.ts";
import type { SignedIn } from "../sessions.ts";
import { hashToken } from "#server/lib/tokens.ts";

export type OwnPassword = ReturnType<typeof createOwnPassword>;

export type ChangePasswordOutcome =
  | { outcome: "changed"; sessionsEnded: number }
  | { outcome: "common password" }
  /** The session has ended meanwhile. */
  | { outcome: "signed out" };

/** Changes the password of a signed-in member, after a step-up. */
export function createOwnPassword(deps: {
  members: Pick<MemberStore, "changePassword">;
  passwords: Pick<Passwords, "hash">;
  commonPasswords: CommonPasswords;
  site: Pick<Site, "brands">;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "noticeMessages" | "wake">;
  now: () => number;
}) {
  const { members, audit, outbox } = deps;
  return {
    /** Ends the member's other sessions and links, and notifies the member by email. @throws BusyError */
    async change({ token, member }: SignedIn, password: string, device: string | null): Promise<ChangePasswordOutcome> {
      const names = passwordNames(deps.site, member.email);
      if (await deps.commonPasswords.isCommon(password, names)) return { outcome: "common password" };
      const passwordHash = await deps.passwords.hash(password);
      const by = { id: member.id, email: member.email };
      const sessionsEnded = await members.changePassword(member.id, passwordHash, hashToken(token), {
        now: deps.now(),
        messages: await outbox.noticeMessages(member.id, "password-changed", device),
        audit: [audit.draft({ kind: "password-set", by, about: { device } })],
      });
      if (sessionsEnded === null) return { outcome: "signed out" };
      audit.written();
      outbox.wake();
      return { outcome: "changed", sessionsEnded };
    },
  };
}
