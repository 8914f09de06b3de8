import { useId } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { historyWords } from "../history-copy.ts";

/** The history of an inquiry, from the server. */
export function InquiryHistory({ history }: { history: InquiryDetail["history"] }) {
  const id = useId();
  const dates = useDateWords();
  return (
    <section className="inquiry-history" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>History</h3>
      <ol>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.what}`}>
            {historyWords(entry)}{" "}
            <time className="hint" dateTime={entry.at}>
              {dates.full(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
