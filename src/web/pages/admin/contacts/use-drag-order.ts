import { type RefObject, useEffect, useRef } from "react";

/** The drag and drop of one list, once the library is there. */
interface DragOrder {
  /** Makes the rows that have come since the last time draggable. */
  watch: () => void;
  end: () => void;
}

const dropMark = "data-drop";

/**
 * Rows of a list that are dragged to another place, by mouse and, held for a moment, by touch. A row is a child of the list with a
 * `data-id`, and an element with `data-drag` in it is what it is held by; `onDrop` gets the place that it was dropped at, counted
 * from 0. Without `onDrop` nothing can be dragged. By keyboard there are buttons.
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
  // Apart from the page, which the server renders too: it cannot load this package, and agents need not.
  const { draggable, dropTargetForElements } = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
  const held = new Map<Element, () => void>();

  function hold(row: Element): void {
    const handle = row.querySelector("[data-drag]");
    if (held.has(row) || !(handle instanceof HTMLElement)) return;
    const mark = (isDragged: boolean) => row.toggleAttribute("data-dragged", isDragged);
    const release = draggable({
      // Not the row: in what can be dragged, no text can be selected.
      element: handle,
      onGenerateDragPreview({ nativeSetDragImage, location }) {
        const { left, top } = row.getBoundingClientRect();
        const { clientX, clientY } = location.current.input;
        nativeSetDragImage?.(row, clientX - left, clientY - top);
      },
      onDragStart: () => mark(true),
      onDrop: () => mark(false),
    });
    held.set(row, release);
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
      for (const [row, release] of held) {
        if (row.isConnected) continue;
        release();
        held.delete(row);
      }
      for (const row of list.children) hold(row);
    },
    end() {
      endTarget();
      for (const release of held.values()) release();
    },
  };
}

/** The row of the list that a handle stands in. */
function rowOf(list: Element, handle: Element): HTMLElement | undefined {
  const row = handle.closest<HTMLElement>("[data-id]");
  return row?.parentElement === list ? row : undefined;
}

/** Before which row a height on the screen lies; their number where it lies below all. */
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
