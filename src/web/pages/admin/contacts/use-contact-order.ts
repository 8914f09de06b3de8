import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Contact } from "#contract/contact.ts";
import { useToast } from "../../../components/toast.tsx";
import { changeKnown, knownContacts, reload, reloadIfStale } from "./use-contacts.ts";
import { channelApi } from "../../../channel-api.ts";

const mutationKey = ["contact-order"];

/**
 * Moves contacts: shown at once, taken back where the server does not follow. Moves made while an answer is awaited go out
 * together after it, so that no order overtakes another. What it gives takes the place to go to, counted from 0, as it follows from the
 * present one, and answers the new place of the contact, counted from 1.
 */
export function useContactOrder(onFailed: (error: Error) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const saved = useRef<string[]>([]);

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async () => {
      let sent: string[];
      do {
        sent = idsOf(knownContacts(client));
        await channelApi.order(sent);
        saved.current = sent;
      } while (sent.join() !== idsOf(knownContacts(client)).join());
    },
    onSuccess: () => void reload(client),
    onError: async (error) => {
      toast("error", "Failed to move contact");
      onFailed(error);
      await changeKnown(client, (contacts) => inOrder(contacts, saved.current));
      reloadIfStale(client, error);
    },
  });

  return useCallback(
    async (id: string, to: (from: number) => number): Promise<number | undefined> => {
      const saving = client.isMutating({ mutationKey }) > 0;
      if (!saving) saved.current = idsOf(knownContacts(client));
      let place: number | undefined;
      await changeKnown(client, (contacts) => {
        const from = contacts.findIndex(({ _id }) => _id === id);
        const target = to(from);
        const moved = contacts[from];
        if (moved === undefined || contacts[target] === undefined || target === from) return contacts;
        place = target + 1;
        const others = contacts.filter((contact) => contact !== moved);
        return [...others.slice(0, target), moved, ...others.slice(target)];
      });
      if (place !== undefined && !saving) mutate();
      return place;
    },
    [client, mutate],
  );
}

function idsOf(contacts: Contact[]): string[] {
  return contacts.map(({ _id }) => _id);
}

/** Contacts that `ids` does not name stand last. */
function inOrder(contacts: Contact[], ids: string[]): Contact[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: Contact) => places.get(_id) ?? ids.length;
  return [...contacts].sort((a, b) => placeOf(a) - placeOf(b));
}
