import { useLocation } from "#web/page/router.tsx";
import { Page } from "../shell/page.tsx";
import "./inbox.css";
import { showsBin } from "./bin/use-bin.ts";
import { Bin } from "./bin/bin.tsx";
import { Inbox } from "./inbox.tsx";

/** `/ContactAdmin/inquiries`: every inquiry and its actions; with `?view=bin` the deleted ones. */
export function InboxPage() {
  const { search } = useLocation();
  if (showsBin(search)) {
    return (
      <Page title="Bin">
        <Bin />
      </Page>
    );
  }
  return <Inbox />;
}
