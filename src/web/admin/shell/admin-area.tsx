import { teamCopy } from "#copy/current.ts";
import { type ReactNode, useEffect } from "react";
import { wordHalfTyped } from "#web/admin/forms/checked.tsx";
import { FetchDocument } from "#web/ui/files/fetch-document.tsx";
import { usePageData } from "#web/page/page-data.ts";
import "./admin.css";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { SignInPage } from "../sign-in/sign-in.tsx";
import type { Area, SharedLink } from "./navigation.ts";
import { SignedInArea } from "./signed-in-area.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";

/** Around a page of the team: the sign-in form without a session, the shell for a member. The document says which. */
export function AdminArea(props: { areas: readonly Area[]; links: readonly SharedLink[]; children: ReactNode }) {
  const { member, mustSetUp = false } = usePageData();
  useEffect(() => {
    // Listens above the root of React, so that it runs first.
    document.addEventListener("invalid", wordHalfTyped, true);
    return () => document.removeEventListener("invalid", wordHalfTyped, true);
  }, []);
  if (member === undefined) return <FetchDocument />;
  return (
    <>
      <NeedsScripts />
      {member === null ? <SignInPage /> : <SignedInArea initial={{ member, mustSetUp }} {...props} />}
    </>
  );
}

/**
 * Says that the admin area needs JavaScript. Shown if the page is not hydrated after a moment, so that it also helps
 * when scripts fail to load, unlike `noscript`.
 */
export function NeedsScripts() {
  if (useHydrated()) return null;
  return <Alert className="needs-scripts">{teamCopy.shell.needsScripts}</Alert>;
}
