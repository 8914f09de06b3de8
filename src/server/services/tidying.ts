/** One thing to tidy. Where it takes long, it ends early once the signal is given: the next run goes on with it. */
export type TidyStep = (signal: AbortSignal) => Promise<unknown>;

/** Does these steps one after the other, each whether or not the one before has failed. */
export function createTidying(steps: readonly TidyStep[]) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of steps) {
      if (stopping.signal.aborted) break;
      await step(stopping.signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "tidying failed");
  }

  return {
    /** Does nothing while a run is going. @throws AggregateError of what the steps threw. */
    async tidy(): Promise<void> {
      if (running !== undefined || stopping.signal.aborted) return;
      running = run();
      try {
        await running;
      } finally {
        running = undefined;
      }
    },

    /** Starts nothing any more, and resolves when the step that runs has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      // Whoever has started the run learns of its failures.
      await running?.catch(() => undefined);
    },
  };
}
