import { useLocation } from "#web/page/router.tsx";
import "./inbox.css";
import { showsBin } from "./bin/use-bin.ts";
import { Bin } from "./bin/bin.tsx";
import { Inbox } from "./inbox.tsx";

/** `/ContactAdmin/inquiries`: every inquiry and its actions; with `?view=bin` the deleted ones. */
export function InboxPage() {
  const { search } = useLocation();
  return showsBin(search) ? <Bin /> : <Inbox />;
}
