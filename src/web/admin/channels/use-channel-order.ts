import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ListedChannel } from "#contract/channels/channel.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { changeKnown, loadedChannels, mayBeStale, reloadChannels, optimisticChange } from "./use-team-channels.ts";
import { channelApi } from "#web/api/channel-api.ts";

const mutationKey = [optimisticChange, "order"];

/**
 * Moves channels optimistically; reverted if the server rejects it. Moves made during a request are sent together after
 * it, so that orders stay in sequence. The returned function takes a function from the present place to the new one
 * (both counted from 0) and returns the channel's new place, counted from 1.
 */
export function useChannelOrder(onFailed: (error: Error) => void) {
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
      toast("error", teamCopy.forms.failedTo(teamCopy.channels.tasks.move));
      onFailed(error);
      await changeKnown(client, (channels) => inOrder(channels, saved.current));
    },
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client, 1);
    },
  });

  return useCallback(
    async (id: string, placeAfter: (from: number) => number): Promise<number | undefined> => {
      const saving = client.isMutating({ mutationKey }) > 0;
      if (!saving) saved.current = idsOf(loadedChannels(client));
      const ids = saving ? wished.current : saved.current;
      const from = ids.indexOf(id);
      const target = placeAfter(from);
      if (from < 0 || target === from || ids[target] === undefined) return undefined;
      const others = ids.filter((other) => other !== id);
      const moved = [...others.slice(0, target), id, ...others.slice(target)];
      wished.current = moved;
      if (!saving) mutate();
      await changeKnown(client, (channels) => inOrder(channels, moved));
      return target + 1;
    },
    [client, mutate],
  );
}

function idsOf(channels: ListedChannel[]): string[] {
  return channels.map(({ _id }) => _id);
}

/** Channels not in `ids` come last. */
function inOrder(channels: ListedChannel[], ids: string[]): ListedChannel[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: ListedChannel) => places.get(_id) ?? ids.length;
  return [...channels].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Drag and drop of one list, once the library is loaded. */
interface DragOrder {
  /** Makes rows added since the last call draggable. */
  watch: () => void;
  end: () => void;
}

const dropMark = "data-drop";

/**
 * Lets rows of a list be dragged by mouse and, after a long press, by touch. A row is a child of the list with
 * `data-id`, and its handle has `data-drag`. `onDrop` receives the new place, counted from 0; without it nothing can be
 * dragged. For the keyboard there are buttons.
 */
export function useDragOrder(
  list: RefObject<HTMLOListElement | null>,
  rows: readonly unknown[],
  onDrop: ((id: string, place: number) => void) | undefined,
): void {
  const order = useRef<DragOrder>(undefined);

  useEffect(() => {
    const element = list.current;
    if (onDrop === undefined || element === null) return undefined;
    let ended = false;
    const start = async () => {
      const ready = await dragOrder(element, onDrop);
      if (ended) return ready.end();
      order.current = ready;
      ready.watch();
    };
    void start();
    return () => {
      ended = true;
      order.current?.end();
      order.current = undefined;
    };
  }, [list, onDrop]);

  useEffect(() => {
    if (rows.length > 0) order.current?.watch();
  }, [rows]);
}

async function dragOrder(list: Element, onDrop: (id: string, place: number) => void): Promise<DragOrder> {
  // Loaded separately: the server renders this page too and cannot load the package, and agents do not need it.
  const { draggable, dropTargetForElements } = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
  const grabbed = new Map<Element, () => void>();

  function hold(row: Element): void {
    const handle = row.querySelector("[data-drag]");
    if (grabbed.has(row) || !(handle instanceof HTMLElement)) return;
    const mark = (isDragged: boolean) => row.toggleAttribute("data-dragged", isDragged);
    const release = draggable({
      // The handle is draggable, not the row: text in a draggable element cannot be selected.
      element: handle,
      onGenerateDragPreview({ nativeSetDragImage, location }) {
        const { left, top } = row.getBoundingClientRect();
        const { clientX, clientY } = location.current.input;
        nativeSetDragImage?.(row, clientX - left, clientY - top);
      },
      onDragStart: () => mark(true),
      onDrop: () => mark(false),
    });
    grabbed.set(row, release);
  }

  const endTarget = dropTargetForElements({
    element: list,
    canDrop: ({ source }) => rowOf(list, source.element) !== undefined,
    onDrag: ({ location }) => markPlace(list, placeAt(list, location.current.input.clientY)),
    onDragLeave: () => markPlace(list, undefined),
    onDrop: ({ source, location }) => {
      markPlace(list, undefined);
      const row = rowOf(list, source.element);
      if (row === undefined) return;
      const from = [...list.children].indexOf(row);
      const gap = placeAt(list, location.current.input.clientY);
      const place = gap > from ? gap - 1 : gap;
      if (row.dataset["id"] !== undefined && place !== from) onDrop(row.dataset["id"], place);
    },
  });

  return {
    watch() {
      for (const [row, release] of grabbed) {
        if (row.isConnected) continue;
        release();
        grabbed.delete(row);
      }
      for (const row of list.children) hold(row);
    },
    end() {
      endTarget();
      for (const release of grabbed.values()) release();
    },
  };
}

/** The row of a handle. */
function rowOf(list: Element, handle: Element): HTMLElement | undefined {
  const row = handle.closest<HTMLElement>("[data-id]");
  return row?.parentElement === list ? row : undefined;
}

/** The index of the row before which a vertical position lies; the number of rows if below all. */
function placeAt(list: Element, y: number): number {
  let [low, high] = [0, list.children.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const box = list.children[middle]?.getBoundingClientRect();
    if (box !== undefined && box.top + box.height / 2 < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Shows where the dragged row would land. */
function markPlace(list: Element, place: number | undefined): void {
  list.querySelector(`:scope > [${dropMark}]`)?.removeAttribute(dropMark);
  if (place === undefined) return;
  const isEnd = place === list.children.length;
  list.children[isEnd ? place - 1 : place]?.setAttribute(dropMark, isEnd ? "after" : "before");
}
