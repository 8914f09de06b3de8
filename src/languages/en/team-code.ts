import type { ChannelType } from "#domain/brands/brands.ts";

/** Texts that the team's catalogue cannot express. Empty ones are elsewhere in the code; translators see them there. */
export const teamCode = {
  channels: {
    editor: { expected: {} as Partial<Record<ChannelType, string>>, warnings: {} as Partial<Record<string, string>> },
    schedule: {
      clock: (hour: number, minute: string) => `${hour % 12 || 12}:${minute} ${hour < 12 ? "am" : "pm"}`,
      clockBrief: (hour: number, minute: string) =>
        `${hour % 12 || 12}${minute === "00" ? "" : `:${minute}`} ${hour < 12 ? "am" : "pm"}`,
      times: (times: readonly string[]) => times.join(" and "),
    },
  },
  inbox: {
    limited: (count: number) => (count < 1000 ? `${count}` : "1,000 or more"),
    answering: (names: readonly string[]) => `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} replying`,
  },
  inquiry: { changes: { and: (changes: readonly string[]) => changes.join(" and ") } },
};
