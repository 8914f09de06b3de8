import type { Socket } from "node:net";

/** Counts the open connections of each name; `most` of 0: as many as come. */
export function createConnectionCap(deps: { most: number }) {
  const open = new Map<string, number>();

  return {
    /** Counts this socket for `name` until it is closed; false, and not counted, where there are as many as may be. */
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
