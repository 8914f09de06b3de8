interface SingleFlight<Args extends unknown[], Result> {
  (...args: Args): Promise<Result>;
  /** The run in progress, if there is one. */
  running(): Promise<Result> | undefined;
}

/** Runs `work` once at a time: calls during a run share its promise, and their arguments are ignored. */
export function singleFlight<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): SingleFlight<Args, Result> {
  let running: Promise<Result> | undefined;
  const run = (...args: Args) =>
    (running ??= work(...args).finally(() => {
      running = undefined;
    }));
  return Object.assign(run, { running: () => running });
}
