import { teamCopy } from "#copy/current.ts";
import type { BackupState } from "#contract/backup.ts";
import { paths } from "#contract/paths.ts";
import { fileSize } from "#domain/file-size.ts";
import { Link } from "#web/page/router.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { useBackupState } from "../shell/alarms.tsx";
import { useDateFormats } from "../shell/dates.ts";
import type { ShownState } from "./state-card.tsx";
import { WithCode } from "./with-code.tsx";

/** A place of backups. */
export interface BackupPlace {
  folder: string;
  /** Number of backups; undefined where a field beside it says so. */
  keep?: number;
  bucket: string | null;
}

/** Returns a sentence on whether backups are made as planned; undefined until it is known. */
export function backupStateOf(state: BackupState | undefined): ShownState | undefined {
  if (state === undefined) return undefined;
  const { states } = teamCopy.settings.backups;
  if (state.failure !== null) return { tone: "bad", text: states.failed };
  if (state.copies.some(({ failure }) => failure !== null)) return { tone: "bad", text: states.copyFailed };
  if (state.everyHours === 0) return { tone: "warn", text: states.byHand };
  return state.last === null ? { text: states.first } : { tone: "good", text: states.good };
}

/**
 * The last and the next backup, where they are, the copies, and whether the store is intact. `place` without one is
 * not set up. `isOfServer`: the environment says how backups are made.
 */
export function BackupFacts({ place, isOfServer = false }: { place: BackupPlace | null; isOfServer?: boolean }) {
  const words = teamCopy.settings.backups;
  const state = useBackupState();
  const { recent } = useDateFormats();
  const { data } = state;
  const isOff = place === null && !isOfServer;
  if (data === undefined && isOff && !state.isError) return null;
  if (data === undefined)
    return (
      <>
        <LoadFailure what={words.what} query={state} />
        {!state.isError && <Spinner text={words.loading} />}
      </>
    );
  // Backups that are off show only what there is to know all the same.
  const hasNews = data.last !== null || data.isRunning || data.failure !== null;
  const hasProblems = data.store !== null && data.store.problems.length > 0;
  return (
    <>
      {data.failure !== null && <p className="state-problem">{words.tryFailed(data.failure.message)}</p>}
      {(!isOff || hasNews) && (
        <dl className="key-facts">
          <div>
            <dt>{words.last}</dt>
            <dd>
              {data.last === null ? words.none : words.madeOn(recent(data.last.madeAt))}
              {data.isRunning && ` ${words.running}`}
            </dd>
          </div>
          <div>
            <dt>{words.next}</dt>
            <dd>{nextText(data, recent)}</dd>
          </div>
          {data.last !== null && (
            <div>
              <dt>{words.size}</dt>
              <dd>{fileSize(data.last.bytes)}</dd>
            </div>
          )}
        </dl>
      )}
      <dl className="facts">
        {!isOff && <PlanFacts data={data} place={place} isOfServer={isOfServer} />}
        {(!isOff || hasProblems) && <StoreFacts data={data} />}
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
    </>
  );
}

/** Where backups are, how often they are made, and where else they are copied to. */
function PlanFacts(props: { data: BackupState; place: BackupPlace | null; isOfServer: boolean }) {
  const { data, place, isOfServer } = props;
  const words = teamCopy.settings.backups;
  const { recent } = useDateFormats();
  return (
    <>
      {place !== null && (
        <>
          <dt>{words.folder}</dt>
          <dd className="value">{place.folder}</dd>
        </>
      )}
      {place?.bucket && (
        <>
          <dt>{words.bucketPlace}</dt>
          <dd className="value">{place.bucket}</dd>
        </>
      )}
      <dt>{words.schedule}</dt>
      <dd>
        {data.everyHours > 0 ? words.every(data.everyHours) : <WithCode text={isOfServer ? words.byHand : words.off} />}
      </dd>
      {place?.keep !== undefined && (
        <>
          <dt>{words.keep}</dt>
          <dd>{place.keep}</dd>
        </>
      )}
      <dt>{words.copies}</dt>
      <dd>
        {data.copies.length === 0 ? (
          <WithCode text={isOfServer ? words.noCopies : words.noCopiesYet} />
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
    </>
  );
}

/** Whether the store is intact, and where the files are. */
function StoreFacts({ data }: { data: BackupState }) {
  const words = teamCopy.settings.backups;
  const { recent } = useDateFormats();
  return (
    <>
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
      {data.files !== undefined && (
        <>
          <dt>{words.files}</dt>
          <dd>
            <WithCode text={words.filesIn[data.files.place]} />
            {data.files.waiting > 0 && ` ${words.filesWaiting(data.files.waiting)}`}
          </dd>
        </>
      )}
    </>
  );
}

function nextText({ dueAt }: BackupState, recent: (at: string) => string): string {
  const words = teamCopy.settings.backups;
  if (dueAt === null) return words.noNext;
  return Date.parse(dueAt) <= Date.now() ? words.nextSoon : recent(dueAt);
}

/** Returns which backup has arrived at a place: the one made on this date, or none that is known. */
function backupCopyText(destination: BackupState["copies"][number]["to"], date: string | null): string {
  const words = teamCopy.settings.backups;
  if (destination === "s3") return date === null ? words.noneInBucket : words.inBucket(date);
  return date === null ? words.noneByHook : words.byHook(date);
}
