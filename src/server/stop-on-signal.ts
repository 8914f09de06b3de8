import type { Running } from "./start.ts";

/** Shuts down gracefully on SIGTERM and SIGINT; after `seconds`, exits even if requests hang. */
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
