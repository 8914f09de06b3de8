import { useDateWords } from "../shell/dates.ts";
import { LoadFailure } from "../shell/load-failure.tsx";
import { useBackupState } from "../shell/use-backup-state.ts";

/** The times of the last and the next backup. Backups are configured on the server. */
export function BackupSection() {
  const state = useBackupState();
  const { recent } = useDateWords();
  const { data } = state;
  return (
    <section className="settings-section" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      {data === undefined ? (
        <LoadFailure what="The state of the backups" query={state} />
      ) : (
        <ul className="plain-list">
          <li>
            {data.last === null ? "No backup is known." : `The last backup was made on ${recent(data.last.madeAt)}.`}
          </li>
          <li>
            {data.everyHours === 0
              ? "None is made by itself: BACKUP_DIR and BACKUP_EVERY_HOURS set that up on the server."
              : `One is made every ${data.everyHours === 1 ? "hour" : `${data.everyHours} hours`}.`}
            {data.isRunning && " One is being made now."}
          </li>
          <li>
            {data.store === null
              ? "The store is in PostgreSQL, which looks after it."
              : data.store.checkedAt === null
                ? "The store is being checked."
                : data.store.problems.length === 0
                  ? `The whole store was checked on ${recent(data.store.checkedAt)}, and is as it was written.`
                  : "The store is damaged."}
          </li>
        </ul>
      )}
    </section>
  );
}
