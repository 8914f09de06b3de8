/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const channelLimits = { value: 500, proof: 500 } as const;
