/**
 * Decides who may write to an embedded store of which two threads have a connection. SQLite itself would let the event
 * loop sleep until the other thread's transaction has ended; with turns it goes on, and comes first.
 */
export interface WriteTurns {
  /** Waits until the other one does not write. */
  enter(): Promise<void>;
  leave(): void;
}

/** The places of what the two threads share. */
const [holder, isAwaited] = [0, 1];
/** Values of `holder`. */
const [nobody, eventLoop, thread] = [0, 1, 2];

/** Creates the turns of the thread that serves the site. `shared` is for `turnsOfThread` of the other one. */
export function createWriteTurns(): WriteTurns & { shared: Int32Array; free: () => void } {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const tryEntering = () => Atomics.compareExchange(shared, holder, nobody, eventLoop) === nobody;

  function leave(): void {
    Atomics.store(shared, holder, nobody);
    Atomics.notify(shared, holder);
  }

  return {
    shared,

    async enter() {
      if (tryEntering()) return;
      Atomics.store(shared, isAwaited, 1);
      do await Atomics.waitAsync(shared, holder, thread).value;
      while (!tryEntering());
      Atomics.store(shared, isAwaited, 0);
      Atomics.notify(shared, isAwaited);
    },

    leave,

    /** Ends the turn of a thread that has ended, with all that it had begun. */
    free(): void {
      if (Atomics.compareExchange(shared, holder, thread, nobody) === thread) Atomics.notify(shared, holder);
    },
  };
}

/** Returns the turns of the other thread, which sleeps while it waits. */
export function turnsOfThread(shared: Int32Array): WriteTurns & { isAwaited: () => boolean } {
  return {
    enter() {
      for (;;) {
        Atomics.wait(shared, isAwaited, 1);
        if (Atomics.compareExchange(shared, holder, nobody, thread) === nobody) return Promise.resolve();
        Atomics.wait(shared, holder, eventLoop);
      }
    },

    leave(): void {
      Atomics.store(shared, holder, nobody);
      Atomics.notify(shared, holder);
    },

    /** Returns whether the event loop waits for the end of this turn. */
    isAwaited: () => Atomics.load(shared, isAwaited) === 1,
  };
}
