/** A fault in what the operator set: shown as one line, never as a stack. */
export class ConfigError extends Error {}
