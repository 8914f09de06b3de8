/** Reports the current step and, if known, its progress. */
export type Progress = (step: string, done?: number, total?: number) => void;
