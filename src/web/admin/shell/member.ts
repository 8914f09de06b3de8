import { createContext, use } from "react";
import type { Member } from "#contract/auth/session.ts";

export const MemberContext = createContext<Member | null>(null);

/** The signed-in member, for the pages in the shell. */
export function useMember(): Member {
  const member = use(MemberContext);
  if (member === null) throw new Error("useMember stands outside the signed-in area");
  return member;
}
