import type { Socket } from "node:net";

/** Counts the open connections of each network. `most` 0 removes the limit. */
export function createConnectionCap(deps: { most: number }) {
  const open = new Map<string, number>();

  return {
    /** Counts this socket for `name` until it closes; false, without counting, if the limit is reached. */
    takes(name: string, socket: Socket): boolean {
      if (deps.most === 0) return true;
      const count = open.get(name) ?? 0;
      if (count >= deps.most) return false;
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
