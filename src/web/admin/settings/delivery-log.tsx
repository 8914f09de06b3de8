import { teamCopy } from "#copy/current.ts";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Delivery } from "#contract/delivery.ts";
import type { Settings } from "#contract/settings.ts";
import { type DeliveryState, deliveryStates } from "#domain/delivery.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useShowMore } from "#web/ui/use-show-more.ts";
import { type DateFormats, useDateFormats } from "../shell/dates.ts";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { Section } from "./section-form.tsx";
import { sectionAddress } from "./settings-menu.ts";
import { filled } from "#web/ui/filled.tsx";

const queryKey = ["deliveries"];
const refreshEvery = 15_000;

const tones = { waiting: undefined, delivered: "good", dead: "bad" } as const;
const signs = { waiting: "clock", delivered: "check", dead: "warning" } as const;
const wayIcons = { email: "mail", webhook: "bolt", telegram: "send" } as const;

function stateName(state: DeliveryState): string {
  return teamCopy.settings.deliveries.states[state];
}

/** Reads the deliveries page by page, the newest first: those of a state, or all. */
function useDeliveries(state: DeliveryState | undefined, name: string, enabled = true) {
  const log = useInfiniteQuery({
    queryKey: [...queryKey, name],
    queryFn: ({ pageParam }) => settingsApi.deliveries(state, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshEvery,
    enabled,
  });
  return { log, listed: log.data?.pages.flatMap((page) => page.deliveries) };
}

/** The deliveries: sent, waiting and failed, the newest first. */
export function DeliveryLog({ settings }: { settings: Settings }) {
  const [state, setState] = useState<DeliveryState>();
  const dates = useDateFormats();
  const { log, listed = [] } = useDeliveries(state, state ?? "all");
  const sendAll = useSendAgain(() => settingsApi.sendAllAgain());
  // Failed messages stand first among all, however old they are, and there alone.
  const isAll = state === undefined;
  const failed = useDeliveries("dead", "failed", isAll);
  const dead = isAll ? (failed.listed ?? []) : [];
  const othersOf = (all: readonly Delivery[]) =>
    isAll && failed.listed !== undefined
      ? all.filter((each) => each.state !== "dead" && dead.every(({ id }) => id !== each.id))
      : all;
  const others = othersOf(listed);
  const deliveries = [...dead, ...others];
  // Nothing to choose from, and no columns that need the width.
  const isEmpty = isAll && (log.data === undefined || deliveries.length === 0);
  const { list, showMore } = useShowMore<HTMLOListElement>({
    count: others.length,
    isLoading: log.isFetchingNextPage,
    load: loadOthers,
  });
  const { showMore: showMoreFailed } = useShowMore<HTMLOListElement>({
    list,
    count: dead.length,
    isLoading: failed.log.isFetchingNextPage,
    load: failed.log.fetchNextPage,
    // The row after their heading, in place of the button.
    place: dead.length + 1,
  });

  /** Loads on until there is one more: a page may hold failures alone, which stand above. */
  async function loadOthers() {
    for (;;) {
      const { data, hasNextPage, isError } = await log.fetchNextPage();
      const hasMore = othersOf(data?.pages.flatMap((page) => page.deliveries) ?? []).length > others.length;
      if (hasMore || isError) return;
      if (!hasNextPage) break;
    }
    // The button that has the focus disappears.
    document.getElementById("delivery-state")?.focus();
  }

  const sendAllButton = (
    <Button variant="secondary" size="small" busy={sendAll.isPending} onClick={() => sendAll.mutate()}>
      {teamCopy.settings.deliveries.sendAllAgain}
    </Button>
  );

  return (
    <Section
      id="deliveries"
      title={teamCopy.settings.sections.deliveries}
      lead={teamCopy.settings.deliveries.lead}
      isWide={!isEmpty}
      actions={
        isEmpty ? undefined : (
          <>
            {dead.length === 0 && deliveries.some((delivery) => delivery.state === "dead") && sendAllButton}
            <Select
              id="delivery-state"
              label={teamCopy.settings.deliveries.show}
              isLabelHidden
              value={state ?? "all"}
              onChange={({ target }) => setState(deliveryStates.find((name) => name === target.value))}
            >
              <option value="all">{teamCopy.settings.deliveries.all}</option>
              {deliveryStates.map((name) => (
                <option key={name} value={name}>
                  {stateName(name)}
                </option>
              ))}
            </Select>
          </>
        )
      }
    >
      {sendAll.error !== null && <Alert role="alert">{actionFailureText(sendAll.error)}</Alert>}
      <LoadFailure what={teamCopy.settings.deliveries.what} query={log} />
      {log.data === undefined && log.errorUpdateCount === 0 && <Spinner text={teamCopy.settings.deliveries.loading} />}
      {log.data !== undefined &&
        (deliveries.length === 0 ? (
          <EmptyState icon="send">
            <h3>{state === undefined ? teamCopy.settings.deliveries.none : teamCopy.settings.deliveries.noSuch}</h3>
            <p>
              {state === undefined
                ? teamCopy.settings.deliveries.noneHint
                : teamCopy.settings.deliveries.noSuchHint(stateName(state))}
            </p>
            {isAll && settings.mail === null && (
              <ButtonLink to={sectionAddress("mail")}>{teamCopy.settings.deliveries.setUpMail}</ButtonLink>
            )}
            {state !== undefined && (
              <Button
                variant="secondary"
                onClick={() => {
                  setState(undefined);
                  // The button that has the focus disappears.
                  document.getElementById("delivery-state")?.focus();
                }}
              >
                {teamCopy.audit.filters.showEverything}
              </Button>
            )}
          </EmptyState>
        ) : (
          <ol ref={list} className="plain-list deliveries">
            {dead.length > 0 && <GroupHead text={stateName("dead")}>{sendAllButton}</GroupHead>}
            {dead.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} dates={dates} />
            ))}
            {dead.length > 0 && failed.log.hasNextPage && (
              <li className="delivery-more">
                <Button variant="secondary" busy={failed.log.isFetchingNextPage} onClick={showMoreFailed}>
                  {failed.log.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.settings.deliveries.showMoreFailed}
                </Button>
              </li>
            )}
            {dead.length > 0 && others.length > 0 && <GroupHead text={teamCopy.settings.deliveries.others} />}
            {others.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} dates={dates} />
            ))}
          </ol>
        ))}
      {log.hasNextPage && (
        <Button variant="secondary" busy={log.isFetchingNextPage} onClick={showMore}>
          {log.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.settings.deliveries.showMore}
        </Button>
      )}
    </Section>
  );
}

