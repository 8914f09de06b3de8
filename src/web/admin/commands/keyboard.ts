import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Command, Commands } from "./commands.ts";

/**
 * The keyboard of the admin area. A single key runs one command, which acts on the open inquiry or else on the focused
 * row. A command that leads to a field calls `awaitField`: until the field has the focus, what is typed waits for it
 * and runs nothing.
 */
export function useKeyboard(props: {
  commands: Commands;
  /** Whether single keys are on. */
  isOn: boolean;
  onPalette: () => void;
  onCommand: (command: Command) => void;
  /** Shows why a key cannot act, or what became of what was typed. */
  onProblem: (sentence: string) => void;
}): void {
  const { commands, isOn, onPalette, onCommand, onProblem } = props;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (!isOn) return;
    const command = commandOf(event, commands.list());
    if (command === undefined || isMeantElsewhere(event, command)) return;
    event.preventDefault();
    const problem = command.problem?.();
    if (problem === undefined) onCommand(command);
    else onProblem(problem);
  });
  const onLost = useEffectEvent(onProblem);
  useEffect(() => {
    const { signal, abort } = listenerScope();
    showProblem = (sentence) => onLost(sentence);
    document.addEventListener("keydown", (event) => onKey(event), { signal });
    // Before the controls that have the focus.
    document.addEventListener("keydown", keepForField, { signal, capture: true });
    document.addEventListener("keydown", keepRest, { signal, capture: true });
    document.addEventListener("focusin", ({ target }) => isField(target) && typeInto(target), { signal });
    document.addEventListener("pointerdown", endTyping, { signal, capture: true });
    return abort;
  }, []);
}

function listenerScope(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      endAwaiting();
      controller.abort();
    },
  };
}

/** The first command that has the key's first name that any has. */
function commandOf(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  for (const name of keyNames(event)) {
    const command = commands.find(({ keys, when }) => keys?.includes(name) === true && when?.() !== false);
    if (command !== undefined) return command;
  }
  return undefined;
}

/**
 * Returns the names of a pressed key in the table of commands: `e`, with Shift `E`, `Shift 1`, `/`, `Enter`. Caps Lock
 * does not count. On a layout without Latin letters (Devanagari) the key's place counts instead of its letter.
 */
export function keyNames(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string[] {
  const { key, code, shiftKey } = event;
  const placed = key.charCodeAt(0) > 127 ? keyAt(code, shiftKey) : undefined;
  const named = placed ?? key;
  const name = /^[a-z]$/i.test(named) ? (shiftKey ? named.toUpperCase() : named.toLowerCase()) : named;
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return shiftKey && digit !== undefined && key !== digit ? [name, `Shift ${digit}`] : [name];
}

/** Returns the character of a key on a Latin keyboard, by its place (https://www.w3.org/TR/uievents-code/). */
function keyAt(code: string, isShifted: boolean): string | undefined {
  if (code === "Slash") return isShifted ? "?" : "/";
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).find(Boolean);
}

/**
 * Returns whether a key types a text; a key of Devanagari may type two characters. The names of other keys are of
 * ASCII.
 */
const isPrintable = (key: string) => key.length === 1 || key.charCodeAt(0) > 127;

/** Returns a label such as `Shift E` for the key that types a capital letter. */
export function keyLabel(key: string): string {
  if (key === "Escape") return "Esc";
  if (key.length > 1 || key.toUpperCase() === key.toLowerCase()) return key;
  return key === key.toUpperCase() ? `Shift ${key}` : key.toUpperCase();
}

function isPaletteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return keyNames(event)[0] === "k" && ctrlKey !== metaKey && !altKey && !shiftKey && !isModal();
}

const isModal = () => document.querySelector("dialog[open]") !== null;

const fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const pressable = "a, button, input, summary";

/** Returns whether the member types, holds a modifier, has a dialog or a menu open, or presses what has the focus. */
function isMeantElsewhere(event: KeyboardEvent, { repeats = false }: Command): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if ((event.repeat && !repeats) || isModal() || document.querySelector(".action-menu[open]") !== null) return true;
  const at = target instanceof Element ? target : document.body;
  return at.closest(fields) !== null || (key === "Enter" && at.closest(pressable) !== null);
}

