import type { Socket } from "node:net";

/**
 * Closes this connection, whenever it is closed, without stacks. For each request that has no answer then, and a flooder sends hundreds
 * at once, Node makes an error whose stack nobody reads; that cost several times as much as all else of refusing them.
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
