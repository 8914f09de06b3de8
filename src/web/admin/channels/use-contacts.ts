import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Contact, ContactChange, ListedContact } from "#contract/contact.ts";
import { useToast } from "#web/ui/toast.tsx";
import { channelApi, isProposed } from "#web/api/channel-api.ts";
import { isAheadOfServer, listKey, mayBeStale, reloadChannels, shownAtOnce } from "./channel-queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** The team's list from the cache; empty before the first response. */
export function knownContacts(client: QueryClient): ListedContact[] {
  return client.getQueryData<ListedContact[]>(listKey) ?? [];
}

/** Updates the cache and cancels a pending request, which would restore the old list. */
export async function changeKnown(
  client: QueryClient,
  change: (contacts: ListedContact[]) => ListedContact[],
): Promise<void> {
  await client.cancelQueries({ queryKey: listKey });
  client.setQueryData<ListedContact[]>(listKey, (known) => known && change(known));
}

export function useContactList() {
  const client = useQueryClient();
  const toast = useToast();
  // A reload would revert optimistic changes.
  const unlessAhead = () => !isAheadOfServer(client);
  const list = useQuery({
    queryKey: listKey,
    queryFn: channelApi.contacts,
    refetchOnWindowFocus: unlessAhead,
    refetchOnReconnect: unlessAhead,
  });
  const { errorUpdateCount } = list;
  useEffect(() => {
    if (errorUpdateCount > 0) toast("error", "Failed to load contacts");
  }, [errorUpdateCount, toast]);
  return list;
}

export function useAddContact() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: channelApi.add,
    onMade: (added: Contact) => changeKnown(client, (contacts) => [...contacts, added]),
    done: "Contact added successfully",
    failed: "Failed to add contact",
  });
}

export function useChangeContact() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: ({ id, change }: { id: string; change: ContactChange }) => channelApi.change(id, change),
    onMade: (saved: Contact, { id }) =>
      changeKnown(client, (contacts) => contacts.map((contact) => (contact._id === id ? saved : contact))),
    done: "Contact saved",
    failed: "Failed to save contact",
  });
}

export function useDeleteContact() {
  const client = useQueryClient();
  return useChannelChange({
    mutationFn: channelApi.remove,
    onMade: (_done, id) => changeKnown(client, (contacts) => contacts.filter(({ _id }) => _id !== id)),
    done: "Contact deleted successfully",
    failed: "Failed to delete contact",
  });
}

/** Toggles a contact optimistically; reverted if the server rejects it. */
export function useSwitchContact() {
  const client = useQueryClient();
  const toast = useToast();
  const show = (id: string, isActive: boolean) =>
    changeKnown(client, (contacts) =>
      contacts.map((contact) => (contact._id === id ? { ...contact, isActive } : contact)),
    );
  return useMutation({
    mutationKey: [shownAtOnce, "switch"],
    // In sequence, so that the last one wins.
    scope: { id: "switch" },
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => channelApi.change(id, { isActive }),
    onMutate: ({ id, isActive }) => show(id, isActive),
    onSuccess: async (answer, { id, isActive }) => {
      if (!isProposed(answer)) return;
      toast("success", answer.message);
      await show(id, !isActive);
    },
    onError: async (_error, { id, isActive }) => {
      toast("error", "Failed to save contact");
      await show(id, !isActive);
    },
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client, 1);
    },
  });
}
