import { copy } from "#copy/current.ts";
import { Component, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import type { PageData } from "#contract/page.ts";
import type { Session } from "#contract/auth/session.ts";
import type { Answered } from "#contract/inquiries/submission.ts";
import { Layout } from "./layout.tsx";
import { ToastProvider, ToastRegion } from "../ui/messages/toast.tsx";
import { type ChannelSource, ChannelSourceContext, PageDataContext, VisitContext } from "../page/page-data.ts";
import { useOfflineQueue } from "../public/offline-queue/use-offline-queue.ts";
import { useLocation } from "../page/router.tsx";
import { useMoveToTop } from "./move-to-top.ts";
import { navigation, pageAt, type PageComponents, pages, type TeamFrame } from "./pages.tsx";
import { ErrorPage } from "../public/errors/error-notice.tsx";

/**
 * The whole site below the router. `components` are the pages: available at once on the server, loaded on demand in a
 * browser.
 */
export function App({
  data: given,
  channels,
  components,
  teamFrame: Frame,
}: {
  data: PageData;
  channels: ChannelSource;
  components: PageComponents;
  teamFrame: TeamFrame;
}) {
  const { pathname } = useLocation();
  const [data, setData] = useState(given);
  const present = useDataAt(pathname, data);
  // The router's own matching is laxer than the server's: both must choose the same page.
  const name = pageAt(pathname);
  const { audience, brand, inShell = false } = pages[name];
  const Page = components[name];
  useMoveToTop(data.site);
  const [sent, setSent] = useState<readonly Answered[]>([]);
  const [asked, ask] = useState<string>();
  const queue = useOfflineQueue();
  const visit = useMemo(
    () => ({
      sent,
      addSent: (answered: Answered) => setSent((others) => [answered, ...others]),
      asked,
      ask,
      queue,
      enter: (session: Session) => setData((before) => ({ ...before, ...session })),
    }),
    [sent, asked, queue],
  );
  const page = (
    <ErrorBoundary at={pathname}>
      {queue.loaded && audience !== "team" && <queue.loaded.Notice messages={queue.loaded.messages} />}
      <Suspense>
        <Page />
        <Ready />
      </Suspense>
    </ErrorBoundary>
  );
  const shown = inShell ? (
    <Suspense>
      <Frame links={navigation}>{page}</Frame>
      {/* The sign-in form stands in the place of the page. */}
      {!present.member && <Ready />}
    </Suspense>
  ) : (
    page
  );
  return (
    <PageDataContext value={present}>
      <ChannelSourceContext value={channels}>
        <VisitContext value={visit}>
          <ToastProvider>
            {inShell && present.member ? (
              <>
                {shown}
                <ToastRegion />
              </>
            ) : (
              <Layout brand={brand} toasts={<ToastRegion key={pathname} />}>
                {shown}
              </Layout>
            )}
          </ToastProvider>
        </VisitContext>
      </ChannelSourceContext>
    </PageDataContext>
  );
}

/**
 * The document's data. The result of a form post, and what is on a private page, belong to the page that the document
 * was made for, and are dropped once the visitor leaves it: on the way back they would be old.
 */
function useDataAt(pathname: string, data: PageData): PageData {
  const [start] = useState(pathname);
  const [isLeft, setLeft] = useState(false);
  if (pathname !== start && !isLeft) setLeft(true);
  return useMemo(() => {
    if (!isLeft) return data;
    const lasting = { ...data };
    delete lasting.verified;
    delete lasting.report;
    delete lasting.refused;
    delete lasting.accepted;
    delete lasting.receipt;
    delete lasting.refusedAnswer;
    delete lasting.form;
    return lasting;
  }, [data, isLeft]);
}

/** Sets `data-ready` on `<html>` once the page is hydrated. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return null;
}

/** Shows the error page in place of a page that failed, until `at` changes. */
class ErrorBoundary extends Component<{ at: string; children: ReactNode }, { failed: boolean }> {
  // State is no class field: browsers without class fields would download a helper.
  constructor(props: { at: string; children: ReactNode }) {
    super(props);
    this.state = { failed: false };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: { at: string }, { failed }: { failed: boolean }) {
    // oxlint-disable-next-line react/no-did-update-set-state -- Only at the step to another page.
    if (failed && this.state.failed && before.at !== this.props.at) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? (
      <ErrorPage status={500} title={copy.errors.ours} text={copy.errors.oursText} />
    ) : (
      this.props.children
    );
  }
}
