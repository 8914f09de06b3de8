import { ExplainedError } from "../explained-error.ts";

/** Why a bucket cannot be used, with the setting that may be wrong; never with a credential. */
export class BucketError extends ExplainedError {}

/** What is asked for does not exist there. */
export class GoneError extends BucketError {}

/** The server cannot be reached, or fails: a later try may succeed. */
export class BucketAwayError extends BucketError {}
