import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Counts the requests of each connection that have no answer yet. Node begins with all that were sent at once (RFC 9112, section
 * 9.3.2), though the first answers wait for a reader; browsers and proxies send one after the other. `most` of 0: as many as come.
 */
export function createPipelineCap(deps: { most: number }) {
  const unanswered = new WeakMap<Socket, number>();

  return {
    /** Counts this request until it is answered; false where the connection has as many as it may. */
    takes(socket: Socket, response: ServerResponse): boolean {
      if (deps.most === 0) return true;
      if (socket.destroyed) return false;
      // Node gives an answer its socket once those before it have gone: this request waits behind none, and need not be counted.
      if (response.socket !== null) return true;
      const count = unanswered.get(socket) ?? 0;
      if (count >= deps.most - 1) return false;
      unanswered.set(socket, count + 1);
      response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      return true;
    },
  };
}
