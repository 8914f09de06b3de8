import type { Socket } from "node:net";

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
