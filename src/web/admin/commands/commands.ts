import { createContext, use, useEffect, useId, useLayoutEffect } from "react";
import type { AdminIconName } from "../shell/icons.tsx";

/** A palette of a part of the commands. */
export type CommandMenu = "assign";

/** A command of the palette and of a key: the one table for both, and for the list of keys. */
export interface Command {
  /** The heading above it in the palette. */
  group: string;
  label: string;
  /** Its object, such as a name. */
  about?: string | undefined;
  icon?: AdminIconName | undefined;
  /** Names of keys that run it (`keyNames` in keyboard.ts); the first is shown. */
  keys?: readonly string[];
  /** Whether it repeats while the key is held. */
  repeats?: boolean;
  /** Whether its keys are meant for it; without it, always. */
  when?: () => boolean;
  /** Returns why its key cannot act now, as a sentence; undefined if it can. */
  problem?: () => string | undefined;
  /** The menu that offers it beside the palette. */
  menu?: CommandMenu;
  /** The menu that it opens, instead of running. */
  opens?: CommandMenu;
  run?: (from: "key" | "palette") => unknown;
}

/** The commands of the shell and of the page in it. */
export type Commands = ReturnType<typeof createCommands>;

/** Commands by who added them. `subscribe` and `list` fit `useSyncExternalStore`. */
export function createCommands() {
  const parts = new Map<string, readonly Command[]>();
  const listeners = new Set<() => void>();
  let all: readonly Command[] = [];

  function changed(): void {
    all = [...parts.values()].flat();
    for (const listener of listeners) listener();
  }

  return {
    list: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(id: string, commands: readonly Command[]): void {
      parts.set(id, commands);
      changed();
    },
    delete(id: string): void {
      parts.delete(id);
      changed();
    },
  };
}

export const CommandsContext = createContext<Commands | null>(null);

/** Offers these commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const all = use(CommandsContext);
  const id = useId();
  // Set before painting: a key pressed right after it acts on what the page shows.
  useLayoutEffect(() => all?.set(id, commands));
  useEffect(() => () => all?.delete(id), [all, id]);
}
