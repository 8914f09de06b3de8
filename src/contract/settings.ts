import { particularsSchema, supportSchema } from "./site/site.ts";
import { z } from "zod";
import { staleProblemSchema } from "./error.ts";
import { deliveryChannels } from "#domain/delivery.ts";
import { binDays } from "#domain/inquiries/inquiry.ts";
import { trustSectionNames } from "#domain/trust-changes.ts";
import { requiredLine, typedLine } from "./text.ts";

/** What a notification contains. */
const notificationContents = ["reference", "all"] as const;
/** Encryption of the connection to the mail server; `tls` and `starttls` check its certificate. */
const mailSecurities = ["tls", "starttls", "none"] as const;

const address = (label: string) =>
  requiredLine(label, 254).pipe(z.email(`${label} must be an address such as desk@example.com.`));

const mail = {
  host: requiredLine("Server", 253).refine(
    (text) => /^[a-z0-9.:-]+$/i.test(text),
    "Server must be a name such as smtp.example.com.",
  ),
  port: z
    .int({ error: "Port must be a number from 1 to 65535." })
    .min(1, "Port must be a number from 1 to 65535.")
    .max(65_535, "Port must be a number from 1 to 65535."),
  security: z.enum(mailSecurities, { error: "Choose how the connection to the mail server is protected." }),
  /** Empty if the server requires no authentication. */
  user: typedLine("User", 254),
  from: address("From"),
  /** Recipients of new inquiries; empty to send no email. */
  to: z
    .array(address("Each address"), { error: "List who is notified of an inquiry: an address in each line." })
    .max(20, "List at most 20 addresses."),
};

const webhook = {
  url: requiredLine("Address", 2000).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, "Address must be one such as https://example.com/hook, without a user and a password."),
};

const telegram = {
  chatId: requiredLine("Chat", 64).refine(
    (text) => /^(-?\d{1,20}|@\w{4,32})$/.test(text),
    "Chat must be a number such as -1001234567890, or a channel's name such as @example_desk.",
  ),
};

/** How emails of visitors come in: read from a mailbox, or pushed by a mail provider. */
const incomingWays = ["imap", "push"] as const;
/** What becomes of an email that belongs to no inquiry. */
const unmatchedMails = ["inquiry", "leave"] as const;

const imapPort = "Port must be a number from 1 to 65535.";

const incoming = {
  /** Where visitors answer by email; replies name it with a part for each inquiry, so its first part must be short. */
  replyTo: address("Address").refine(
    (text) => text.indexOf("@") <= 40 && !text.includes("+"),
    "Address must have at most 40 characters before the @, and no plus sign.",
  ),
  unmatched: z.enum(unmatchedMails, { error: "Choose what becomes of an email that belongs to no inquiry." }),
  way: z.enum(incomingWays, { error: "Choose how emails come in." }),
  /** The mailbox; host and user are empty if emails are pushed. */
  host: typedLine("Server", 253).refine(
    (text) => /^[a-z0-9.:-]*$/i.test(text),
    "Server must be a name such as imap.example.com.",
  ),
  port: z.int({ error: imapPort }).min(1, imapPort).max(65_535, imapPort),
  security: z.enum(mailSecurities, { error: "Choose how the connection to the mailbox is protected." }),
  user: typedLine("User", 254),
};

/** The name under which the mail server writes `Authentication-Results` (RFC 8601); empty if it writes none. */
const authservId = typedLine("Authentication server", 253).refine(
  (text) => /^[a-z0-9._-]*$/i.test(text),
  "Authentication server must be a name such as mx.example.com.",
);

const secret = (label: string, max: number) =>
  z.string({ error: `${label} must be text.` }).max(max, `${label} must be at most ${max} characters.`);

/** What an email says of a reply on the private page: nothing is sent, only that there is one, or its text. */
const replyMails = ["off", "link", "text"] as const;

const daysInBin = `Days in the bin must be a whole number from 1 to ${binDays.max}.`;

/** Settings that every save names. */
const required = {
  /** Days after closing until an inquiry is erased. */
  retentionDays: z
    .int({ error: "Days must be a whole number from 1 to 3650." })
    .min(1, "Days must be a whole number from 1 to 3650.")
    .max(3650, "Days must be a whole number from 1 to 3650."),
  /** Whether visitors get an email that confirms their inquiry. */
  acknowledge: z.boolean({ error: "Choose whether visitors get an email that their inquiry has arrived." }),
  says: z.enum(notificationContents, {
    error: "Choose what a notification contains: the reference only, or the whole message.",
  }),
};

/** Settings that were added later: a save that leaves one out does not change it. A new one belongs here. */
const optional = z.object({
  /** Whether every member must have a second factor; an owner who enables it must have one. */
  requiresSecondFactor: z.boolean({ error: "Choose whether everybody in the team needs a second factor." }),
  /** Days that a deleted inquiry stays in the bin. */
  binDays: z.int({ error: daysInBin }).min(1, daysInBin).max(binDays.max, daysInBin),
  /** Whether visitors get an email at a reply on their private page, and whether it has the text. */
  replyMail: z.enum(replyMails, {
    error: "Choose whether visitors get an email at a reply on the private page.",
  }),
  /** Whether the site shows the measured time to the first answer, in place of the configured one. */
  showsMeasuredAnswer: z.boolean({ error: "Choose whether the site shows the measured response time." }),
  /** Whether each new inquiry is assigned to the agent whose turn it is. */
  assignsInTurn: z.boolean({ error: "Choose whether new inquiries are assigned to the agents in turn." }),
  /** Whether agents, like owners, may delete several inquiries at once, and export. */
  agentsMayBulk: z.boolean({ error: "Choose whether agents may delete several inquiries at once, and export." }),
});

