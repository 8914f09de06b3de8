import { z } from "zod";
import { say, type ServerText } from "#copy/server/say.ts";
import { teamLanguages } from "#domain/languages.ts";
import { isTimeZone } from "../channels/hours.ts";

/** A setting of a member, and its value until they choose one. */
const setting = <Schema extends z.ZodType>(schema: Schema, start: z.output<Schema>) => ({ schema, start });

const onOff = (error: string) => z.boolean({ error });

/** Places where a member is notified: each may be on, or neither. */
const places = z.object(
  {
    bell: onOff(say("preferences.choose-bell")),
    email: onOff(say("preferences.choose-mail")),
  },
  { error: say("preferences.choose-places") },
);

const time = (label: ServerText) =>
  z
    .string({ error: say("field.clock-time", { label }) })
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, say("field.clock-time", { label }));

const quietHours = z
  .object(
    {
      from: time(say("label.from-time")),
      /** If not later than `from`: on the next day. */
      to: time(say("label.to-time")),
      timeZone: z
        .string({ error: say("field.not-text", { label: say("label.time-zone") }) })
        .refine(isTimeZone, say("hours.time-zone")),
    },
    { error: say("preferences.choose-quiet-hours") },
  )
  .refine(({ from, to }) => from !== to, { path: ["to"], error: say("preferences.quiet-hours-empty") })
  .nullable();

/** All settings of a member's own. A new one is a line here, and its field on the page "Your settings". */
export const ownSettings = {
  /** Whether a reply assigns the inquiry to its author, if it is nobody's. */
  assignsOnReply: setting(onOff(say("preferences.choose-assigned")), true),
  /** Effect of `Ctrl+Enter`; `Ctrl+Shift+Enter` has the other one. */
  sendKey: setting(z.enum(["send", "close"], { error: say("preferences.choose-send-key") }), "send"),
  /** Notices of notes that mention the member. */
  mentions: setting(places, { bell: true, email: true }),
  /** Notices of inquiries that somebody else assigns to the member. */
  assignments: setting(places, { bell: true, email: true }),
  /** Notices of visitors' answers in the inquiries that are assigned to the member. */
  answers: setting(places, { bell: true, email: false }),
  /** Notices of failed replies, the member's own and those in their inquiries. */
  undelivered: setting(places, { bell: true, email: true }),
  /** The language of emails to them; null: that of the team. */
  mailLanguage: setting(z.enum(teamLanguages, { error: say("preferences.choose-mail-language") }).nullable(), null),
  /** When no email is sent to them about the above; null: never. */
  quietHours: setting(quietHours, null),
};

type Declared = typeof ownSettings;
type Schemas = { [Name in keyof Declared]: Declared[Name]["schema"] };

/** The settings of a member. */
export type OwnSettings = { [Name in keyof Declared]: z.output<Declared[Name]["schema"]> };
export type QuietHours = NonNullable<OwnSettings["quietHours"]>;

const schemas = Object.fromEntries(
  Object.entries(ownSettings).map(([name, { schema }]) => [name, schema]),
) as unknown as Schemas;

export const ownSettingsSchema = z.object(schemas).meta({ id: "OwnSettings" });

/** A change of some: what is left out stays. Of two changes of one setting, the last is kept. */
export const ownSettingsChangeSchema = z.object(schemas).partial().meta({ id: "OwnSettingsFields" });

export type OwnSettingsChange = z.output<typeof ownSettingsChangeSchema>;

/** The settings from what is stored: a value that is missing, or is none of this version's, counts as not chosen. */
export function ownSettingsOf(stored: Readonly<Record<string, unknown>>): OwnSettings {
  return Object.fromEntries(
    Object.entries(ownSettings).map(([name, { schema, start }]) => {
      const parsed = z.safeParse<z.ZodType>(schema, stored[name]);
      return [name, parsed.success ? parsed.data : start];
    }),
  ) as unknown as OwnSettings;
}
