import { Suspense, useMemo, useState } from "react";
import { useLocation } from "react-router";
import type { PageData } from "#contract/page.ts";
import type { Answered } from "#contract/receipt.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { Layout } from "./components/layout.tsx";
import { Ready } from "./components/ready.tsx";
import { ToastProvider, ToastRegion } from "./components/toast.tsx";
import { type ContactSource, ContactSourceContext, PageDataContext, SentInquiriesContext } from "./page-data.ts";
import { pageAt, type PageComponents, pages } from "./routes.tsx";

/** The whole site below the router. `components` are the pages: at once on the server, loaded when they are needed in a browser. */
export function App({
  data,
  contacts,
  components,
}: {
  data: PageData;
  contacts: ContactSource;
  components: PageComponents;
}) {
  const { pathname } = useLocation();
  // Not the router's matching, which is laxer than the server's: both must choose the same page.
  const name = pageAt(pathname);
  const Page = components[name];
  const [sent, setSent] = useState<readonly Answered[]>([]);
  const sentInquiries = useMemo(
    () => ({ sent, add: (answered: Answered) => setSent((others) => [answered, ...others]) }),
    [sent],
  );
  return (
    <PageDataContext value={data}>
      <ContactSourceContext value={contacts}>
        <SentInquiriesContext value={sentInquiries}>
          <ToastProvider>
            <Layout brand={pages[name].brand}>
              <ErrorBoundary at={pathname}>
                <Suspense>
                  <Page />
                  <Ready />
                </Suspense>
              </ErrorBoundary>
            </Layout>
            <ToastRegion />
          </ToastProvider>
        </SentInquiriesContext>
      </ContactSourceContext>
    </PageDataContext>
  );
}
