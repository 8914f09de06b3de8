/** A clean-up step. A long one ends early when the signal aborts; the next run continues it. */
export type CleanUpStep = (signal: AbortSignal) => Promise<unknown>;

/** Runs the steps in order; a failure does not stop the following ones. */
export function createCleanUp(steps: readonly CleanUpStep[]) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of steps) {
      if (stopping.signal.aborted) break;
      await step(stopping.signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "clean-up failed");
  }

  return {
    /** Does nothing during a run. @throws AggregateError of what the steps threw. */
    async run(): Promise<void> {
      if (running !== undefined || stopping.signal.aborted) return;
      running = runAll();
      try {
        await running;
      } finally {
        running = undefined;
      }
    },

    /** Prevents further runs and resolves when the current step has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      // The run's own caller receives its failures.
      await running?.catch(() => undefined);
    },
  };
}
