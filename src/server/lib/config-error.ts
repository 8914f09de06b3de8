/** A configuration error, shown to the operator as one line without a stack. */
export class ConfigError extends Error {}
