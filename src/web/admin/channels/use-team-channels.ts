import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { teamCopy } from "#copy/current.ts";
import type { TeamChannel, ChannelPatch, ListedChannel } from "#contract/channels/channel.ts";
import { minute } from "#domain/time/durations.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { channelApi, isProposed } from "#web/api/channel-api.ts";
import { ApiError } from "#web/api/api-client.ts";
import { isSignedOut } from "../forms/failure.tsx";
import type { Proposed } from "#contract/channels/channel-list.ts";

/** The team's list from the cache; empty before the first response. */
export function loadedChannels(client: QueryClient): ListedChannel[] {
  return client.getQueryData<ListedChannel[]>(listKey) ?? [];
}

/** Updates the cache and cancels a pending request, which would restore the old list. */
export async function changeKnown(
  client: QueryClient,
  change: (channels: ListedChannel[]) => ListedChannel[],
): Promise<void> {
  await client.cancelQueries({ queryKey: listKey });
  client.setQueryData<ListedChannel[]>(listKey, (known) => known && change(known));
}

export function useTeamChannels() {
  const client = useQueryClient();
  const toast = useToast();
  // A reload would revert optimistic changes.
  const unlessAhead = () => !isAheadOfServer(client);
  const list = useQuery({
    queryKey: listKey,
    queryFn: channelApi.list,
    refetchOnWindowFocus: unlessAhead,
    refetchOnReconnect: unlessAhead,
  });
  const { errorUpdateCount } = list;
  useEffect(() => {
    if (errorUpdateCount > 0) toast("error", teamCopy.forms.failedTo(teamCopy.channels.tasks.load));
  }, [errorUpdateCount, toast]);
  return list;
}

export function useAddChannel() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: channelApi.add,
    onMade: (added: TeamChannel) => changeKnown(client, (channels) => [...channels, added]),
    done: teamCopy.channels.list.added,
    confirms: teamCopy.channels.tasks.addThis,
    failed: teamCopy.forms.failedTo(teamCopy.channels.tasks.add),
  });
}

export function useEditChannel() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: ({ id, change }: { id: string; change: ChannelPatch }) => channelApi.change(id, change),
    onMade: (saved: TeamChannel, { id }) =>
      changeKnown(client, (channels) => channels.map((channel) => (channel._id === id ? saved : channel))),
    done: teamCopy.channels.list.saved,
    confirms: teamCopy.channels.tasks.saveThis,
    failed: teamCopy.forms.failedTo(teamCopy.channels.tasks.save),
  });
}

export function useDeleteChannel() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: channelApi.remove,
    onMade: (_done, id) => changeKnown(client, (channels) => channels.filter(({ _id }) => _id !== id)),
    done: teamCopy.channels.list.deleted,
    confirms: teamCopy.channels.tasks.deleteThis,
    failed: teamCopy.forms.failedTo(teamCopy.channels.tasks.delete),
  });
}

/** Toggles a channel optimistically; reverted if the server rejects it. */
export function useSwitchChannel() {
  const client = useQueryClient();
  const toast = useToast();
  const show = (id: string, isActive: boolean) =>
    changeKnown(client, (channels) =>
      channels.map((channel) => (channel._id === id ? { ...channel, isActive } : channel)),
    );
  return useMutation({
    mutationKey: [optimisticChange, "switch"],
    // Runs in sequence, so that the last one wins.
    scope: { id: "switch" },
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => channelApi.change(id, { isActive }),
    onMutate: ({ id, isActive }) => show(id, isActive),
    onSuccess: async (answer, { id, isActive }) => {
      if (!isProposed(answer)) return;
      toast("success", answer.message);
      await show(id, !isActive);
    },
    onError: async (_error, { id, isActive }) => {
      toast("error", teamCopy.forms.failedTo(teamCopy.channels.tasks.save));
      await show(id, !isActive);
    },
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client, 1);
    },
  });
}

/** The prefix of every channel query key: a change reloads all of them. */
export const channelKey = "channels";

export const listKey = [channelKey, "list"] as const;

/** The key prefix of mutations with optimistic updates; each reloads everything when it settles. */
export const optimisticChange = "optimistic-channel-change";

/** Returns whether the list shows optimistic changes; `own` is the number of the caller's mutations. */
function isAheadOfServer(client: QueryClient, own: 0 | 1 = 0): boolean {
  return client.isMutating({ mutationKey: [optimisticChange] }) > own;
}

/**
 * Reloads all channel queries, but not the list while it shows an optimistic change: the response would undo it, and
 * the mutation reloads the list itself. `own` is 1 if the caller is such a mutation.
 */
export async function reloadChannels(client: QueryClient, own: 0 | 1 = 0): Promise<void> {
  const isAhead = isAheadOfServer(client, own);
  await client.invalidateQueries({
    queryKey: [channelKey],
    predicate: ({ queryKey }) => !(isAhead && queryKey[1] === listKey[1]),
  });
}

/**
 * Returns whether a failed change may come from an outdated state, because a colleague was first. Not without a
 * response, since a reload would fail too, nor after a 401, since signing in reloads everything.
 */
export function mayBeStale(error: unknown): boolean {
  return !isSignedOut(error) && !(error instanceof ApiError && error.status === 0);
}

/**
 * A mutation of the channels that is shown once the server has made it. The toast says `done`, or the server's message
 * if that is left out or the change is pending; `onMade` updates the cache. All channel queries reload afterwards, even
 * after an error.
 */
export function useChannelChange<Input, Answer extends object>(options: {
  mutationFn: (input: Input) => Promise<Answer | Proposed>;
  done?: string;
  /** The action, such as "hide the channels", for the step-up, and for the toast of a failure without `failed`. */
  confirms: string;
  failed?: string;
  onMade?: (answer: Answer, input: Input) => Promise<void>;
}) {
  const { mutationFn, done, confirms, failed = teamCopy.forms.failedTo(confirms), onMade } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    meta: { confirms },
    onSuccess: async (answer, input) => {
      if (isProposed(answer)) {
        toast("success", answer.message);
        return;
      }
      toast("success", done ?? messageOf(answer));
      await onMade?.(answer, input);
    },
    onError: () => toast("error", failed),
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client);
    },
  });
}

function messageOf(answer: object): string {
  return "message" in answer && typeof answer.message === "string" ? answer.message : teamCopy.channels.list.done;
}

/** The state of the channels besides the list: polled every minute, and reloaded after a change made here. */
export function useChannelState() {
  return useQuery({
    queryKey: [channelKey, "state"],
    queryFn: channelApi.state,
    refetchInterval: minute,
  });
}
