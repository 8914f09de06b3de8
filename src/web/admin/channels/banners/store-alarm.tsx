import { useDateWords } from "#web/admin/shell/dates.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Says which data, besides the channels, was changed in the store by something other than this program. */
export function StoreAlarm({ since, message }: { since: string; message: string }) {
  const { recent } = useDateWords();
  return (
    <Alert role="alert">
      <p>
        <strong>The store was changed by something else than this program.</strong> {message}
      </p>
      <p>
        Noticed <time dateTime={since}>{recent(since)}</time>. Nobody whose row was changed can sign in or approve. Tell
        whoever runs the server at once; docs/operating.md says how it is repaired.
      </p>
    </Alert>
  );
}
