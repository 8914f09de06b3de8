/** Texts that the catalogue cannot express; see `en.ts`. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour < 4 ? "raat" : hour < 12 ? "subah" : hour < 16 ? "dopahar" : hour < 20 ? "shaam" : "raat"} ${hour % 12 || 12}` +
      `${minute === "00" ? "" : `:${minute}`} baje`,
  },
  verify: {
    places: (places: readonly string[]) => `Yeh ${places.join(" aur ")} humara hai, aur kahin nahi.`,
  },
};
