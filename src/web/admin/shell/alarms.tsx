import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "#contract/paths.ts";
import type { DeliveryChannel } from "#domain/delivery.ts";
import type { Role } from "#domain/member.ts";
import { comparedDays, durationWords, lateMedian, minutesIn, spanOf } from "#domain/time/first-answer.ts";
import { reportApi } from "#web/api/report-api.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useDateWords } from "./dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { useMember } from "./member.ts";

const everyMinute = 60_000;
const everyHour = 60 * everyMinute;

export const deliveryNames: Record<DeliveryChannel, string> = {
  email: "E-mail",
  webhook: "Webhook",
  telegram: "Telegram",
};

/** The state of the backups and of the store, for owners. */
export function useBackupState() {
  return useQuery({ queryKey: ["backups"], queryFn: settingsApi.backups, refetchInterval: everyMinute });
}

/** Whether visitors' emails come in. */
export function useIncomingMailState(refetchInterval = everyMinute) {
  return useQuery({ queryKey: ["incoming-mail"], queryFn: settingsApi.incomingMail, refetchInterval });
}

/** What is wrong with the desk itself, on every page until it is put right. */
export function Alarms({ role }: { role: Role }) {
  return (
    <>
      <DeliveryAlarm role={role} />
      <IncomingMailAlarm role={role} />
      {role === "owner" && <AnswerAlarm />}
      {role === "owner" && <BackupAlarms />}
      {role === "owner" && <SettingsAlarm />}
    </>
  );
}

/** For the whole team: notifications about inquiries or channels fail. */
function DeliveryAlarm({ role }: { role: Role }) {
  const { recent } = useDateWords();
  const { data } = useQuery({
    queryKey: ["delivery-health"],
    queryFn: settingsApi.health,
    refetchInterval: everyMinute,
  });
  const failing = data?.failing.map(
    ({ channel, since, messages }) =>
      `${deliveryNames[channel]}: ${messages === 1 ? "1 message" : `${messages} messages`} since ${recent(since)}`,
  );
  return (
    <div role="status">
      {failing !== undefined && failing.length > 0 && (
        <Alert>
          <p>
            <strong>Notifications are not getting through.</strong> {failing.join("; ")}. Nothing is lost: every inquiry
            is in the inbox.{role === "agent" && " Please tell an owner."}
          </p>
          {role === "owner" && <SectionLink section="deliveries">Open the delivery log</SectionLink>}
        </Alert>
      )}
    </div>
  );
}

/** For the whole team: visitors' emails do not come in. */
function IncomingMailAlarm({ role }: { role: Role }) {
  const { recent } = useDateWords();
  const { data } = useIncomingMailState();
  return (
    <div role="status">
      {data?.state === "failing" && (
        <Alert>
          <p>
            <strong>Visitors' e-mails do not come in</strong> since {recent(data.since)}: {data.problem} They wait in
            the mailbox.{role === "agent" && " Please tell an owner."}
          </p>
          {role === "owner" && <SectionLink section="incoming">Open the settings</SectionLink>}
        </Alert>
      )}
    </div>
  );
}

/** For owners: visitors have waited for a week for longer than the site says. */
function AnswerAlarm() {
  const { figures, timeZone } = useSite();
  const { messageResponse: claimed = "" } = figures;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["report", "week"],
    queryFn: () => reportApi.report(spanOf(comparedDays, Date.now(), timeZone)),
    refetchInterval: everyHour,
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
  if (seenAt - dismissedAt < 7 * 24 * everyHour) return null;
  return (
    <Alert>
      <p>
        <strong>The site promises a response in {claimed}.</strong> In the last {comparedDays} days half of the visitors
        waited for more than {durationWords(median)}. Let the site show the measured time, or correct the configuration.
      </p>
      <SectionLink section="retention">Open the settings</SectionLink>
      <Button
        variant="quiet"
        onClick={() => {
          localStorage.setItem(key, String(seenAt));
          setDismissedAt(seenAt);
        }}
      >
        Not now
      </Button>
    </Alert>
  );
}

