import { ExplainedError } from "../explained-error.ts";

/** Thrown if a bucket cannot be used. Names the setting that may be wrong, never a credential. */
export class BucketError extends ExplainedError {}

/** Thrown if an object does not exist there. */
export class GoneError extends BucketError {}

/** Thrown if an object is larger than what was stored. */
export class TooLongError extends BucketError {}

/** The server cannot be reached, or fails: a later try may succeed. */
export class BucketAwayError extends BucketError {}
