import { createContext, use, useEffect, useEffectEvent, useId, useSyncExternalStore } from "react";
import type { AdminIconName } from "../shell/icons.tsx";

/** What a member can do in the palette and by a key: the one table for both, and for the list of keys. */
export interface Command {
  /** The heading above it in the palette. */
  group: string;
  label: string;
  /** What it is about, such as a name. */
  about?: string | undefined;
  icon?: AdminIconName | undefined;
  /** Values of `KeyboardEvent.key` that run it; the first is shown. */
  keys?: readonly string[];
  /** Whether it repeats while the key is held. */
  repeats?: boolean;
  /** Whether its keys are meant for it; without it, always. */
  when?: () => boolean;
  run: () => unknown;
}

/** The commands of the shell and of the page in it, by who added them. */
export type Commands = Map<string, readonly Command[]>;

export const CommandsContext = createContext<Commands | null>(null);

/** Offers these commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const all = use(CommandsContext);
  const id = useId();
  useEffect(() => void all?.set(id, commands));
  useEffect(() => () => void all?.delete(id), [all, id]);
}

/** Such as `Shift E` for the key that types a capital letter. */
export function keyName(key: string): string {
  if (key === "Escape") return "Esc";
  if (key.length > 1 || key.toUpperCase() === key.toLowerCase()) return key;
  return key === key.toUpperCase() ? `Shift ${key}` : key.toUpperCase();
}

const storageKey = "inbox-shortcuts";

/** Whether single keys are on; they can be switched off (WCAG 2.1.4), for speech input. */
export function useKeySwitch(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(onStorage, readSwitch, () => true), writeSwitch];
}

function onStorage(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

function readSwitch(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

function writeSwitch(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? "on" : "off");
  // The browser notifies only the other tabs.
  dispatchEvent(new StorageEvent("storage", { key: storageKey }));
}

/** Runs the command of a pressed key, and `onPalette` at Ctrl K. */
export function useKeys(commands: Commands, isOn: boolean, onPalette: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (!isOn) return;
    const command = [...commands.values()]
      .flat()
      .find(({ keys, when }) => keys?.includes(event.key) === true && when?.() !== false);
    if (command === undefined || isMeantElsewhere(event, command)) return;
    event.preventDefault();
    command.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey && !isModal();
}

const isModal = () => document.querySelector("dialog[open]") !== null;

const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const pressable = "a, button, input, summary";

/** Whether the member types, holds a modifier, has a dialog or a menu open, or presses what has the focus. */
function isMeantElsewhere(event: KeyboardEvent, { repeats = false }: Command): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if ((event.repeat && !repeats) || isModal() || document.querySelector(".action-menu[open]") !== null) return true;
  const at = target instanceof Element ? target : document.body;
  return at.closest(fields) !== null || (key === "Enter" && at.closest(pressable) !== null);
}
