import { setTimeout as sleep } from "node:timers/promises";

/** Waits for `work`. @throws if it takes longer than `seconds`; the work itself goes on */
export async function within<Result>(seconds: number, what: string, work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const tooLate = sleep(seconds * 1000, undefined, late).then(() => {
    throw new Error(`${what} took more than ${seconds} s`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    late.abort();
    tooLate.catch(() => undefined);
  }
}
