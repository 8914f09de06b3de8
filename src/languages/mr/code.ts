/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      (hour < 4 ? "रात्री" : hour < 6 ? "पहाटे" : hour < 12 ? "सकाळी" : "") +
      `${hour < 12 ? "" : hour < 16 ? "दुपारी" : hour < 20 ? "संध्याकाळी" : "रात्री"} ` +
      `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`}`,
    onDay: (day: string, clock: string) => `${day.replace(/वार$/, "वारी")} ${clock}`,
  },
  verify: {
    places: (places: readonly string[]) => `हे ${places.join(" आणि ")} आमचे आहे, इतर कुठेही नाही.`,
  },
};
