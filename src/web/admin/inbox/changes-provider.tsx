import { teamCopy } from "#copy/current.ts";
import { createContext, type ReactNode, use } from "react";
import { paths } from "#contract/paths.ts";
import { useLocation } from "#web/page/router.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { showsBin } from "./bin/use-bin.ts";
import { useInquiryChanges } from "./use-changes.ts";

type Changes = ReturnType<typeof useInquiryChanges>;

const ChangesContext = createContext<Changes | null>(null);

/** Holds the member's changes and replies above the pages: what fails after they left the inbox is not lost. */
export function ChangesProvider({ memberId, children }: { memberId: string; children: ReactNode }) {
  return <ChangesContext value={useInquiryChanges(memberId)}>{children}</ChangesContext>;
}

export function useChanges(): Changes {
  const value = use(ChangesContext);
  if (value === null) throw new Error("outside the admin area");
  return value;
}

/** Shows on other pages how many changes and replies have failed, with a link to them. */
export function FailedInInbox() {
  const { failures, replies, stale } = useChanges();
  const { pathname, search } = useLocation();
  const unsent = Object.values(replies.unsent).filter(({ state }) => state !== "sending");
  const count = failures.all.length + unsent.length + Object.keys(stale).length;
  if (count === 0 || (pathname === paths.inbox && !showsBin(search))) return null;
  return (
    <Alert role="alert">
      <p>{teamCopy.inbox.failures.elsewhere(count)}</p>
      <ButtonLink variant="secondary" size="small" to={paths.inbox}>
        {teamCopy.inbox.failures.toInbox}
      </ButtonLink>
    </Alert>
  );
}
