import type { Running } from "./start.ts";

/** Stops in good order on SIGTERM and SIGINT; after `seconds`, requests that hang no longer keep the program from ending. */
export function stopOnSignal(running: Running, seconds: number): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), seconds * 1000).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
