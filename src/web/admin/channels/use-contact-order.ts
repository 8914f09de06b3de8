import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { ListedContact } from "#contract/contact.ts";
import { useToast } from "#web/ui/toast.tsx";
import { mayBeStale, reloadChannels, shownAtOnce } from "./channel-queries.ts";
import { changeKnown, knownContacts } from "./use-contacts.ts";
import { channelApi } from "#web/api/channel-api.ts";

const mutationKey = [shownAtOnce, "order"];

/**
 * Moves contacts optimistically; reverted if the server rejects it. Moves made during a request are sent together after
 * it, so that orders stay in sequence. The returned function takes a function from the present place to the new one
 * (both counted from 0) and returns the contact's new place, counted from 1.
 */
export function useContactOrder(onFailed: (error: Error) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const saved = useRef<string[]>([]);
  // Separate from the list, which may reload meanwhile.
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

function idsOf(contacts: ListedContact[]): string[] {
  return contacts.map(({ _id }) => _id);
}

/** Contacts not in `ids` come last. */
function inOrder(contacts: ListedContact[], ids: string[]): ListedContact[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: ListedContact) => places.get(_id) ?? ids.length;
  return [...contacts].sort((a, b) => placeOf(a) - placeOf(b));
}
