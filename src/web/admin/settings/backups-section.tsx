import { teamCopy } from "#copy/current.ts";
import type { BackupState } from "#contract/backup.ts";
import { useBackupState } from "../shell/alarms.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { LoadFailure } from "../forms/failure.tsx";
import { Section } from "./section-form.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { WithCode } from "./with-code.tsx";

/** The last and the next backup, and whether the store is intact. Backups are configured on the server. */
export function BackupsSection() {
  const state = useBackupState();
  const { recent } = useDateFormats();
  const { data } = state;
  return (
    <Section id="backups" title={teamCopy.settings.sections.backups} lead={teamCopy.settings.backups.lead}>
      <LoadFailure what={teamCopy.settings.backups.what} query={state} />
      {data === undefined ? (
        !state.isError && <Spinner text={teamCopy.settings.backups.loading} />
      ) : (
        <dl className="facts">
          <dt>{teamCopy.settings.backups.last}</dt>
          <dd>
            {data.last === null
              ? teamCopy.settings.backups.none
              : teamCopy.settings.backups.madeOn(recent(data.last.madeAt))}
            {data.isRunning && ` ${teamCopy.settings.backups.running}`}
          </dd>
          <dt>{teamCopy.settings.backups.schedule}</dt>
          <dd>
            {data.everyHours === 0 ? (
              <WithCode text={teamCopy.settings.backups.off} />
            ) : (
              teamCopy.settings.backups.every(data.everyHours)
            )}
          </dd>
          <dt>{teamCopy.settings.backups.copies}</dt>
          <dd>
            {data.copies.length === 0 ? (
              <WithCode text={teamCopy.settings.backups.noCopies} />
            ) : (
              <ul>
                {data.copies.map(({ to, madeAt, failure }) => (
                  <li key={to}>
                    <WithCode text={backupCopyText(to, madeAt === null ? null : recent(madeAt))} />
                    {failure !== null && ` ${teamCopy.settings.backups.tryFailed(failure.message)}`}
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>{teamCopy.settings.backups.store}</dt>
          <dd>
            {data.store === null ? (
              teamCopy.settings.backups.inPostgres
            ) : data.store.problems.length > 0 ? (
              <ul>
                {data.store.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : data.store.checkedAt === null ? (
              teamCopy.settings.backups.checking
            ) : (
              teamCopy.settings.backups.checkedOn(recent(data.store.checkedAt))
            )}
          </dd>
        </dl>
      )}
    </Section>
  );
}

/** Which backup has arrived at a place: the one made on this date, or none that is known. */
function backupCopyText(to: BackupState["copies"][number]["to"], date: string | null): string {
  if (to === "s3")
    return date === null ? teamCopy.settings.backups.noneInBucket : teamCopy.settings.backups.inBucket(date);
  return date === null ? teamCopy.settings.backups.noneByHook : teamCopy.settings.backups.byHook(date);
}
