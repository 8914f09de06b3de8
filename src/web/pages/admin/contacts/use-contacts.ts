import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Proposed } from "#contract/channel-book.ts";
import type { Contact, ContactInput } from "#contract/contact.ts";
import { ApiError } from "../../../api-client.ts";
import { useToast } from "../../../components/toast.tsx";
import { channelApi, isProposed } from "../../../channel-api.ts";
import { channelKey } from "../channels/use-channel-state.ts";

const queryKey = [channelKey, "list"];

/** The team's list as it is known here; empty before the first answer. */
export function knownContacts(client: QueryClient): Contact[] {
  return client.getQueryData<Contact[]>(queryKey) ?? [];
}

/** Changes what is known; an answer on its way, which would bring the old list back, is not awaited any more. */
export async function changeKnown(client: QueryClient, change: (contacts: Contact[]) => Contact[]): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<Contact[]>(queryKey, (known) => known && change(known));
}

/** Loads the list and what is known besides it again, unless a further change is on its way: that one will. */
export async function reload(client: QueryClient): Promise<void> {
  if (client.isMutating() > 1) return;
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey: [channelKey] });
}

/** Where the server knows another list than we do, ours is loaded again. */
export function reloadIfStale(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && (error.status === 404 || error.status === 409)) void reload(client);
}

export function useContactList() {
  const toast = useToast();
  const list = useQuery({ queryKey, queryFn: channelApi.contacts });
  const { errorUpdateCount } = list;
  useEffect(() => {
    if (errorUpdateCount > 0) toast("error", "Failed to load contacts");
  }, [errorUpdateCount, toast]);
  return list;
}

export function useAddContact() {
  return useContactChange({
    mutationFn: channelApi.add,
    change: (contacts, _input, added) => [...contacts, added],
    done: "Contact added successfully",
    failed: "Failed to add contact",
  });
}

export function useReplaceContact() {
  return useContactChange({
    mutationFn: ({ id, contact }: { id: string; contact: ContactInput }) => channelApi.replace(id, contact),
    change: (contacts, { id }, saved) => contacts.map((contact) => (contact._id === id ? saved : contact)),
    done: "Contact saved",
    failed: "Failed to save contact",
  });
}

export function useDeleteContact() {
  return useContactChange({
    mutationFn: channelApi.remove,
    change: (contacts, id) => contacts.filter(({ _id }) => _id !== id),
    done: "Contact deleted successfully",
    failed: "Failed to delete contact",
  });
}

/** A change that shows once the server has made it, unless it has to wait; the list is loaded again after it. */
function useContactChange<Input, Answer extends object>(options: {
  mutationFn: (input: Input) => Promise<Answer | Proposed>;
  change: (contacts: Contact[], input: Input, answer: Answer) => Contact[];
  done: string;
  failed: string;
}) {
  const { mutationFn, change, done, failed } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: async (answer, input) => {
      if (isProposed(answer)) {
        toast("success", answer.message);
      } else {
        toast("success", done);
        await changeKnown(client, (contacts) => change(contacts, input, answer));
      }
      void reload(client);
    },
    onError: (error) => {
      toast("error", failed);
      reloadIfStale(client, error);
    },
  });
}

/** Switches a contact on or off: shown at once, taken back where the server does not follow. */
export function useSwitchContact() {
  const client = useQueryClient();
  const toast = useToast();
  const show = (id: string, isActive: boolean) =>
    changeKnown(client, (contacts) =>
      contacts.map((contact) => (contact._id === id ? { ...contact, isActive } : contact)),
    );
  return useMutation({
    // One after the other, so that the last one holds.
    scope: { id: "switch" },
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => channelApi.switch(id, isActive),
    onMutate: ({ id, isActive }) => show(id, isActive),
    onSuccess: async (answer, { id, isActive }) => {
      if (isProposed(answer)) {
        toast("success", answer.message);
        await show(id, !isActive);
      }
      void reload(client);
    },
    onError: async (error, { id, isActive }) => {
      toast("error", "Failed to save contact");
      await show(id, !isActive);
      reloadIfStale(client, error);
    },
  });
}
