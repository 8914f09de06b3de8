import { type ComponentType, lazy, startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageData } from "#contract/page.ts";
import { api } from "../api/api-client.ts";
import { App } from "./app.tsx";
import { createContactSource } from "../page/page-data.ts";
import { BrowserRouter } from "../page/router.tsx";
import { pageAt, type PageComponents, type PageName } from "./pages.tsx";

/** Each page is a separate file, loaded on demand. */
const loaders: Record<PageName, () => Promise<ComponentType>> = {
  home: async () => (await import("../public/home/home-page.tsx")).HomePage,
  contact: async () => (await import("../public/contact/contact-page.tsx")).ContactPage,
  message: async () => (await import("../public/inquiry/message-page.tsx")).MessagePage,
  verify: async () => (await import("../public/verify/verify-page.tsx")).VerifyPage,
  report: async () => (await import("../public/report/report-page.tsx")).ReportPage,
  terms: async () => (await import("../public/legal/terms-page.tsx")).TermsPage,
  privacy: async () => (await import("../public/legal/privacy-page.tsx")).PrivacyPage,
  receipt: async () => (await import("../public/receipt/receipt-page.tsx")).ReceiptPage,
  admin: async () => (await import("../admin/channels/contacts-page.tsx")).ContactsPage,
  history: async () => (await import("../admin/channels/history/history-page.tsx")).HistoryPage,
  inbox: async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
  replies: async () => (await import("../admin/saved-replies/replies-page.tsx")).RepliesPage,
  team: async () => (await import("../admin/team/team-page.tsx")).TeamPage,
  settings: async () => (await import("../admin/settings/settings-page.tsx")).SettingsPage,
  auditLog: async () => (await import("../admin/audit/audit-log-page.tsx")).AuditLogPage,
  security: async () => (await import("../admin/security/security-page.tsx")).SecurityPage,
  password: async () => (await import("../admin/sign-in/password-page.tsx")).PasswordPage,
  notFound: async () => (await import("../public/faults/not-found-page.tsx")).NotFoundPage,
};

async function takeOver(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("data")?.textContent;
  if (root === null || json === null || json === undefined) throw new Error("the document does not carry the app");
  // The server wrote it in this shape.
  const data = JSON.parse(json) as PageData;
  const current = pageAt(location.pathname);
  // A step back before this point changed the address but not the document: load the document of that address.
  const isLeft = () => root.dataset["page"] !== pageAt(location.pathname);
  if (isLeft()) return location.reload();
  const CurrentPage = await loaders[current]().catch(() => undefined);
  // Without its script the page stays a plain document, whose links and forms work.
  if (CurrentPage === undefined) return;
  if (isLeft()) return location.reload();
  const components = Object.fromEntries(
    Object.entries(loaders).map(([name, load]) => [
      name,
      name === current ? CurrentPage : lazy(async () => ({ default: await load().catch(loadDocument) })),
    ]),
  ) as PageComponents; // `fromEntries` drops the key types, which are those of `loaders`.

  // In a transition React works in slices of a few milliseconds; otherwise it hydrates everything outside a boundary in
  // one task.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App data={data} contacts={createContactSource(data, api.activeContacts)} components={components} />
        </BrowserRouter>
      </StrictMode>,
      {
        // A step back may come between the check above and the first render.
        onRecoverableError: (error) =>
          root.dataset["page"] === pageAt(location.pathname) ? reportError(error) : location.reload(),
      },
    );
  });
}

/** If a page's script cannot be loaded, as after an upgrade of the server, load its document instead. */
function loadDocument(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** Waits until the browser is idle or the first user input, whichever comes first. */
function whenIdleOrTouched(run: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    run();
  };
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, once, { once: true, capture: true });
  if ("requestIdleCallback" in window) requestIdleCallback(once, { timeout: 2000 });
  else setTimeout(once, 1);
}

whenIdleOrTouched(() => void takeOver());

if (import.meta.env.DEV) void import("./dev-reload.ts").then(({ reloadOnRestart }) => reloadOnRestart());
