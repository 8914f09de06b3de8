import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useState } from "react";
import type { Member, Session } from "#contract/session.ts";
import { Modal } from "../../components/modal.tsx";
import { useToast } from "../../components/toast.tsx";
import { useLocation } from "../../router.tsx";
import { paths } from "../../routes.tsx";
import { AdminNavigation } from "./admin-navigation.tsx";
import { BackupBanner } from "./backup-banner.tsx";
import { ChannelBanners } from "./channels/channel-banners.tsx";
import { HideAll } from "./contacts/hide-all.tsx";
import { DeliveryBanner } from "./delivery-banner.tsx";
import { failureText, isSignedOut, mustSetUpFirst } from "./failure-text.ts";
import { ProofClient } from "./proof/proof-client.ts";
import { ProofDialog } from "./proof/proof-dialog.tsx";
import { useProof } from "./proof/use-proof.ts";
import { SetUpFirst, type SetUpState } from "./set-up-first.tsx";
import { SignInForm } from "./sign-in/sign-in-form.tsx";
import { useTakenOver } from "../../components/use-taken-over.ts";
import { teamApi } from "../../team-api.ts";

const MemberContext = createContext<Member | null>(null);

/** Whoever is signed in, in the area's pages. */
export function useMember(): Member {
  const member = use(MemberContext);
  if (member === null) throw new Error("useMember stands outside the signed-in area");
  return member;
}

/**
 * What a member sees. A call that answers 401 asks to sign in again, and one that needs a second factor to set one up: over the page, so
 * that nothing typed is lost.
 */
export function SignedInArea(props: { initial: Session; title: string; children: ReactNode }) {
  const { initial, title, children } = props;
  const { pathname } = useLocation();
  const [member, setMember] = useState(initial.member);
  const [setUp, setSetUp] = useState<SetUpState>(initial.mustSetUp ? "first" : "done");
  const isOpen = setUp !== "first";
  const [session, setSession] = useState<"open" | "asking" | "over">("open");
  const { question, prove } = useProof();
  const [client] = useState(() => {
    const watch = (error: Error) => {
      if (isSignedOut(error)) setSession("asking");
      if (mustSetUpFirst(error)) setSetUp((now) => (now === "first" ? now : "asking"));
    };
    const config = {
      queryCache: new QueryCache({ onError: watch }),
      mutationCache: new MutationCache({ onError: watch }),
      // Each failure is told at once; it is the person who tries again. Without a network a call fails instead of waiting.
      defaultOptions: { queries: { retry: false, networkMode: "always" }, mutations: { networkMode: "always" } },
    } as const;
    return new ProofClient(config, prove);
  });

  function goOn({ member: signedIn, mustSetUp }: Session) {
    setMember(signedIn);
    setSetUp((now) => (!mustSetUp ? "done" : now === "first" ? now : "asking"));
    setSession("open");
    // Who has just signed in has proved it; somebody else has not asked for what waits.
    question?.answer(signedIn.email === member.email);
    void client.invalidateQueries();
  }

  function changeSetUp(state: SetUpState) {
    setSetUp(state);
    if (state !== "done") return;
    // What had the focus goes with what stood in the page's place.
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
            {/* Above all news, however much there is of it: in an emergency nobody should have to look for it. */}
            {member.role === "owner" && pathname === paths.admin && <HideAll />}
            <ChannelBanners role={member.role} />
          </>
        )}
        {session === "over" && (
          <div className="refusal">
            <p>You are signed out. What you typed is still here.</p>
            <button type="button" className="button" onClick={() => setSession("asking")}>
              Sign in again
            </button>
          </div>
        )}
        <SetUpFirst state={setUp} onChange={changeSetUp} />
        {isOpen && <MemberContext value={member}>{children}</MemberContext>}
        <ProofDialog question={question} email={member.email} onSignedOut={() => setSession("asking")} />
        <Modal
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
        </Modal>
      </section>
    </QueryClientProvider>
  );
}

function SignOut({ member }: { member: Member }) {
  const toast = useToast();
  const ready = useTakenOver();
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
    location.assign(paths.admin);
  }

  return (
    <div className="signed-in">
      <p>
        Signed in as <strong>{member.email}</strong>
      </p>
      <button type="button" className="button quiet" disabled={!ready} onClick={() => void signOut()}>
        Sign out
      </button>
      {problem !== undefined && <p className="refusal">You are still signed in. {problem}</p>}
    </div>
  );
}
