import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Delivery } from "#contract/delivery.ts";
import { type DeliveryState, deliveryStates } from "#domain/delivery.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Select } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Ago, useNow } from "../shell/ago.tsx";
import { deliveryNames } from "../shell/alarms.tsx";
import { type DateWords, useDateWords } from "../shell/dates.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { Section } from "./section-form.tsx";

const queryKey = ["deliveries"];
const refreshEvery = 15_000;

const stateNames: Record<DeliveryState, string> = { waiting: "Waiting", delivered: "Sent", dead: "Failed" };

const tones = { waiting: undefined, delivered: "good", dead: "bad" } as const;

const kindNames: Record<Delivery["kind"], string> = {
  inquiry: "New inquiry",
  answer: "Answer of a visitor",
  acknowledgement: "Receipt for a visitor",
  reply: "Reply to a visitor",
  "reply-notice": "Notice of a reply",
  "channel-change": "Channel change",
  "password-reset": "Forgotten password",
  invitation: "Invitation",
  "security-notice": "Security notice",
  "inbox-notice": "Export or deletion",
  mention: "Mention in a note",
  "late-answers": "Late answers",
  "site-change": "Change of the site",
  "inquiry-replied": "Reply, to the webhook",
  "inquiry-status": "Changed status, to the webhook",
  "inquiry-erased": "Erased inquiry, to the webhook",
};

/** The deliveries: sent, waiting and failed, the newest first. */
export function DeliveryLog() {
  const [state, setState] = useState<DeliveryState>();
  const now = useNow();
  const dates = useDateWords();
  const log = useInfiniteQuery({
    queryKey: [...queryKey, state ?? "all"],
    queryFn: ({ pageParam }) => settingsApi.deliveries(state, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshEvery,
  });
  const sendAll = useSendAgain(() => settingsApi.sendAllAgain());
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];

  return (
    <Section
      id="deliveries"
      title="Delivery log"
      lead="A failed message is tried eight times in about 18 hours. Sent messages are listed for 30 days."
      actions={
        <>
          {deliveries.some((delivery) => delivery.state === "dead") && (
            <Button variant="secondary" busy={sendAll.isPending} onClick={() => sendAll.mutate()}>
              Send all again
            </Button>
          )}
          <Select
            id="delivery-state"
            label="Show"
            isLabelHidden
            value={state ?? "all"}
            onChange={({ target }) => setState(deliveryStates.find((name) => name === target.value))}
          >
            <option value="all">All messages</option>
            {deliveryStates.map((name) => (
              <option key={name} value={name}>
                {stateNames[name]}
              </option>
            ))}
          </Select>
        </>
      }
    >
      {sendAll.error !== null && <Alert>{actionFailureText(sendAll.error)}</Alert>}
      {log.error !== null && <Alert>The deliveries could not be loaded. {actionFailureText(log.error)}</Alert>}
      {log.data === undefined && log.error === null && <Spinner text="Loading deliveries..." />}
      {log.data !== undefined &&
        (deliveries.length === 0 ? (
          <EmptyState>
            <h3>{state === undefined ? "Nothing has been sent yet" : "No such messages"}</h3>
            <p>
              {state === undefined
                ? "Notifications appear here once e-mail, a webhook or Telegram is set up."
                : `No message is in the state “${stateNames[state]}”.`}
            </p>
          </EmptyState>
        ) : (
          <ol className="plain-list deliveries">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} now={now} dates={dates} />
            ))}
          </ol>
        ))}
      {log.hasNextPage && (
        <Button variant="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {log.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </Section>
  );
}

function DeliveryRow({ delivery, now, dates }: { delivery: Delivery; now: number; dates: DateWords }) {
  const { id, kind, channel, to, reference, state, attempts, nextTryAt, problem, createdAt } = delivery;
  const send = useSendAgain(() => settingsApi.sendAgain(id));
  const named = [deliveryNames[channel], reference, to].filter((name) => name !== null).join(" ");
  return (
    <li className="delivery">
      <Badge tone={tones[state]}>{stateNames[state]}</Badge>
      <p className="delivery-what">
        <strong>{kindNames[kind]}</strong> {reference}
      </p>
      <p className="delivery-to">
        {deliveryNames[channel]}
        {to !== null && ` · ${to}`}
      </p>
      <Ago at={createdAt} now={now} dates={dates} />
      {problem !== null && (
        <div className="delivery-problem">
          <p>
            {problem} {attempts === 1 ? "1 try" : `${attempts} tries`}
            {nextTryAt !== null && (
              <>
                , next on <time dateTime={nextTryAt}>{dates.recent(nextTryAt)}</time>
              </>
            )}
            .
          </p>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Send again: ${named}`}
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {send.isPending ? "Sending..." : "Send again"}
          </Button>
          {send.error !== null && <Alert>{actionFailureText(send.error)}</Alert>}
        </div>
      )}
    </li>
  );
}

/** Sends something again; the log and the alarm show the result. */
function useSendAgain(send: () => Promise<{ message: string }>) {
  const client = useQueryClient();
  const toast = useToast();
  const refresh = () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ["delivery-health"] });
  };
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast("success", message);
      refresh();
      // It is usually sent by then.
      setTimeout(refresh, 1500);
    },
    onError: () => {
      toast("error", "Failed to send again");
      refresh();
    },
  });
}
