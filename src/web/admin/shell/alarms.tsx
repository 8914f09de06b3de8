import { teamCopy } from "#copy/current.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupState, FilesState, SpaceState } from "#contract/backup.ts";
import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import type { Role } from "#domain/member.ts";
import { comparedDays, lateMedian, minutesIn, spanOf } from "#domain/time/first-answer.ts";
import { day, hour, minute, second } from "#domain/time/durations.ts";
import { api } from "#web/api/team-call.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useDateFormats } from "./dates.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { durationText } from "#copy/duration-text.ts";
import { TrustBanner } from "../trust/trust-changes.tsx";
import { binAddress } from "../inbox/bin/use-bin.ts";
import { useMember } from "./member.ts";
import { Outages, SectionLink } from "./outages.tsx";
import { fileSize } from "#domain/file-size.ts";
import { filled } from "#web/ui/filled.tsx";

/**
 * The state of the backups and of the store, for owners: read more often while a backup is due or being made, or an
 * owner may be freeing a full disk.
 */
export function useBackupState() {
  return useQuery({
    queryKey: ["backups"],
    queryFn: settingsApi.backups,
    refetchInterval: ({ state: { data } }) => {
      const isDue = data?.failure === null && data.dueAt !== null && Date.parse(data.dueAt) <= Date.now();
      const isFull = data?.space?.isForTeam === true;
      return data?.isRunning === true || isDue || isFull ? 5 * second : minute;
    },
  });
}

/** Shows faults of the desk itself, on every page until they are mended. */
export function Alarms({ role }: { role: Role }) {
  return (
    <>
      <Outages role={role} />
      {role === "owner" && <AnswerAlarm />}
      {role === "owner" && <BackupAlarms />}
      {role === "owner" && <SettingsAlarm />}
      {role === "owner" && <TrustBanner />}
    </>
  );
}

/** Tells owners that visitors have waited for a week for longer than the site says. */
function AnswerAlarm() {
  const { figures, timeZone } = useSite();
  const { messageResponse: claimed = "" } = figures;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["report", "week"],
    queryFn: () => api("GET /reports", { query: spanOf(comparedDays, Date.now(), timeZone) }),
    refetchInterval: hour,
    enabled: minutesIn(claimed) !== null,
  });
  const median = data === undefined ? null : lateMedian(claimed, data.total);
  return (
    <div role="status">
      {median !== null && <WrongAnswerTime claimed={claimed} median={median} seenAt={dataUpdatedAt} />}
    </div>
  );
}

/** Dismissed, it comes back after a week in this browser. `seenAt` is when the figures were read, in ms since 1970. */
function WrongAnswerTime(props: { claimed: string; median: number; seenAt: number }) {
  const { claimed, median, seenAt } = props;
  const { id } = useMember();
  const key = `dismissed-answer-time:${id}`;
  const [dismissedAt, setDismissedAt] = useState(() => Number(localStorage.getItem(key) ?? 0));
  if (seenAt - dismissedAt < 7 * day) return null;
  return (
    <Alert>
      <p>
        <strong>{teamCopy.shell.alarms.answers.title(claimed)}</strong>{" "}
        {teamCopy.shell.alarms.answers.about(comparedDays, durationText(median))}
      </p>
      <SectionLink section="retention">{teamCopy.shell.alarms.openSettings}</SectionLink>
      <Button
        variant="quiet"
        onClick={() => {
          localStorage.setItem(key, String(seenAt));
          setDismissedAt(seenAt);
        }}
      >
        {teamCopy.shell.alarms.answers.dismiss}
      </Button>
    </Alert>
  );
}

/** The store is damaged, damage would go unnoticed, or the last backup or its copy failed. */
function BackupAlarms() {
  const { recent } = useDateFormats();
  const { data } = useBackupState();
  const { problems, unwatched } = data?.store ?? { problems: [], unwatched: null };
  return (
    <div role="status">
      {data?.space !== undefined && <SpaceAlarm space={data.space} />}
      {data?.files !== undefined && <FilesAlarms files={data.files} />}
      {problems.length > 0 && (
        <Alert>
          <p>
            <strong>{teamCopy.shell.alarms.damage.title}</strong> {teamCopy.shell.alarms.damage.about}
          </p>
          <SectionLink section="backups">{teamCopy.shell.alarms.damage.show}</SectionLink>
        </Alert>
      )}
      {data?.lostFiles !== undefined && data.lostFiles.count > 0 && <LostFilesAlarm {...data.lostFiles} />}
      {unwatched !== null && (
        <Alert>
          <p>
            <strong>{teamCopy.shell.alarms.unwatched.title}</strong> {teamCopy.shell.alarms.unwatched.about(unwatched)}
          </p>
          <SectionLink section="backups">{teamCopy.shell.alarms.showBackups}</SectionLink>
        </Alert>
      )}
      {data?.failure && (
        <Alert>
          <p>
            <strong>{teamCopy.shell.alarms.backup.title}</strong>{" "}
            {teamCopy.shell.alarms.backup.about(recent(data.failure.at), data.failure.message)}{" "}
            {data.last === null
              ? teamCopy.shell.alarms.backup.none
              : teamCopy.shell.alarms.backup.lastGood(recent(data.last.madeAt))}
          </p>
          <SectionLink section="backups">{teamCopy.shell.alarms.showBackups}</SectionLink>
        </Alert>
      )}
      {data?.copies.map(
        ({ to, failure }) =>
          failure !== null && (
            <Alert key={to}>
              <p>
                <strong>{teamCopy.shell.alarms.copies.title}</strong>{" "}
                {teamCopy.shell.alarms.copies.about(recent(failure.at), failure.message)}
              </p>
              <SectionLink section="backups">{teamCopy.shell.alarms.showBackups}</SectionLink>
            </Alert>
          ),
      )}
    </div>
  );
}

