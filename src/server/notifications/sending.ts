/** Outcome of one try. `problem` is text for an owner; it contains no message content and no secret. */
export type Sent =
  | { delivered: true }
  | {
      delivered: false;
      problem: string;
      /** The receiver's `Retry-After`; our own wait applies if it is longer. */
      retryAfterSeconds?: number;
    };

export function failed(problem: string, retryAfterSeconds?: number): Sent {
  return { delivered: false, problem, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
