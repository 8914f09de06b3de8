import { useBackupState } from "../shell/alarms.tsx";
import { useDateWords } from "../shell/dates.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { Section } from "./section-form.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** The last and the next backup, and whether the store is intact. Backups are configured on the server. */
export function BackupsSection() {
  const state = useBackupState();
  const { recent } = useDateWords();
  const { data } = state;
  return (
    <Section id="backups" title="Backups" lead="Backups are configured on the server, by environment variables.">
      <LoadFailure what="The state of the backups" query={state} />
      {data === undefined ? (
        !state.isError && <Spinner text="Loading the backups..." />
      ) : (
        <dl className="facts">
          <dt>Last backup</dt>
          <dd>
            {data.last === null ? "None yet." : `Made on ${recent(data.last.madeAt)}.`}
            {data.isRunning && " One is being made now."}
          </dd>
          <dt>Schedule</dt>
          <dd>
            {data.everyHours === 0 ? (
              <>
                Off. Set <code>BACKUP_DIR</code>, <code>BACKUP_EVERY_HOURS</code> and <code>BACKUP_PASSPHRASE</code> on
                the server, and start it again. Keep the passphrase elsewhere, too: without it no backup can be read.
              </>
            ) : (
              `Every ${data.everyHours === 1 ? "hour" : `${data.everyHours} hours`}.`
            )}
          </dd>
          <dt>Copies elsewhere</dt>
          <dd>
            {data.copies.length === 0 ? (
              <>
                None. Set <code>BACKUP_S3_BUCKET</code> or <code>BACKUP_HOOK</code> to copy each backup to another
                place.
              </>
            ) : (
              <ul>
                {data.copies.map(({ to, madeAt, failure }) => (
                  <li key={to}>
                    {to === "s3" ? (
                      "In the bucket"
                    ) : (
                      <>
                        By <code>BACKUP_HOOK</code>
                      </>
                    )}
                    {madeAt === null ? ": none known yet." : `: the one made on ${recent(madeAt)}.`}
                    {failure !== null && ` The last try failed: ${failure.message}`}
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>Store</dt>
          <dd>
            {data.store === null ? (
              "In PostgreSQL, which checks its own storage."
            ) : data.store.problems.length > 0 ? (
              <ul>
                {data.store.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : data.store.checkedAt === null ? (
              "Being checked."
            ) : (
              `Checked on ${recent(data.store.checkedAt)}; no damage found.`
            )}
          </dd>
        </dl>
      )}
    </Section>
  );
}
