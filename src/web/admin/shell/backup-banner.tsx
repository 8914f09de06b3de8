import { useDateWords } from "./dates.ts";
import { useBackupState } from "./use-backup-state.ts";

/** Tells owners that the store is damaged, that damage would go undetected, or that the last backup failed. */
export function BackupBanner() {
  const { recent } = useDateWords();
  const { data } = useBackupState();
  const { problems, unwatched } = data?.store ?? { problems: [], unwatched: null };
  return (
    <div role="status">
      {problems.length > 0 && (
        <div className="refusal">
          <p>
            <strong>The store is damaged.</strong> Keep a copy of the data folder, then restore a backup: the operating
            guide says how.
          </p>
          <ul className="plain-list">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {unwatched !== null && (
        <div className="refusal">
          <p>
            <strong>The store is not watched:</strong> {unwatched}.
          </p>
        </div>
      )}
      {data?.failure && (
        <div className="refusal">
          <p>
            <strong>The last backup failed</strong> ({recent(data.failure.at)}): {data.failure.message}
          </p>
          <p>
            {data.last === null ? "There is none yet." : `The last good one was made on ${recent(data.last.madeAt)}.`}{" "}
            It is tried again by itself.
          </p>
        </div>
      )}
    </div>
  );
}
