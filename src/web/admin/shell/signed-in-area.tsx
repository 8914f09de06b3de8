import { here } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { SetupStrip } from "../setup/setup-strip.tsx";
import { setupKey } from "../setup/use-setup.ts";
import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Session } from "#contract/auth/session.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { paths } from "#contract/paths.ts";
import { Alarms } from "./alarms.tsx";
import { ChannelBanners } from "../channels/banners/channel-banners.tsx";
import { ChangesProvider, FailedInInbox } from "../inbox/changes-provider.tsx";
import { eraseDraftsOfOthers } from "../inbox/inquiry/drafts/drafts.ts";
import { Bell } from "../bell/bell.tsx";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { failureText, isSignedOut, mustSetUpFirst } from "../forms/failure.tsx";
import { StepUpClient } from "../step-up/step-up-client.ts";
import { StepUpDialog } from "../step-up/step-up-dialog.tsx";
import { useStepUp } from "../step-up/step-up-prompt.ts";
import type { Area, SharedLink } from "./navigation.ts";
import { MemberContext } from "./member.ts";
import { Page } from "./page.tsx";
import { Shell } from "./shell.tsx";
import { eraseMemberData, leaveSignedOut, onSignOut } from "./sign-out.ts";
import { SetUpFirst, type SetUpState } from "../security/set-up-first.tsx";
import { SignInAgain } from "../sign-in/sign-in-again.tsx";
import { teamApi } from "#web/api/team-api.ts";
import type { Role } from "#domain/member.ts";

/**
 * The admin area of a member. A 401 opens the sign-in, and a missing second factor its set-up: over the page, so that
 * nothing typed is lost.
 */
export function SignedInArea(props: {
  initial: Session;
  areas: readonly Area[];
  links: readonly SharedLink[];
  children: ReactNode;
}) {
  const { initial, areas, links, children } = props;
  const signOut = useSignOut();
  const [member, setMember] = useState(initial.member);
  const [setUp, setSetUp] = useState<SetUpState>(initial.mustSetUp ? "first" : "done");
  const isOpen = setUp !== "first";
  const isIdle = useIdle();
  const [session, setSession] = useState<"open" | "asking" | "over">("open");
  const { question, stepUp } = useStepUp();
  const [client] = useState(() => {
    // A member who has closed the question types on: only their own changes open it again, not calls that repeat.
    const watch = (isOwnChange: boolean) => (error: Error) => {
      if (isSignedOut(error)) setSession((now) => (now === "over" && !isOwnChange ? now : "asking"));
      if (mustSetUpFirst(error))
        setSetUp((now) => (now === "first" || (now === "later" && !isOwnChange) ? now : "asking"));
    };
    const config = {
      queryCache: new QueryCache({ onError: watch(false) }),
      // Most steps of the set-up are done by a change.
      mutationCache: new MutationCache({
        onError: watch(true),
        onSuccess: (_data, _input, _result, _mutation, context) =>
          void context.client.invalidateQueries({ queryKey: setupKey }),
      }),
      // No automatic retries: each failure shows at once, and the member retries. Without a network a call fails
      // instead of waiting.
      defaultOptions: { queries: { retry: false, networkMode: "always" }, mutations: { networkMode: "always" } },
    } as const;
    return new StepUpClient(config, stepUp);
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

  const setUpFirst = <SetUpFirst state={setUp} onChange={changeSetUp} />;
  return (
    <QueryClientProvider client={client}>
      <MemberContext value={member}>
        <ChangesProvider key={member.id} memberId={member.id}>
          <Shell
            member={member}
            areas={isOpen ? areas.filter(({ only }) => only === undefined || only === member.role) : []}
            links={links}
            onSignOut={signOut.run}
            bell={isOpen && <Bell isReady={isIdle} />}
            notices={
              <>
                {signOut.question}
                {signOut.problem !== undefined && <Alert>{teamCopy.shell.stillSignedIn(signOut.problem)}</Alert>}
                {session === "over" && (
                  <Alert>
                    <p>{teamCopy.shell.signedOut}</p>
                    <Button onClick={() => setSession("asking")}>{teamCopy.shell.signInAgain}</Button>
                  </Alert>
                )}
                {isOpen && <FailedInInbox />}
                {isOpen && isIdle && <Notices role={member.role} />}
                {isOpen && member.role === "owner" && <SetupStrip isReady={isIdle} />}
                {isOpen && setUpFirst}
                <StepUpDialog question={question} email={member.email} onSignedOut={() => setSession("asking")} />
                <Dialog
                  open={session === "asking"}
                  onClose={() => setSession((now) => (now === "asking" ? "over" : now))}
                  title={teamCopy.shell.sessionOver.title}
                  id="sign-in-again-title"
                >
                  {session === "asking" && <SignInAgain email={member.email} onSignedIn={goOn} />}
                </Dialog>
              </>
            }
          >
            {isOpen ? children : <Page title={teamCopy.shell.setUpFirst}>{setUpFirst}</Page>}
          </Shell>
        </ChangesProvider>
      </MemberContext>
    </QueryClientProvider>
  );
}

/**
 * Returns whether the browser has been idle: the page's own calls go first, since the first few take all connections.
 */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const set = () => setIdle(true);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(set, 100);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(set, { timeout: 500 });
    return () => cancelIdleCallback(request);
  }, []);
  return isIdle;
}

/** Alarms, which every page shows, and the line on the latest change of where visitors are sent. */
function Notices({ role }: { role: Role }) {
  return (
    <>
      <Alarms role={role} />
      <ChannelBanners role={role} />
    </>
  );
}

/** Ends the session here and in the browser's other tabs, with a question if that loses work; `problem` is why not. */
function useSignOut() {
  const toast = useToast();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function signOut() {
    setAsking(false);
    try {
      await teamApi.signOut();
    } catch (error) {
      if (!isSignedOut(error)) {
        toast("error", teamCopy.shell.signOutFailed);
        setProblem(failureText(error));
        return;
      }
    }
    eraseMemberData();
    leaveSignedOut(() => location.assign(here(paths.channels)));
  }

  function ask() {
    // Whatever would ask before the tab closes.
    const isSaved = dispatchEvent(new Event("beforeunload", { cancelable: true }));
    if (isSaved) void signOut();
    else setAsking(true);
  }

  const question = (
    <ConfirmDialog
      open={isAsking}
      title={teamCopy.forms.unsaved.title}
      id="sign-out-unsaved"
      action={teamCopy.shell.signOut}
      onConfirm={() => void signOut()}
      onClose={() => setAsking(false)}
    >
      {teamCopy.shell.signOutUnsaved}
    </ConfirmDialog>
  );
  return { run: ask, problem, question };
}
