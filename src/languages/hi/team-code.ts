/** Texts that the team's catalogue cannot express; see English. */
export const teamCode = {
  channels: {
    schedule: {
      clock: (hour: number, minute: string) =>
        `${hour < 4 ? "रात" : hour < 12 ? "सुबह" : hour < 16 ? "दोपहर" : hour < 20 ? "शाम" : "रात"} ${hour % 12 || 12}` +
        `${minute === "00" ? "" : `:${minute}`} बजे`,
      clockBrief: (hour: number, minute: string) =>
        `${hour < 4 ? "रात" : hour < 12 ? "सुबह" : hour < 16 ? "दोपहर" : hour < 20 ? "शाम" : "रात"} ${hour % 12 || 12}` +
        (minute === "00" ? "" : `:${minute}`),
      times: (times: readonly string[]) => times.join(" और "),
    },
  },
  inbox: {
    limited: (count: number) => (count < 1000 ? `${count}` : "1,000 या ज़्यादा"),
    answering: (names: readonly string[]) => `${names.join(" और ")} जवाब लिख रहे हैं`,
  },
  inquiry: {
    changes: {
      have: (names: string) => (names.endsWith("आप") ? `${names}ने` : `${names} ने`),
      and: (changes: readonly string[]) => changes.join(" और "),
    },
  },
};
