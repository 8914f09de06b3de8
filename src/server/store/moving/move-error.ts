/** Why a store could not be moved, in one line for the operator. */
export class MoveError extends Error {}
