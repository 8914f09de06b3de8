import { z } from "zod";
import { deliveryChannels } from "#domain/delivery.ts";
import { requiredText, typedText } from "./text.ts";

/** What a notification says of the visitor. */
export const notificationContents = ["reference", "all"] as const;
/** How a mail server is spoken to; with `tls` and `starttls` its certificate is checked. */
export const mailSecurities = ["tls", "starttls", "none"] as const;

const address = (label: string) =>
  requiredText(label, 254).pipe(z.email(`${label} must be an address such as desk@example.com.`));

const mail = {
  host: requiredText("Server", 253).refine(
    (text) => /^[a-z0-9.:-]+$/i.test(text),
    "Server must be a name such as smtp.example.com.",
  ),
  port: z
    .int({ error: "Port must be a number from 1 to 65535." })
    .min(1, "Port must be a number from 1 to 65535.")
    .max(65_535, "Port must be a number from 1 to 65535."),
  security: z.enum(mailSecurities, { error: `Security must be one of ${mailSecurities.join(", ")}.` }),
  /** Empty where the server asks for no sign-in. */
  user: typedText("User", 254),
  from: address("From"),
  /** Who is told of a new inquiry; empty where nobody is told by mail. */
  to: z
    .array(address("Each address"), { error: "To must be a list of addresses." })
    .max(20, "To must be at most 20 addresses."),
};

const webhook = {
  url: requiredText("Address", 2000).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, "Address must be one such as https://example.com/hook, without a user and a password."),
};

const telegram = {
  chatId: requiredText("Chat", 64).refine(
    (text) => /^(-?\d{1,20}|@\w{4,32})$/.test(text),
    "Chat must be a number such as -1001234567890, or a channel's name such as @example_desk.",
  ),
};

const secret = (label: string, max: number) =>
  z.string({ error: `${label} must be text.` }).max(max, `${label} must be at most ${max} characters.`);

const general = {
  /** A closed inquiry is erased this many days after it was closed. */
  retentionDays: z
    .int({ error: "Days must be a whole number from 1 to 3650." })
    .min(1, "Days must be a whole number from 1 to 3650.")
    .max(3650, "Days must be a whole number from 1 to 3650."),
  /** Whether a visitor gets a mail that the inquiry has arrived. */
  acknowledge: z.boolean({ error: "Acknowledge must be true or false." }),
  says: z.enum(notificationContents, { error: `Says must be one of ${notificationContents.join(", ")}.` }),
};

/** The settings as an owner sees them: of a secret, no more than that it is there. */
export const settingsSchema = z
  .object({
    /** Grows with each change; the quoted number is the `ETag`. */
    version: z.int(),
    ...general,
    /** Whether everybody in the team must have a second factor. */
    requiresSecondFactor: z.boolean(),
    mail: z.object({ ...mail, hasPassword: z.boolean() }).nullable(),
    webhook: z.object({ ...webhook, hasSecret: z.literal(true) }).nullable(),
    telegram: z.object({ ...telegram, hasToken: z.literal(true) }).nullable(),
  })
  .meta({ id: "Settings" });

export type Settings = z.output<typeof settingsSchema>;

const section = <Shape extends z.ZodRawShape>(label: string, shape: Shape) =>
  z.object(shape, { error: `${label} must be its settings, or null where it is not set up.` }).nullable();

/** All settings at once; `If-Match` names the version they were made on. A secret that is left out stays as it is. */
export const settingsInputSchema = z
  .object({
    ...general,
    /** Left out, it stays as it is; whoever switches it on must have a second factor. */
    requiresSecondFactor: z.boolean({ error: "Requires second factor must be true or false." }).optional(),
    mail: section("Mail", { ...mail, password: secret("Password", 1024).optional() }),
    /** `newSecret` has the server make another secret. */
    webhook: section("Webhook", {
      ...webhook,
      newSecret: z.boolean({ error: "New secret must be true or false." }).optional(),
    }),
    telegram: section("Telegram", {
      ...telegram,
      token: secret("Token", 200)
        .regex(/^\d+:[\w-]+$/, "Token must be one such as 123456:ABC-DEF, as @BotFather gives it.")
        .optional(),
    }),
  })
  .meta({ id: "SettingsFields" });

export type SettingsInput = z.output<typeof settingsInputSchema>;

/** `webhookSecret` is shown this once, where the server has just made it. */
export const settingsSavedSchema = z
  .object({ settings: settingsSchema, webhookSecret: z.string().nullable() })
  .meta({ id: "SettingsSaved" });

export type SettingsSaved = z.output<typeof settingsSavedSchema>;

/** Answer 412: what was sent was made on older settings; `current` are those that hold. */
export const staleSettingsSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.literal(412),
    message: z.string(),
    current: settingsSchema,
  })
  .meta({ id: "StaleSettings" });

const channel = z.enum(deliveryChannels, { error: `Channel must be one of ${deliveryChannels.join(", ")}.` });

export const testMessageSchema = z.object({ channel }).meta({ id: "TestMessage" });

/** How a test went, in words. */
export const testOutcomeSchema = z.object({ delivered: z.boolean(), message: z.string() }).meta({ id: "TestOutcome" });

export type TestOutcome = z.output<typeof testOutcomeSchema>;

/** What the privacy page says of the inquiries, straight from the settings. */
export const keepingSchema = z
  .object({
    retentionDays: z.int(),
    acknowledges: z.boolean(),
    /** Where the team is told of an inquiry. */
    receivers: z.array(channel),
    says: z.enum(notificationContents),
    /** The day on which one of these has last changed; null while they are the first ones. */
    changedOn: z.string().nullable(),
  })
  .meta({ id: "Keeping" });

export type Keeping = z.output<typeof keepingSchema>;
