import { teamCopy } from "#copy/current.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { TrustChange } from "#contract/trust.ts";
import { minute } from "#domain/time/durations.ts";
import { changedFieldTexts } from "./trust-fields.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";
import { useDateFormats } from "../shell/dates.ts";
import { AdminIcon } from "../shell/icons.tsx";
import "./trust.css";
import { PersonName } from "../shell/person.tsx";
import { BriefNoticeAlert } from "./brief-notice-alert.tsx";
import { trustKey } from "./trust-key.ts";

/** Loads the banner again, as after a change that waits. */
export function useTrustRefresh() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: trustKey });
}

/** Tells owners on every page, in one line, of changes that carry trust, until these take effect and are seen. */
export function TrustBanner() {
  const { data } = useQuery({ queryKey: trustKey, queryFn: settingsApi.trustChanges, refetchInterval: minute });
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  const shown = (data?.changes ?? []).filter(({ state, isSeen }) => state === "waits" || !isSeen);
  const waiting = shown.filter(({ state }) => state === "waits").length;
  return (
    <div role="status">
      {shown.length > 0 && (
        <div className="strip trust-strip target-row">
          <AdminIcon name="warning" />
          <p className="strip-text">
            <strong>{teamCopy.trust.summary(shown.length, waiting)}</strong> {shown.map(titleOf).join(" · ")}
          </p>
          <Button
            variant="plain"
            className="row-target"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-label={isOpen ? teamCopy.trust.hideAll : teamCopy.trust.showAll}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? teamCopy.trust.hide : teamCopy.trust.show}
          </Button>
        </div>
      )}
      {isOpen && shown.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, also by the keyboard.
        <div id={list} className="trust-list" role="region" aria-label={teamCopy.trust.title} tabIndex={0}>
          {shown.map((change) => (
            <TrustAlert key={change.id} change={change} />
          ))}
        </div>
      )}
      {(data?.notices ?? []).map((notice) => (
        <BriefNoticeAlert key={`${notice.at} ${notice.text}`} notice={notice} />
      ))}
    </div>
  );
}

const titleOf = ({ kind, state }: TrustChange) => `${teamCopy.trust.kinds[kind]}: ${teamCopy.trust.states[state]}`;

function TrustAlert({ change }: { change: TrustChange }) {
  const { recent } = useDateFormats();
  const { by, at, member, fields } = change;
  const title = titleOf(change);
  return (
    <Alert tone="warn" className="trust-change" role="group" aria-label={title}>
      <p>
        <strong>{title}</strong>{" "}
        {fields.length > 0 && <span className="hint">{changedFieldTexts(change).join(", ")}</span>}
      </p>
      <p>
        {member !== null && (
          <>
            <PersonName email={member} /> · {member}
            {". "}
          </>
        )}
        {teamCopy.trust.by(by, recent(at))} <WaitText change={change} />
      </p>
      <TrustActions change={change} />
    </Alert>
  );
}

function WaitText({ change }: { change: TrustChange }) {
  const { recent } = useDateFormats();
  const { state, at, needsApproval, takesEffectAt, earliestAt, approvedBy, settledAt, approvesFrom } = change;
  if (state === "done") return `${teamCopy.trust.isDone(recent(settledAt ?? at))} ${teamCopy.trust.unknown}`;
  if (state === "stopped") return teamCopy.trust.isStopped(recent(settledAt ?? at));
  if (takesEffectAt !== null && approvedBy !== null)
    return teamCopy.trust.approvedBy(approvedBy, recent(takesEffectAt));
  if (!needsApproval) return teamCopy.trust.takesEffect(recent(takesEffectAt ?? earliestAt));
  const isLater = Date.parse(earliestAt) > Date.parse(at);
  return [
    isLater ? teamCopy.trust.needsApprovalFrom(recent(earliestAt)) : teamCopy.trust.needsApproval,
    approvesFrom === null ? "" : teamCopy.trust.approvesFrom(recent(approvesFrom)),
    teamCopy.trust.operator,
  ].join(" ");
}

function TrustActions({ change }: { change: TrustChange }) {
  const { id, kind, state, canApprove, countsAsSeen } = change;
  const shared = { queryKey: trustKey, confirms: teamCopy.trust.toApprove };
  const done = ({ message }: { message: string }) => message;
  const approve = useToastedMutation({ ...shared, mutationFn: settingsApi.approveTrustChange, done });
  const stop = useToastedMutation({ ...shared, mutationFn: settingsApi.stopTrustChange, done });
  const see = useToastedMutation({ ...shared, mutationFn: settingsApi.markTrustChangeSeen });
  const { approve: approveText, approveOf, stop: stopText, stopOf, seen, seenOf, notSeen } = teamCopy.trust;
  const actions = [
    { isShown: canApprove, text: approveText, label: approveOf, run: approve, variant: "secondary" },
    { isShown: state === "waits", text: stopText, label: stopOf, run: stop, variant: "secondary" },
    { isShown: state !== "waits" && countsAsSeen, text: seen, label: seenOf, run: see, variant: "quiet" },
  ] as const;
  const error = approve.error ?? stop.error ?? see.error;
  return (
    <>
      <div className="form-actions">
        {actions
          .filter(({ isShown }) => isShown)
          .map(({ text, label, run, variant }) => (
            <Button
              key={text}
              variant={variant}
              size="small"
              aria-label={label(teamCopy.trust.kinds[kind])}
              busy={run.isPending}
              onClick={() => run.mutate(id)}
            >
              {text}
            </Button>
          ))}
      </div>
      {state !== "waits" && !countsAsSeen && <p className="hint">{notSeen}</p>}
      {error !== null && <p role="alert">{actionFailureText(error)}</p>}
    </>
  );
}
