/** How one try to send ended. `problem` is words for an owner: it holds nothing of what was sent, and no secret. */
export type Sent =
  | { delivered: true }
  | {
      delivered: false;
      problem: string;
      /** What the receiver asked for; a longer wait of our own stays. */
      retryAfterSeconds?: number;
    };

export function failed(problem: string, retryAfterSeconds?: number): Sent {
  return { delivered: false, problem, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
