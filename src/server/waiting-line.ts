import type { Socket } from "node:net";

/** How often the first of each line are looked at, in milliseconds. */
const lookEvery = 2;

/**
 * Lets connections wait, unread, until `mayEnter` says that their network has a share for one of them: whoever is sent away comes back
 * at once, and each coming costs more than a wait. What ends a slow connection ends one that waits for too long.
 */
export function createWaitingLine(deps: { mayEnter: (name: string, socket: Socket) => boolean }) {
  const lines = new Map<string, Set<Socket>>();
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const [name, line] of lines) {
      for (const socket of line) {
        if (!isOpen && !deps.mayEnter(name, socket)) break;
        line.delete(socket);
        socket.resume();
      }
      if (line.size === 0) lines.delete(name);
    }
    timer = lines.size > 0 ? setTimeout(look, lookEvery).unref() : undefined;
  }

  return {
    /** Whether anybody of this network waits. */
    has: (name: string): boolean => lines.has(name),

    /** Puts a connection that has just come at the end of the line of its network. */
    join(name: string, socket: Socket): void {
      const line = lines.get(name) ?? new Set();
      lines.set(name, line.add(socket));
      socket.once("close", () => line.delete(socket));
      // Node begins to read in the next tick, after this.
      process.nextTick(() => line.has(socket) && socket.pause());
      timer ??= setTimeout(look, lookEvery).unref();
    },

    /** Lets everybody in from now on: one who waits, or has gone meanwhile, would hold up whoever waits for all connections to end. */
    open(): void {
      isOpen = true;
    },
  };
}