/** The settings without secrets. Server and admin area take their names and types from here. */
export const plainSettingsSchema = z.object({ ...required, ...optional.shape });

export type PlainSettings = z.output<typeof plainSettingsSchema>;

/** Settings that are stored encrypted, by field. */
export const secretNames = [
  "mail.password",
  "webhook.secret",
  "telegram.token",
  "incoming.password",
  "incoming.secret",
] as const;

export type SecretName = (typeof secretNames)[number];
/** The settings for owners; of a secret, only whether it is set. */
export const settingsSchema = z
  .object({
    /** Grows with each change; in quotes it is the `ETag`. */
    version: z.int(),
    ...plainSettingsSchema.shape,
    mail: z.object({ ...mail, hasPassword: z.boolean() }).nullable(),
    webhook: z.object({ ...webhook, hasSecret: z.literal(true) }).nullable(),
    telegram: z.object({ ...telegram, hasToken: z.literal(true) }).nullable(),
    incoming: z.object({ ...incoming, authservId, hasPassword: z.boolean(), hasSecret: z.boolean() }).nullable(),
    /** Secrets encrypted with another key, if any: they must be entered again. */
    unreadable: z.array(z.enum(secretNames)).optional(),
    /** Set while the stored settings differ from those saved; these are the last good ones. */
    alarm: z
      .object({
        message: z.string(),
        since: z.iso.datetime(),
        /** Whether no good settings are known, so the strictest apply. */
        isStrict: z.boolean(),
      })
      .optional(),
  })
  .meta({ id: "Settings" });

export type Settings = z.output<typeof settingsSchema>;

const section = <Shape extends z.ZodRawShape>(label: string, shape: Shape) =>
  z.object(shape, { error: `Set up ${label}, or switch it off.` }).nullable();

/** All settings at once; `If-Match` names the base version. Omitted secrets stay as they are. */
export const settingsInputSchema = z
  .object({
    ...required,
    ...optional.partial().shape,
    mail: section("mail", { ...mail, password: secret("Password", 1024).optional() }),
    /** `newSecret` makes the server generate a new secret. */
    webhook: section("the webhook", {
      ...webhook,
      newSecret: z.boolean({ error: "Choose whether the webhook gets a new secret." }).optional(),
    }),
    telegram: section("Telegram", {
      ...telegram,
      token: secret("Token", 200)
        .regex(/^\d+:[\w-]+$/, "Token must be one such as 123456:ABC-DEF, as @BotFather gives it.")
        .optional(),
    }),
    /** `newSecret` makes the server generate a new secret for pushed emails. Left out, nothing of it changes. */
    incoming: section("incoming mail", {
      ...incoming,
      authservId: authservId.optional(),
      password: secret("Password", 1024).optional(),
      newSecret: z.boolean({ error: "Choose whether pushed emails get a new secret." }).optional(),
    }).optional(),
  })
  .meta({ id: "SettingsFields" });

export type SettingsInput = z.output<typeof settingsInputSchema>;

/** The secrets are shown once, after the server generated them. */
export const settingsSavedSchema = z
  .object({
    settings: settingsSchema,
    webhookSecret: z.string().nullable(),
    incomingSecret: z.string().nullable(),
    /** The sections whose change waits; the settings show what is in effect. */
    waits: z.array(z.enum(trustSectionNames)).optional(),
  })
  .meta({ id: "SettingsSaved" });

export type SettingsSaved = z.output<typeof settingsSavedSchema>;

/** Response 412: the request used stale settings; `current` are the current ones. */
export const staleSettingsSchema = staleProblemSchema.extend({ current: settingsSchema }).meta({ id: "StaleSettings" });

const channel = z.enum(deliveryChannels, { error: "Choose which delivery to test." });

export const testMessageSchema = z.object({ channel }).meta({ id: "TestMessage" });

/** Result of a test, as text. */
export const testOutcomeSchema = z.object({ delivered: z.boolean(), message: z.string() }).meta({ id: "TestOutcome" });

export type TestOutcome = z.output<typeof testOutcomeSchema>;

/** What the privacy page says about inquiries, taken from the settings. */
const privacySettingsSchema = z
  .object({
    retentionDays: z.int(),
    binDays: z.int(),
    acknowledges: z.boolean(),
    /** What visitors are mailed of a reply on their page; null if the site sends no mail. */
    replyMail: z.enum(replyMails).nullable(),
    /** Deliveries that notify the team of an inquiry. */
    receivers: z.array(channel),
    says: z.enum(notificationContents),
    /** Whether visitors may answer by email. */
    takesMail: z.boolean(),
    /** Whether backups are copied to another place. */
    backupsElsewhere: z.boolean(),
    /** Day of the last change to any of these; null while they have their initial values. */
    changedOn: z.string().nullable(),
  })
  .meta({ id: "Keeping" });

export type PrivacySettings = z.output<typeof privacySettingsSchema>;

/** What the legal pages state, for browsers whose document lacks it. */
export const legalFactsSchema = z
  .object({ ...privacySettingsSchema.shape, ...particularsSchema.shape, support: supportSchema })
  .meta({ id: "LegalFacts" });

export type LegalFacts = z.output<typeof legalFactsSchema>;
