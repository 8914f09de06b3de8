import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Counts each connection's unanswered requests. Node starts all pipelined requests at once (RFC 9112, section 9.3.2)
 * although the responses wait for the client; browsers and proxies do not pipeline. `most` 0 removes the limit.
 */
export function createPipelineCap(deps: { most: number }) {
  const unanswered = new WeakMap<Socket, number>();

  return {
    /** Counts this request until its response closes; false if the limit is reached. */
    takes(socket: Socket, response: ServerResponse): boolean {
      if (deps.most === 0) return true;
      if (socket.destroyed) return false;
      // A response has a socket only if no earlier response is pending, so this request need not be counted.
      if (response.socket !== null) return true;
      const count = unanswered.get(socket) ?? 0;
      if (count >= deps.most - 1) return false;
      unanswered.set(socket, count + 1);
      response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      return true;
    },
  };
}