/** Max references that the alarm names. */
const maxNamed = 3;

/** Dismissed, it comes back in this browser once other files are lost. */
function LostFilesAlarm({ count, inquiries }: NonNullable<BackupState["lostFiles"]>) {
  const { id } = useMember();
  const key = `dismissed-lost-files:${id}`;
  const state = JSON.stringify([count, ...inquiries]);
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key));
  const words = teamCopy.shell.alarms.lostFiles;
  if (dismissed === state) return null;
  const named = inquiries.slice(0, maxNamed).join(", ");
  return (
    <Alert>
      <p>
        <strong>{words.title(count)}</strong> {words.about(inquiries.length > maxNamed ? `${named} …` : named)}
      </p>
      <SectionLink section="backups">{words.show}</SectionLink>
      <Button
        variant="quiet"
        onClick={() => {
          localStorage.setItem(key, state);
          setDismissed(state);
        }}
      >
        {teamCopy.shell.alarms.answers.dismiss}
      </Button>
    </Alert>
  );
}

/** Owners hear of it two weeks before nothing more fits. */
const spaceDays = 14;

/** Returns the problem with the space, what to do, and in which section; undefined if there is enough. */
function spaceProblem(space: SpaceState): [title: string, about: string, section: "retention" | "backups"] | undefined {
  const { isForTeam, low, daysLeft, files } = space;
  const texts = teamCopy.shell.alarms.space;
  if (isForTeam) return [texts.full, texts.refused, "retention"];
  if (files.limit !== null && files.limit - files.bytes < attachmentLimits.bytes)
    return [texts.filesFull, texts.filesRefused, "retention"];
  const fewest = low.toSorted((one, other) => one.free - other.free)[0];
  if (fewest !== undefined) {
    const title = texts.low[fewest.place](fileSize(fewest.free));
    // Erased data stays in the backups for as long as they are kept.
    const isOfBackups = low.every(({ place }) => place === "backups");
    return isOfBackups ? [title, texts.aboutBackups, "backups"] : [title, texts.about, "retention"];
  }
  return daysLeft === null || daysLeft > spaceDays ? undefined : [texts.days(daysLeft), texts.about, "retention"];
}

function SpaceAlarm({ space }: { space: SpaceState }) {
  const problem = spaceProblem(space);
  if (problem === undefined) return null;
  const [title, about, section] = problem;
  return (
    <Alert>
      <p>
        <strong>{title}</strong> {about}
      </p>
      {section === "retention" && (
        <ButtonLink variant="secondary" to={binAddress}>
          {teamCopy.shell.alarms.space.openBin}
        </ButtonLink>
      )}
      <SectionLink section={section}>{teamCopy.shell.alarms.openSettings}</SectionLink>
    </Alert>
  );
}

/** Files cannot be used, or erasing them does not erase them. */
function FilesAlarms({ files: { failure, keepsErased } }: { files: FilesState }) {
  const texts = teamCopy.shell.alarms.files;
  return (
    <>
      {failure !== null && (
        <Alert>
          <p>
            <strong>{texts.away}</strong> {texts.why(failure.message)}
          </p>
          <SectionLink section="backups">{teamCopy.shell.alarms.showBackups}</SectionLink>
        </Alert>
      )}
      {keepsErased !== null && (
        <Alert>
          <p>
            <strong>{texts.stay[keepsErased]}</strong> {texts.because[keepsErased]}
          </p>
          <SectionLink section="backups">{teamCopy.shell.alarms.showBackups}</SectionLink>
        </Alert>
      )}
    </>
  );
}

const alarmKey = ["settings-alarm"];

/** The stored settings are not those that were saved here; ends the alarm as well. */
function SettingsAlarm() {
  const { recent } = useDateFormats();
  const client = useQueryClient();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery({
    // Apart from the settings that the forms are filled from.
    queryKey: alarmKey,
    queryFn: settingsApi.settings,
    refetchInterval: minute,
  });
  const restore = useMutation({
    mutationFn: settingsApi.restore,
    meta: { confirms: teamCopy.shell.alarms.settings.confirms },
    onSuccess: (settings) => {
      for (const key of [alarmKey, ["settings"]]) client.setQueryData(key, settings);
      toast("success", teamCopy.shell.alarms.settings.restored);
      setAsking(false);
    },
  });
  const alarm = data?.alarm;

  return (
    <div role="status">
      {alarm !== undefined && (
        <Alert>
          <p>
            <strong>{teamCopy.shell.alarms.settings.title}</strong> {alarm.message}{" "}
            {filled(teamCopy.shell.alarms.settings.noticed, {
              time: <time dateTime={alarm.since}>{recent(alarm.since)}</time>,
            })}{" "}
            {alarm.isStrict ? teamCopy.shell.alarms.settings.strict : teamCopy.shell.alarms.settings.lastGood}
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {teamCopy.shell.alarms.settings.restore}
          </Button>
        </Alert>
      )}
      <ConfirmDialog
        open={asking && alarm !== undefined}
        title={teamCopy.shell.alarms.settings.ask.title}
        id="restore-settings"
        action={teamCopy.shell.alarms.settings.ask.action}
        busyAction={teamCopy.shell.alarms.settings.ask.busy}
        busy={restore.isPending}
        failure={restore.error === null ? undefined : actionFailureText(restore.error)}
        onConfirm={() => restore.mutate()}
        onClose={() => {
          restore.reset();
          setAsking(false);
        }}
      >
        {alarm?.isStrict === true
          ? teamCopy.shell.alarms.settings.ask.strict
          : teamCopy.shell.alarms.settings.ask.about}
      </ConfirmDialog>
    </div>
  );
}
