import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Contact } from "#contract/contact.ts";
import { useToast } from "../../../components/toast.tsx";
import { mayBeStale, reloadChannels, shownAtOnce } from "../channels/channel-queries.ts";
import { changeKnown, knownContacts } from "./use-contacts.ts";
import { channelApi } from "../../../channel-api.ts";

const mutationKey = [shownAtOnce, "order"];

/**
 * Moves contacts: shown at once, taken back where the server does not follow. Moves made while an answer is awaited go out
 * together after it, so that no order overtakes another. What it gives takes the place to go to, counted from 0, as it follows from the
 * present one, and answers the new place of the contact, counted from 1.
 */
export function useContactOrder(onFailed: (error: Error) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const saved = useRef<string[]>([]);
  // Kept apart from the list, which others may load again meanwhile.
  const wished = useRef<string[]>([]);

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async () => {
      let sent: string[];
      do {
        sent = wished.current;
        await channelApi.order(sent);
        saved.current = sent;
      } while (wished.current !== sent);
    },
    onError: async (error) => {
      toast("error", "Failed to move contact");
      onFailed(error);
      await changeKnown(client, (contacts) => inOrder(contacts, saved.current));
    },
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client, 1);
    },
  });

  return useCallback(
    async (id: string, to: (from: number) => number): Promise<number | undefined> => {
      const saving = client.isMutating({ mutationKey }) > 0;
      if (!saving) saved.current = idsOf(knownContacts(client));
      const ids = saving ? wished.current : saved.current;
      const from = ids.indexOf(id);
      const target = to(from);
      if (from < 0 || target === from || ids[target] === undefined) return undefined;
      const others = ids.filter((other) => other !== id);
      const moved = [...others.slice(0, target), id, ...others.slice(target)];
      wished.current = moved;
      if (!saving) mutate();
      await changeKnown(client, (contacts) => inOrder(contacts, moved));
      return target + 1;
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
