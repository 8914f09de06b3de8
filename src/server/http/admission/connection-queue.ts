import type { Socket } from "node:net";

/** How often the queues are polled, in milliseconds. */
const pollInterval = 2;

/**
 * Queues connections, unread, until `mayEnter` admits one of their network: rejected clients reconnect at once, which
 * costs more than waiting. The timeouts for slow connections apply to queued ones too.
 */
export function createConnectionQueue(deps: { mayEnter: (name: string, socket: Socket) => boolean }) {
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
    timer = lines.size > 0 ? setTimeout(look, pollInterval).unref() : undefined;
  }

  return {
    /** Whether connections of this network are queued. */
    has: (name: string): boolean => lines.has(name),

    /** Adds a new connection to the end of its network's queue. */
    join(name: string, socket: Socket): void {
      const line = lines.get(name) ?? new Set();
      lines.set(name, line.add(socket));
      socket.once("close", () => line.delete(socket));
      // Node starts reading in the next tick, before this callback.
      process.nextTick(() => line.has(socket) && socket.pause());
      timer ??= setTimeout(look, pollInterval).unref();
    },

    /** Admits all connections from now on: queued or gone ones would delay the close of the server. */
    open(): void {
      isOpen = true;
    },
  };
}
