/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour < 3 || hour > 18 ? "இரவு" : hour < 5 ? "அதிகாலை" : hour < 12 ? "காலை" : hour < 16 ? "மதியம்" : "மாலை"} ` +
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`} மணி`,
  },
  verify: {
    places: (places: readonly string[]) => `இது எங்களுடையது: ${places.join(" மற்றும் ")}; வேறு எங்கும் அல்ல.`,
  },
};
