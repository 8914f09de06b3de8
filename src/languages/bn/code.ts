/** Texts that the catalogue cannot express; see English. */
export const code = {
  channels: {
    clock: (hour: number, minute: string) =>
      (hour < 4 || hour >= 20
        ? "রাত"
        : hour < 6
          ? "ভোর"
          : hour < 12
            ? "সকাল"
            : hour < 16
              ? "দুপুর"
              : hour < 18
                ? "বিকেল"
                : "সন্ধ্যা") +
      ` ${hour % 12 || 12}` +
      (minute !== "00" ? `:${minute}` : hour % 12 === 2 ? "টো" : hour % 12 === 3 || hour % 12 === 4 ? "টে" : "টা"),
  },
  verify: {
    places: (places: readonly string[]) => `এটি আমাদেরই: ${places.join(" এবং ")}, আর কোথাও নয়।`,
  },
};
