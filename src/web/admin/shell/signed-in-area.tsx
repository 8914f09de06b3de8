import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query";
import { createContext, Fragment, type ReactNode, use, useEffect, useRef, useState } from "react";
import type { Member, Session } from "#contract/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Link, useLocation } from "#web/page/router.tsx";
import { paths } from "#contract/paths.ts";
import { BackupBanner } from "./backup-banner.tsx";
import { ChannelBanners } from "../channels/banners/channel-banners.tsx";
import { HideAll } from "../channels/hide-all.tsx";
import { DeliveryBanner } from "./delivery-banner.tsx";
import { eraseDrafts, eraseDraftsOfOthers } from "../inbox/inquiry/drafts.ts";
import { failureText, isSignedOut, mustSetUpFirst } from "./failure.tsx";
import { ProofClient } from "../step-up/step-up-client.ts";
import { StepUpDialog } from "../step-up/step-up-dialog.tsx";
import { useStepUp } from "../step-up/step-up-prompt.ts";
import { SettingsBanner } from "./settings-banner.tsx";
import { SetUpFirst, type SetUpState } from "./set-up-first.tsx";
import { SignInForm } from "../sign-in/sign-in-form.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { teamApi } from "#web/api/team-api.ts";
import type { Role } from "#domain/member.ts";
import { AdminNavigationContext } from "#web/page/page-data.ts";

const MemberContext = createContext<Member | null>(null);

/** The signed-in member, for the admin pages. */
export function useMember(): Member {
  const member = use(MemberContext);
  if (member === null) throw new Error("useMember stands outside the signed-in area");
  return member;
}

/**
 * The admin area of a member. A 401 opens the sign-in, and a missing second factor its set-up: over the page, so that
 * nothing typed is lost.
 */
export function SignedInArea(props: { initial: Session; title: string; children: ReactNode }) {
  const { initial, title, children } = props;
  const { pathname } = useLocation();
  const [member, setMember] = useState(initial.member);
  const [setUp, setSetUp] = useState<SetUpState>(initial.mustSetUp ? "first" : "done");
  const isOpen = setUp !== "first";
  const [session, setSession] = useState<"open" | "asking" | "over">("open");
  const { question, prove } = useStepUp();
  const [client] = useState(() => {
    const watch = (error: Error) => {
      if (isSignedOut(error)) setSession("asking");
      if (mustSetUpFirst(error)) setSetUp((now) => (now === "first" ? now : "asking"));
    };
    const config = {
      queryCache: new QueryCache({ onError: watch }),
      mutationCache: new MutationCache({ onError: watch }),
      // No automatic retries: each failure shows at once, and the member retries. Without a network a call fails
      // instead of waiting.
      defaultOptions: { queries: { retry: false, networkMode: "always" }, mutations: { networkMode: "always" } },
    } as const;
    return new ProofClient(config, prove);
  });

  // Drafts typed by others in this browser are not this member's to read.
  useEffect(() => eraseDraftsOfOthers(member.id), [member.id]);
  useEffect(() => onSignOut(() => leaveSignedOut(() => location.reload())), []);

  function goOn({ member: signedIn, mustSetUp }: Session) {
    setMember(signedIn);
    setSetUp((now) => (!mustSetUp ? "done" : now === "first" ? now : "asking"));
    setSession("open");
    // Signing in again counts as the step-up. If somebody else has signed in, the pending calls are not theirs.
    question?.answer(signedIn.email === member.email);
    void client.invalidateQueries();
  }

  function changeSetUp(state: SetUpState) {
    setSetUp(state);
    if (state !== "done") return;
    // The focused element disappears with what replaced the page.
    if (!isOpen) document.getElementById("main")?.focus();
    void client.invalidateQueries();
  }

  return (
    <QueryClientProvider client={client}>
      <section className="admin">
        <header className="admin-head">
          <h1>{isOpen ? title : "Set up a second factor"}</h1>
          <SignOut member={member} />
        </header>
        {isOpen && (
          <>
            <AdminNavigation role={member.role} />
            <DeliveryBanner role={member.role} />
            {member.role === "owner" && <BackupBanner />}
            {member.role === "owner" && <SettingsBanner />}
            {/* Above all banners: in an emergency nobody should have to search for it. */}
            {member.role === "owner" && pathname === paths.channels && <HideAll />}
            <ChannelBanners role={member.role} />
          </>
        )}
        {session === "over" && (
          <Alert>
            <p>You are signed out. What you typed is still here.</p>
            <Button onClick={() => setSession("asking")}>Sign in again</Button>
          </Alert>
        )}
        <SetUpFirst state={setUp} onChange={changeSetUp} />
        {isOpen && (
          <MemberContext value={member}>
            <Fragment key={member.id}>{children}</Fragment>
          </MemberContext>
        )}
        <StepUpDialog question={question} email={member.email} onSignedOut={() => setSession("asking")} />
        <Dialog
          open={session === "asking"}
          onClose={() => setSession((now) => (now === "asking" ? "over" : now))}
          title="Please sign in again"
          id="sign-in-again-title"
        >
          {session === "asking" && (
            <>
              <p className="sign-in-again">
                Your session is over. Nothing you typed is lost: sign in here, then press the button once more.
              </p>
              <SignInForm email={member.email} onSignedIn={goOn} />
            </>
          )}
        </Dialog>
      </section>
    </QueryClientProvider>
  );
}

function SignOut({ member }: { member: Member }) {
  const toast = useToast();
  const ready = useHydrated();
  const [problem, setProblem] = useState<string>();

  async function signOut() {
    try {
      await teamApi.signOut();
    } catch (error) {
      if (!isSignedOut(error)) {
        toast("error", "Failed to sign out");
        setProblem(failureText(error));
        return;
      }
    }
    eraseDrafts();
    broadcastSignOut();
    leaveSignedOut(() => location.assign(paths.channels));
  }

  return (
    <div className="signed-in">
      <p>
        Signed in as <strong>{member.email}</strong>
      </p>
      <Button variant="secondary" disabled={!ready} onClick={() => void signOut()}>
        Sign out
      </Button>
      {problem !== undefined && <Alert>You are still signed in. {problem}</Alert>}
    </div>
  );
}

/** The admin pages that this member may use. On a phone they scroll sideways, with the current one in view. */
function AdminNavigation({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // Each page of the area mounts its own navigation.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    list.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - list.current.offsetLeft - 48 });
  }, []);
  return (
    <nav ref={list} className="admin-navigation" aria-label="Admin">
      {use(AdminNavigationContext)
        .filter(({ only }) => only === undefined || only === role)
        .map(({ path, label }) => (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
            {label}
          </Link>
        ))}
    </nav>
  );
}

let channel: BroadcastChannel | undefined;

/** One per page: a channel does not receive its own messages, and the page that signs out navigates itself. */
function signOutChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  return (channel ??= new BroadcastChannel("front-desk-sign-out"));
}

/** Tells the browser's other tabs that the member has signed out. */
function broadcastSignOut(): void {
  signOutChannel()?.postMessage("signed out");
}

/**
 * Calls `leave` when the member signs out in another tab, since nobody may see this page then. Returns the function
 * that unsubscribes.
 */
function onSignOut(leave: () => void): () => void {
  const heard = signOutChannel();
  heard?.addEventListener("message", leave);
  return () => heard?.removeEventListener("message", leave);
}

/** Leaves the page without the unsaved-changes prompt: nobody is signed in any more. */
function leaveSignedOut(go: () => void): void {
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
  go();
}