function GroupHead({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <li className="delivery-group">
      <h3>{text}</h3>
      {children}
    </li>
  );
}

function DeliveryRow({ delivery, dates }: { delivery: Delivery; dates: DateFormats }) {
  const { id, kind, channel, to, reference, state, attempts, nextTryAt, problem, createdAt } = delivery;
  const send = useSendAgain(() => settingsApi.sendAgain(id));
  const way = teamCopy.shell.deliveryNames[channel];
  const named = [way, reference, to].filter((name) => name !== null).join(" ");
  return (
    <li className="delivery" tabIndex={-1}>
      <time dateTime={createdAt} title={dates.full(createdAt)}>
        {dates.recent(createdAt)}
      </time>
      <p className="delivery-what">
        <strong>{teamCopy.settings.deliveries.kinds[kind]}</strong> {reference !== null && <code>{reference}</code>}
      </p>
      <p className="delivery-to">
        <AdminIcon name={wayIcons[channel]} />
        <span>
          {to === null ? (
            way
          ) : (
            <>
              <span className="delivery-way">{way} · </span>
              {to}
            </>
          )}
        </span>
      </p>
      <Badge tone={tones[state]}>
        <Icon name={signs[state]} />
        {stateName(state)}
      </Badge>
      {problem !== null && (
        <div className="delivery-problem">
          <p>
            {problem}{" "}
            {nextTryAt === null
              ? teamCopy.settings.deliveries.tried(attempts)
              : filled(teamCopy.settings.deliveries.triedNext(attempts), {
                  time: <time dateTime={nextTryAt}>{dates.recent(nextTryAt)}</time>,
                })}
          </p>
          <Button
            variant="secondary"
            size="small"
            aria-label={teamCopy.settings.deliveries.sendAgainOf(named)}
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {send.isPending ? teamCopy.settings.sending : teamCopy.settings.deliveries.sendAgain}
          </Button>
          {send.error !== null && <Alert role="alert">{actionFailureText(send.error)}</Alert>}
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
      // The message is usually sent by then.
      setTimeout(refresh, 1500);
    },
    onError: refresh,
  });
}
