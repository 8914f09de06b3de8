/** Why a store cannot be transferred, in one line for the operator. */
export class MoveError extends Error {}
