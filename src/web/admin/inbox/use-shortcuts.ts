import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** The inbox's shortcuts and their descriptions. */
export const shortcuts = [
  { key: "j", does: "Next inquiry" },
  { key: "k", does: "Previous inquiry" },
  { key: "Enter", does: "Open the inquiry" },
  { key: "x", does: "Choose the inquiry, or leave it out" },
  { key: "e", does: "Mark closed" },
  { key: "a", does: "Assign to me" },
  { key: "/", does: "Search" },
  { key: "Escape", does: "Back to the list" },
  { key: "?", does: "This list" },
] as const;

export type ShortcutKey = (typeof shortcuts)[number]["key"];

const storageKey = "inbox-shortcuts";

/** Whether shortcuts are on; they can be switched off (WCAG 2.1.4), for speech input. */
export function useShortcutSwitch(): [isOn: boolean, set: (isOn: boolean) => void] {
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

/** Runs a key's shortcut, unless the member types, holds a modifier or has a dialog open. */
export function useShortcuts(isOn: boolean, actions: Record<ShortcutKey, () => unknown>): void {
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcuts.find(({ key }) => key === event.key);
    if (shortcut === undefined || isMeantElsewhere(event)) return;
    event.preventDefault();
    actions[shortcut.key]();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => onShortcut(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const pressable = "a, button, input, summary";

function isMeantElsewhere(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  // Only steps through the list repeat while a key is held.
  if (event.repeat && key !== "j" && key !== "k") return true;
  if (document.querySelector("dialog[open]") !== null) return true;
  const at = target instanceof Element ? target : document.body;
  // Enter activates the focused element.
  return at.closest(fields) !== null || (key === "Enter" && at.closest(pressable) !== null);
}
