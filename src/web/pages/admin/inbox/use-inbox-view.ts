import { useCallback, useMemo } from "react";
import type { InboxFilter } from "#contract/inbox.ts";
import { inquiryKinds } from "#domain/inquiry.ts";
import { inquiryStatuses } from "#domain/inquiry-status.ts";
import { useLocation, navigate } from "../../../router.tsx";
import { paths } from "../../../routes.tsx";

/** What of the view a link or a control changes; undefined takes it away. */
export type ViewChange = { [Key in keyof InboxFilter]?: InboxFilter[Key] | undefined } & {
  inquiry?: string | undefined;
};

export interface InboxView {
  filter: InboxFilter;
  /** The inquiry that is open. */
  openId: string | undefined;
  /** The address of this view with a change; nothing is open there unless that says so. */
  addressWith: (change: ViewChange) => string;
  /** Goes there: as a step of its own, or in place of the step that is shown. */
  show: (change: ViewChange, step?: "push" | "replace") => void;
  /** Opens an inquiry. One step back leads to the list, however many were read one after the other. */
  open: (id: string) => void;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** What the inbox shows, kept in the address, so that it can be shared and the browser's Back works. */
export function useInboxView(): InboxView {
  const { search } = useLocation();
  // What is open changes often; the addresses of a thousand rows do not change with it.
  const closed = useMemo(() => addressOf(search, { inquiry: undefined }).slice(paths.inbox.length), [search]);
  const { filter } = useMemo(() => readView(closed), [closed]);
  const { openId } = useMemo(() => readView(search), [search]);
  const addressWith = useCallback((change: ViewChange) => addressOf(closed, change), [closed]);
  const show = useCallback((change: ViewChange, step: "push" | "replace" = "push") => {
    // The address as it is now: two changes may come before the next render.
    navigate(addressOf(location.search, change), { replace: step === "replace" });
  }, []);
  const open = useCallback(
    (id: string) => show({ inquiry: id }, new URLSearchParams(location.search).has("inquiry") ? "replace" : "push"),
    [show],
  );
  return useMemo(() => ({ filter, openId, addressWith, show, open }), [filter, openId, addressWith, show, open]);
}

/** The inquiry that is open by the address as it is now: a key may come before the next render. */
export function openNow(): string | undefined {
  return readView(location.search).openId;
}

/** What an address says; what it cannot mean is left out, as if it were not there. */
function readView(search: string): Pick<InboxView, "filter" | "openId"> {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const status = inquiryStatuses.find((known) => known === text("status"));
  const kind = inquiryKinds.find((known) => known === text("kind"));
  const [assignee, from, to, words] = [text("assignee"), text("from"), text("to"), text("search")];
  return {
    filter: {
      ...(status !== undefined && { status }),
      ...(kind !== undefined && { kind }),
      ...(assignee !== undefined && { assignee: assignee.slice(0, 100) }),
      ...(from !== undefined && day.test(from) && { from }),
      ...(to !== undefined && day.test(to) && { to }),
      ...(words !== undefined && { search: words.slice(0, 200) }),
    },
    openId: text("inquiry"),
  };
}

function addressOf(search: string, change: ViewChange): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? paths.inbox : `${paths.inbox}?${text}`;
}
