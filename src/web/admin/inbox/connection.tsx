import { useDateWords } from "../shell/dates.ts";
import { InShell } from "../shell/page.tsx";
import type { InboxFeed } from "./list/use-inbox-feed.ts";

/** In the bar: whether news arrives by itself, and since when it does not. */
export function Connection({ feed: { state, lostAt } }: { feed: InboxFeed }) {
  const dates = useDateWords();
  return (
    <InShell slot="tools">
      <p className="connection" role="status" data-state={state}>
        {state === "live" && "Live"}
        {lostAt !== undefined && (
          <span>
            Offline since {dates.short(lostAt)}
            <span className="connection-more"> · trying again</span>
          </span>
        )}
      </p>
    </InShell>
  );
}
