import type { RefObject } from "react";
import { Link } from "react-router";
import { paths } from "../../../routes.tsx";
import type { InboxView } from "./use-inbox-view.ts";

/** Stands where a view has no inquiry, and takes the focus in place of the list. */
export function EmptyList({ view, place }: { view: InboxView; place: RefObject<HTMLElement | null> }) {
  const { filter } = view;
  const { status, ...narrower } = filter;
  const isNarrow = Object.keys(narrower).length > 0;
  return (
    <section ref={place} tabIndex={-1} className="empty-list">
      <h2>
        {isNarrow
          ? "No inquiry found"
          : status === undefined
            ? "No inquiries yet"
            : `Nothing here: no inquiry is ${status}`}
      </h2>
      <p>
        {isNarrow
          ? "Try other words, or look at all of them."
          : "What visitors send through the contact form appears here at once."}
      </p>
      {(isNarrow || status !== undefined) && (
        <Link className="button quiet" to={paths.inbox}>
          All inquiries
        </Link>
      )}
    </section>
  );
}
