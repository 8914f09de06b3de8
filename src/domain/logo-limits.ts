/** Limits of a logo, in the browser that draws it and on the server that stores it. */
export const logoLimits = {
  /** Pixels of a side of the stored logo, enough for icons and the link picture; the first that fits is taken. */
  sides: [256, 192, 128],
  /** Length of its Base64. */
  maxLength: 24_000,
  /** Pixels of the longer side, below which an icon is blurred. */
  minSide: 64,
} as const;
