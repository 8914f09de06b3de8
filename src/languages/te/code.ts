/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour < 4 ? "రాత్రి" : hour < 12 ? "ఉదయం" : hour < 16 ? "మధ్యాహ్నం" : hour < 19 ? "సాయంత్రం" : "రాత్రి"} ` +
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`}`,
  },
  verify: {
    places: (places: readonly string[]) => `ఇది ${places.join(", ")} మాది, మరెక్కడా కాదు.`,
  },
};
