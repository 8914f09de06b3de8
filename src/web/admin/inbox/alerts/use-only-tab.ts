import { useEffect, useState } from "react";

/**
 * Returns whether this is the one tab, of all in the browser that want it, with the lock of this name. At its first
 * press a tab takes the lock from the others, since only a pressed tab may play sounds; the next one has it when that
 * tab closes.
 */
export function useIsOnlyTab(isWanted: boolean, name: string): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    // There are no locks without https, nor notifications.
    if (!isWanted || !("locks" in navigator)) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    let holder: object | undefined;
    async function request(options: LockOptions): Promise<void> {
      const own = {};
      const hold = () => {
        if (signal.aborted) return undefined;
        holder = own;
        setIsHeld(true);
        return end;
      };
      // Rejected when another request, perhaps of this tab, takes it.
      await navigator.locks.request(name, options, hold).catch(() => holder === own && setIsHeld(false));
    }
    async function wait(): Promise<void> {
      while (!signal.aborted) await request({ signal });
    }
    const take = () => void request({ steal: true });
    void wait();
    if (navigator.userActivation?.hasBeenActive) take();
    else for (const press of ["pointerup", "keydown"]) addEventListener(press, take, { once: true, signal });
    return () => {
      stop.abort();
      resolve();
      setIsHeld(false);
    };
  }, [isWanted, name]);
  return isHeld;
}
