import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";

/**
 * The keys and attributes of a list of options below a field, which keeps the focus
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Spread `field`, `list` and `option(place)` into the elements;
 * the field also needs `aria-controls`.
 */
export function useOptionKeys<Option>(
  options: readonly Option[],
  handlers: {
    onChoose: (option: Option) => void;
    /** Called at Escape, which otherwise keeps its meaning. */
    onLeave?: () => void;
    /** Keys that choose the current option. */
    chooseKeys?: readonly string[];
  },
) {
  const { onChoose, onLeave, chooseKeys = ["Enter"] } = handlers;
  const id = useId();
  const [at, setAt] = useState(0);
  /** A key chose before there was an option: it means the first that loads for what is typed. */
  const isChosen = useRef(false);
  const current = Math.min(at, options.length - 1);
  const idOf = (place: number) => `${id}-${place}`;
  const currentId = options.length === 0 ? undefined : idOf(current);
  useEffect(() => {
    document.getElementById(currentId ?? "")?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  const onLoaded = useEffectEvent(() => {
    if (isChosen.current) choose(options[0]);
    isChosen.current = false;
  });
  const isLoaded = options.length > 0;
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded]);

  function moveTo(place: number) {
    isChosen.current = false;
    setAt(place);
  }

  function choose(option: Option | undefined) {
    if (option !== undefined) onChoose(option);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const isChoosing = chooseKeys.includes(event.key);
    isChosen.current = isChoosing && !isLoaded && event.currentTarget.value.trim() !== "";
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) moveTo((current + step + options.length) % Math.max(options.length, 1));
    else if (isChoosing) choose(options[current]);
    else if (event.key === "Escape" && onLeave !== undefined) {
      // The key closes the list alone, not the sheet around it.
      event.stopPropagation();
      onLeave();
    } else return;
    event.preventDefault();
  }

  return {
    /** Makes another option the current one: the first, when what is typed has changed. */
    moveTo,
    field: { "aria-activedescendant": currentId, onKeyDown },
    list: { id: `${id}-list`, role: "listbox" as const },
    option: (place: number) => ({
      id: idOf(place),
      role: "option" as const,
      "aria-selected": place === current,
      // The field keeps the focus.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => choose(options[place]),
    }),
  };
}
