/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      `${hour < 4 ? "રાત્રે" : hour < 12 ? "સવારે" : hour < 16 ? "બપોરે" : hour < 20 ? "સાંજે" : "રાત્રે"} ` +
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`}`,
    onDay: (day: string, clock: string) => `${day.replace(/વાર$/, "વારે")} ${clock}`,
  },
  verify: {
    places: (places: readonly string[]) => `આ ${places.join(" અને ")} અમારું છે, બીજે ક્યાંય નહીં.`,
  },
};
