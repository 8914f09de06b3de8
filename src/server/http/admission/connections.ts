import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Counts the open connections of each network. `max` 0 removes the limit. */
export function createConnectionCap(deps: { max: number }) {
  const open = new Map<string, number>();

  return {
    /** Counts this socket for `name` until it closes; false, without counting, if the limit is reached. */
    takes(name: string, socket: Socket): boolean {
      if (deps.max === 0) return true;
      const count = open.get(name) ?? 0;
      if (count >= deps.max) return false;
      open.set(name, count + 1);
      socket.once("close", () => {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      });
      return true;
    },
  };
}

/**
 * Counts each connection's unanswered requests. Node starts all pipelined requests at once (RFC 9112, section 9.3.2)
 * although the responses wait for the client; browsers and proxies do not pipeline. `max` 0 removes the limit.
 */
export function createPipelineCap(deps: { max: number }) {
  const unanswered = new WeakMap<Socket, number>();

  return {
    /** Counts this request until its response closes; false if the limit is reached. */
    takes(socket: Socket, response: ServerResponse): boolean {
      if (deps.max === 0) return true;
      if (socket.destroyed) return false;
      // A response has a socket only if no earlier response is pending, so this request need not be counted.
      if (response.socket !== null) return true;
      const count = unanswered.get(socket) ?? 0;
      if (count >= deps.max - 1) return false;
      unanswered.set(socket, count + 1);
      response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      return true;
    },
  };
}

/**
 * Closes the connection without creating stacks. On close, Node creates an error for each unanswered request; with the
 * hundreds that a flooder sends, their unused stacks cost several times as much as the rest of the rejection.
 */
export function closeQuietly(socket: Socket): void {
  let usual = Error.stackTraceLimit;
  socket.prependOnceListener("close", () => {
    usual = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = usual;
  });
}

/** Milliseconds between two polls of the queues. */
const pollInterval = 2;

/**
 * Queues connections, unread, until `mayEnter` admits one of their network: rejected clients reconnect immediately,
 * which costs more than waiting. The timeouts for slow connections apply to queued ones too.
 */
export function createConnectionQueue(deps: { mayEnter: (name: string, socket: Socket) => boolean }) {
  const queues = new Map<string, Set<Socket>>();
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;

  function admitNext(): void {
    for (const [name, queue] of queues) {
      for (const socket of queue) {
        if (!isOpen && !deps.mayEnter(name, socket)) break;
        queue.delete(socket);
        socket.resume();
      }
      if (queue.size === 0) queues.delete(name);
    }
    timer = queues.size > 0 ? setTimeout(admitNext, pollInterval).unref() : undefined;
  }

  return {
    /** Returns whether connections of this network are queued. */
    has: (name: string): boolean => queues.has(name),

    /** Adds a new connection to the end of its network's queue. */
    join(name: string, socket: Socket): void {
      const queue = queues.get(name) ?? new Set();
      queues.set(name, queue.add(socket));
      socket.once("close", () => queue.delete(socket));
      // Node starts reading in the next tick, before this callback.
      process.nextTick(() => queue.has(socket) && socket.pause());
      timer ??= setTimeout(admitNext, pollInterval).unref();
    },

    /** Admits all connections from now on: queued or gone ones would delay the close of the server. */
    open(): void {
      isOpen = true;
    },
  };
}
