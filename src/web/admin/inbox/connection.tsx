import { teamCopy } from "#copy/current.ts";
import { useDateFormats } from "../shell/dates.ts";
import { InShell } from "../shell/page.tsx";
import type { InboxFeed } from "./list/use-inbox-feed.ts";

/** Shows a lost connection in place of the bar, which an open inquiry covers on phones. */
export function OfflineLine({ feed: { lostAt } }: { feed: InboxFeed }) {
  return (
    <div className="offline-line" role="status">
      {lostAt !== undefined && (
        <p className="connection" data-state="lost">
          <Offline since={lostAt} />
        </p>
      )}
    </div>
  );
}

function Offline({ since }: { since: string }) {
  const dates = useDateFormats();
  return (
    <span>
      {teamCopy.inbox.connection.offlineSince(dates.short(since))}
      <span className="connection-more"> · {teamCopy.inbox.connection.tryingAgain}</span>
    </span>
  );
}

/** Shows in the bar whether news arrives by itself, and since when it does not. */
export function Connection({ feed: { state, lostAt } }: { feed: InboxFeed }) {
  return (
    <InShell slot="tools">
      <p className="connection" role="status" data-state={state}>
        {state === "live" && teamCopy.inbox.connection.live}
        {lostAt !== undefined && <Offline since={lostAt} />}
      </p>
    </InShell>
  );
}
