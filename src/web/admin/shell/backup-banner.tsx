import { useDateWords } from "./dates.ts";
import { useBackupState } from "./use-backup-state.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Tells owners that the store is damaged, that damage would go undetected, or that the last backup failed. */
export function BackupBanner() {
  const { recent } = useDateWords();
  const { data } = useBackupState();
  const { problems, unwatched } = data?.store ?? { problems: [], unwatched: null };
  return (
    <div role="status">
      {problems.length > 0 && (
        <Alert>
          <p>
            <strong>The store is damaged.</strong> Keep a copy of the data folder, then restore a backup: the operating
            guide says how.
          </p>
          <ul className="plain-list">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      {unwatched !== null && (
        <Alert>
          <p>
            <strong>The store is not watched:</strong> {unwatched}.
          </p>
        </Alert>
      )}
      {data?.failure && (
        <Alert>
          <p>
            <strong>The last backup failed</strong> ({recent(data.failure.at)}): {data.failure.message}
          </p>
          <p>
            {data.last === null ? "There is none yet." : `The last good one was made on ${recent(data.last.madeAt)}.`}{" "}
            It is tried again by itself.
          </p>
        </Alert>
      )}
    </div>
  );
}
