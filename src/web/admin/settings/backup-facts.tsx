import { teamCopy } from "#copy/current.ts";
import type { BackupState } from "#contract/backup.ts";
import { paths } from "#contract/paths.ts";
import type { Settings } from "#contract/settings.ts";
import { Link } from "#web/page/router.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { useBackupState } from "../shell/alarms.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { WithCode } from "./with-code.tsx";

/** The last and the next backup, the copies, and whether the store is intact. `server`: what the environment sets. */
export function BackupFacts({ server }: { server?: NonNullable<Settings["serverBackups"]> }) {
  const words = teamCopy.settings.backups;
  const state = useBackupState();
  const { recent } = useDateFormats();
  const { data } = state;
  return (
    <>
      <LoadFailure what={words.what} query={state} />
      {data === undefined ? (
        !state.isError && <Spinner text={words.loading} />
      ) : (
        <dl className="facts">
          {server !== undefined && (
            <>
              <dt>{words.folder}</dt>
              <dd>{server.folder}</dd>
              <dt>{words.keep}</dt>
              <dd>{server.keep}</dd>
              {server.bucket !== null && (
                <>
                  <dt>{words.bucketPlace}</dt>
                  <dd>{server.bucket}</dd>
                </>
              )}
            </>
          )}
          <dt>{words.last}</dt>
          <dd>
            {data.last === null ? words.none : words.madeOn(recent(data.last.madeAt))}
            {data.isRunning && ` ${words.running}`}
            {data.failure !== null && ` ${words.tryFailed(data.failure.message)}`}
          </dd>
          <dt>{words.next}</dt>
          <dd>{nextText(data, recent)}</dd>
          <dt>{words.schedule}</dt>
          <dd>
            {data.everyHours > 0 ? (
              words.every(data.everyHours)
            ) : (
              <WithCode text={server === undefined ? words.off : words.byHand} />
            )}
          </dd>
          <dt>{words.copies}</dt>
          <dd>
            {data.copies.length === 0 ? (
              <WithCode text={server === undefined ? words.noCopiesYet : words.noCopies} />
            ) : (
              <ul>
                {data.copies.map(({ to, madeAt, failure }) => (
                  <li key={to}>
                    <WithCode text={backupCopyText(to, madeAt === null ? null : recent(madeAt))} />
                    {failure !== null && ` ${words.tryFailed(failure.message)}`}
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dt>{words.store}</dt>
          <dd>
            {data.store === null ? (
              words.inPostgres
            ) : data.store.problems.length > 0 ? (
              <ul>
                {data.store.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            ) : data.store.checkedAt === null ? (
              words.checking
            ) : (
              words.checkedOn(recent(data.store.checkedAt))
            )}
          </dd>
          {data.lostFiles !== undefined && data.lostFiles.count > 0 && (
            <>
              <dt>{words.lostFiles}</dt>
              <dd>
                {words.lostIn(data.lostFiles.count)}
                <ul>
                  {data.lostFiles.inquiries.map((reference) => (
                    <li key={reference}>
                      <Link to={`${paths.inbox}?search=${encodeURIComponent(reference)}`}>{reference}</Link>
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}

function nextText({ dueAt }: BackupState, recent: (at: string) => string): string {
  const words = teamCopy.settings.backups;
  if (dueAt === null) return words.noNext;
  return Date.parse(dueAt) <= Date.now() ? words.nextSoon : recent(dueAt);
}

/** Which backup has arrived at a place: the one made on this date, or none that is known. */
function backupCopyText(to: BackupState["copies"][number]["to"], date: string | null): string {
  const words = teamCopy.settings.backups;
  if (to === "s3") return date === null ? words.noneInBucket : words.inBucket(date);
  return date === null ? words.noneByHook : words.byHook(date);
}