/** The store is damaged, damage would go unnoticed, or the last backup or its copy failed. */
function BackupAlarms() {
  const { recent } = useDateWords();
  const { data } = useBackupState();
  const { problems, unwatched } = data?.store ?? { problems: [], unwatched: null };
  return (
    <div role="status">
      {problems.length > 0 && (
        <Alert>
          <p>
            <strong>The store is damaged.</strong> Keep a copy of the data folder, then restore a backup as the
            operating guide describes.
          </p>
          <SectionLink section="backups">Show what is damaged</SectionLink>
        </Alert>
      )}
      {unwatched !== null && (
        <Alert>
          <p>
            <strong>Missing data would go unnoticed:</strong> {unwatched}.
          </p>
          <SectionLink section="backups">Show the backups</SectionLink>
        </Alert>
      )}
      {data?.failure && (
        <Alert>
          <p>
            <strong>The last backup failed</strong> on {recent(data.failure.at)}: {data.failure.message}{" "}
            {data.last === null
              ? "There is no backup yet; the next try follows by itself."
              : `The last good one is from ${recent(data.last.madeAt)}; the next try follows by itself.`}
          </p>
          <SectionLink section="backups">Show the backups</SectionLink>
        </Alert>
      )}
      {data?.copies.map(
        ({ to, failure }) =>
          failure !== null && (
            <Alert key={to}>
              <p>
                <strong>The last backup was not copied elsewhere</strong> on {recent(failure.at)}: {failure.message}.
                The next try follows by itself.
              </p>
              <SectionLink section="backups">Show the backups</SectionLink>
            </Alert>
          ),
      )}
    </div>
  );
}

/** A link to a section of the settings, unless it is open. */
function SectionLink({ section, children }: { section: string; children: string }) {
  const { pathname, search } = useLocation();
  const query = `?section=${section}`;
  if (pathname === paths.settings && search === query) return null;
  return (
    <ButtonLink variant="secondary" to={paths.settings + query}>
      {children}
    </ButtonLink>
  );
}

/** The stored settings are not those that were saved here; ends the alarm as well. */
function SettingsAlarm() {
  const { recent } = useDateWords();
  const client = useQueryClient();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: ["settings"],
    queryFn: settingsApi.settings,
    refetchInterval: everyMinute,
  });
  const restore = useMutation({
    mutationFn: settingsApi.restore,
    meta: { confirms: "restore the last good settings" },
    onSuccess: (settings) => {
      client.setQueryData(["settings"], settings);
      toast("success", "The last good settings are back");
      setAsking(false);
    },
    onError: () => toast("error", "Failed to restore the settings"),
  });
  const alarm = data?.alarm;

  return (
    <div role="status">
      {alarm !== undefined && (
        <Alert>
          <p>
            <strong>The settings were changed outside this program.</strong> {alarm.message} Noticed{" "}
            <time dateTime={alarm.since}>{recent(alarm.since)}</time>.{" "}
            {alarm.isStrict
              ? "No good settings are known: nothing is sent, and everybody needs a second factor."
              : "The last good settings apply."}
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Restore the last good settings
          </Button>
        </Alert>
      )}
      <ConfirmDialog
        open={asking && alarm !== undefined}
        title="Restore the last good settings?"
        id="restore-settings"
        action="Restore them"
        busyAction="Restoring..."
        busy={restore.isPending}
        failure={restore.error === null ? undefined : actionFailureText(restore.error)}
        onConfirm={() => restore.mutate()}
        onClose={() => {
          restore.reset();
          setAsking(false);
        }}
      >
        {alarm?.isStrict === true
          ? "None are known, so the settings start afresh, with a second factor for everybody. Set up e-mail, " +
            "webhook and Telegram again afterwards."
          : "What was written into the store from outside is thrown away. To find out who did it, keep a copy of the " +
            "store first."}
      </ConfirmDialog>
    </div>
  );
}
