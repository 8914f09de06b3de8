import type { RefObject } from "react";
import type { InboxFilter } from "#contract/inbox.ts";
import { paths } from "#contract/paths.ts";
import { isReversed } from "./inbox-filters.tsx";
import type { InboxView } from "../use-inbox-view.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown for an empty view; takes the focus instead of the list. */
export function EmptyList({ view, place }: { view: InboxView; place: RefObject<HTMLElement | null> }) {
  const { filter } = view;
  const { status, ...narrower } = filter;
  const isNarrow = Object.keys(narrower).length > 0;
  return (
    <EmptyState ref={place} tabIndex={-1} className="empty-list">
      <h2>
        {isNarrow
          ? "No inquiry found"
          : status === undefined
            ? "No inquiries yet"
            : `Nothing here: no inquiry is ${status}`}
      </h2>
      <p>{isNarrow ? adviceFor(narrower) : "What visitors send through the contact form appears here at once."}</p>
      {(isNarrow || status !== undefined) && (
        <ButtonLink variant="secondary" to={paths.inbox}>
          All inquiries
        </ButtonLink>
      )}
    </EmptyState>
  );
}

function adviceFor({ search, ...filters }: Omit<InboxFilter, "status">): string {
  if (isReversed(filters)) return "“Received until” is before “Received from”: no day is in between.";
  if (search === undefined) return "Change the filters, or look at all of them.";
  return Object.keys(filters).length === 0
    ? "Try other words, or look at all of them."
    : "Try other words or filters, or look at all of them.";
}
