/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour < 4 ? "रात" : hour < 12 ? "सुबह" : hour < 16 ? "दोपहर" : hour < 20 ? "शाम" : "रात"} ${hour % 12 || 12}` +
      `${minute === "00" ? "" : `:${minute}`} बजे`,
  },
  verify: {
    places: (places: readonly string[]) => `यह ${places.join(" और ")} हमारा है, और कहीं नहीं।`,
  },
};
