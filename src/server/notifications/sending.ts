/** How one try to send ended. `problem` and `note` are words for an owner: they hold nothing of what was sent, and no secret. */
export type Sent =
  | { delivered: true; note?: string }
  | {
      delivered: false;
      problem: string;
      /** What the receiver asked for; a longer wait of our own stays. */
      retryAfterSeconds?: number;
    };

export function failed(problem: string, retryAfterSeconds?: number): Sent {
  return { delivered: false, problem, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
