import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Delivery } from "#contract/delivery.ts";
import { type DeliveryState, deliveryStates } from "#domain/delivery.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { settingsApi } from "#web/api/settings-api.ts";
import { useDateWords } from "../shell/dates.ts";
import { channelNames } from "../shell/delivery-copy.ts";
import { actionFailureText } from "../shell/failure.tsx";

const queryKey = ["deliveries"];
const everySoOften = 15_000;

const stateNames: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  dead: "Not delivered",
};

const tones = { waiting: undefined, delivered: "good", dead: "bad" } as const;

const kindNames: Record<Delivery["kind"], string> = {
  inquiry: "News of an inquiry",
  acknowledgement: "Word to the visitor",
  "channel-change": "News of the channels",
  "password-reset": "Forgotten password",
  invitation: "Invitation",
  "security-notice": "Word on a member's sign-in",
  "inbox-notice": "Export or deletion of inquiries",
};

/** The deliveries: sent, waiting and failed, the newest first. */
export function DeliveryLog() {
  const [state, setState] = useState<DeliveryState>();
  const log = useInfiniteQuery({
    queryKey: [...queryKey, state ?? "all"],
    queryFn: ({ pageParam }) => settingsApi.deliveries(state, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everySoOften,
  });
  const sendAll = useSendAgain(() => settingsApi.sendAllAgain());
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];

  return (
    <section className="settings-section deliveries" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      <p>A failed message is tried eight times in about 18 hours. What was delivered is listed for 30 days.</p>
      <div className="form-actions">
        <Select
          id="delivery-state"
          label="Show"
          value={state ?? "all"}
          onChange={({ target }) => setState(deliveryStates.find((name) => name === target.value))}
        >
          <option value="all">All</option>
          {deliveryStates.map((name) => (
            <option key={name} value={name}>
              {stateNames[name]}
            </option>
          ))}
        </Select>
        {deliveries.some((delivery) => delivery.state === "dead") && (
          <Button variant="secondary" busy={sendAll.isPending} onClick={() => sendAll.mutate()}>
            Send all again
          </Button>
        )}
      </div>
      {sendAll.error !== null && <Alert>{actionFailureText(sendAll.error)}</Alert>}
      {log.error !== null && <Alert>The deliveries could not be loaded. {actionFailureText(log.error)}</Alert>}
      {log.data === undefined && log.error === null && <Spinner text="Loading deliveries..." />}
      {log.data !== undefined && deliveries.length === 0 && <p>Nothing here yet.</p>}
      <ol className="plain-list">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button variant="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {log.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </section>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { recent } = useDateWords();
  const { id, kind, channel, to, reference, state, attempts, nextTryAt, problem, createdAt } = delivery;
  const send = useSendAgain(() => settingsApi.sendAgain(id));
  const at = (instant: string) => <time dateTime={instant}>{recent(instant)}</time>;
  const named = [channelNames[channel], reference, to].filter((name) => name !== null).join(" ");
  return (
    <li className="delivery">
      <div className="delivery-head">
        <h3>
          {channelNames[channel]}: {kindNames[kind]}
          {reference !== null && ` ${reference}`}
        </h3>
        <Badge tone={tones[state]}>{stateNames[state]}</Badge>
      </div>
      <p className="hint">
        {to !== null && `${to} · `}
        {at(createdAt)}
        {attempts > 0 && ` · ${attempts === 1 ? "1 try" : `${attempts} tries`}`}
        {nextTryAt !== null && attempts > 0 && <> · next try {at(nextTryAt)}</>}
      </p>
      {problem !== null && <p className="error">{problem}</p>}
      {problem !== null && (
        <Button
          variant="secondary"
          aria-label={`Send again: ${named}`}
          busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isPending ? "Sending..." : "Send again"}
        </Button>
      )}
      {send.error !== null && <Alert>{actionFailureText(send.error)}</Alert>}
    </li>
  );
}

/** Sends something again; the log and the banner show the result. */
function useSendAgain(send: () => Promise<{ message: string }>) {
  const client = useQueryClient();
  const toast = useToast();
  const look = () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ["delivery-health"] });
  };
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast("success", message);
      look();
      // It is usually sent by then.
      setTimeout(look, 1500);
    },
    onError: () => {
      toast("error", "Failed to send again");
      look();
    },
  });
}