/** The field that a command leads to, until it has the focus. */
let awaited: { typed: string; end: AbortController } | undefined;
let showProblem: (sentence: string) => void = () => undefined;

/**
 * Keeps typed text for the next field that gets the focus. The signal is aborted if the member does something else
 * first: the field must not take the focus any more.
 */
export function awaitField(): AbortSignal {
  endAwaiting();
  awaited = { typed: "", end: new AbortController() };
  return awaited.end.signal;
}

/** Ends the wait for a field that does not come, and says why, and what was typed for it. */
export function abandonField(sentence?: string): void {
  if (awaited === undefined) return;
  const { typed } = awaited;
  endAwaiting();
  const lost = typed === "" ? undefined : teamCopy.commands.notTyped(typed);
  const said = [sentence, lost].filter((part) => part !== undefined).join(" ");
  if (said !== "") showProblem(said);
}

function endTyping(): void {
  endAwaiting();
  endText();
}

function endAwaiting(): void {
  const { end } = awaited ?? {};
  awaited = undefined;
  end?.abort();
}

function keepForField(event: KeyboardEvent): void {
  if (awaited === undefined || event.isComposing) return;
  // The field had the focus already.
  if (isField(document.activeElement)) return typeInto(document.activeElement);
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) {
    // Enter sends nothing here: the field may hold a draft that nobody has seen yet.
    if (key === "Enter") showProblem(teamCopy.commands.notSent);
    return;
  }
  if (key === "Escape" || key === "Tab") endAwaiting();
  else if (key === "Backspace") awaited.typed = Array.from(awaited.typed).slice(0, -1).join("");
  else if (key === "Enter") awaited.typed += "\n";
  else if (isPrintable(key)) awaited.typed += key;
  else return;
  if (key === "Tab") return;
  event.preventDefault();
  event.stopPropagation();
}

/** Max pause in milliseconds between two letters of a typed text. */
const pause = 1000;

/** When the last letter of a text was typed, and those that came after its field had lost the focus. */
let typing = { at: -Infinity, rest: "" };

/**
 * A field may lose the focus while somebody types, as when its reply is sent, or a colleague deletes the inquiry. The
 * rest of the text runs no commands.
 */
function keepRest(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  if (event.defaultPrevented || event.isComposing || key === "Shift" || key === "Backspace") return;
  const isLine = key === "Enter" && target instanceof HTMLTextAreaElement;
  if (event.ctrlKey || event.altKey || event.metaKey || !(isPrintable(key) || isLine)) endText();
  else if (target instanceof Element && target.closest(fields) !== null) typing = { at: timeStamp, rest: "" };
  else if (timeStamp - typing.at < pause) {
    event.preventDefault();
    event.stopPropagation();
    const now = { at: timeStamp, rest: typing.rest + key };
    typing = now;
    setTimeout(() => typing === now && showProblem(teamCopy.commands.notTyped(now.rest)), pause);
  }
}

function endText(): void {
  typing = { at: -Infinity, rest: "" };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isField(element: EventTarget | null): element is TextField {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && element.matches(fields);
}

function typeInto(target: TextField): void {
  const { typed = "" } = awaited ?? {};
  // Ends without an abort: the field is there.
  awaited = undefined;
  if (typed === "") return;
  const text = target instanceof HTMLInputElement ? typed.replaceAll("\n", "") : typed;
  if (target.readOnly) showProblem(teamCopy.commands.notTyped(text));
  // Inserted as if typed: the field gets the event, and the browser's Undo can revert it.
  else document.execCommand("insertText", false, text);
}

/** A choice of the member that this browser keeps, such as whether single keys are on (WCAG 2.1.4). */
export function useStoredSwitch(key: string, isOnAtFirst: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const read = () => (localStorage.getItem(key) ?? (isOnAtFirst ? "on" : "off")) === "on";
  function write(isOn: boolean): void {
    localStorage.setItem(key, isOn ? "on" : "off");
    // The browser notifies only the other tabs.
    dispatchEvent(new StorageEvent("storage", { key }));
  }
  return [useSyncExternalStore(onStorage, read, () => isOnAtFirst), write];
}

function onStorage(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

/** Returns the switch for single keys that run commands: for speech input they can be switched off. */
export const useSingleKeys = () => useStoredSwitch("inbox-shortcuts", true);
