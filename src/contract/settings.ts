import { particularsSchema, supportSchema } from "./site/site.ts";
import { z } from "zod";
import { staleProblemSchema } from "./error.ts";
import { backupLimits, bucketShapes } from "#domain/backups.ts";
import { deliveryChannels } from "#domain/delivery.ts";
import {
  type ErasingSetting,
  erasingSettings,
  plainSettings,
  type SettingDeclaration,
  type SettingName,
  settingNames,
} from "#domain/settings.ts";
import { trustSectionNames } from "#domain/trust-changes.ts";
import { requiredLine, typedLine } from "./text.ts";
import { say, type ServerCode, type ServerText } from "#copy/server/say.ts";
import { messageFields } from "./message-code.ts";

/** Encryption of the connection to the mail server; `tls` and `starttls` check its certificate. */
const mailSecurities = ["tls", "starttls", "none"] as const;

const address = (label: ServerText) =>
  requiredLine(label, 254).pipe(z.email(say("field.address", { label, example: "desk@example.com" })));

const mail = {
  host: requiredLine(say("label.server"), 253).refine(
    (text) => /^[a-z0-9.:-]+$/i.test(text),
    say("settings.server-name", { example: "smtp.example.com" }),
  ),
  port: z
    .int({ error: say("settings.port") })
    .min(1, say("settings.port"))
    .max(65_535, say("settings.port")),
  security: z.enum(mailSecurities, { error: say("settings.choose-mail-security") }),
  /** Empty if the server requires no authentication. */
  user: typedLine(say("label.user"), 254),
  from: address(say("label.from")),
  /** Recipients of new inquiries; empty to send no email. */
  to: z
    .array(address(say("label.each-address")), { error: say("settings.list-addresses") })
    .max(20, say("settings.too-many-addresses", { count: 20 })),
};

const webhook = {
  url: requiredLine(say("label.address"), 2000).refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    },
    say("settings.webhook-address", { example: "https://example.com/hook" }),
  ),
};

const telegram = {
  chatId: requiredLine(say("label.chat"), 64).refine(
    (text) => /^(-?\d{1,20}|@\w{4,32})$/.test(text),
    say("settings.chat"),
  ),
};

/** The address that visitors use: an origin. */
const publicAddress = {
  url: requiredLine(say("label.address"), 253).refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    },
    say("settings.public-address", { example: "https://desk.example.com" }),
  ),
};

const wholeNumber = ({ min, max }: { min: number; max: number }, label: ServerText) => {
  const error = say("settings.whole-number", { label, min, max });
  return z.int({ error }).min(min, error).max(max, error);
};

/** A text of this shape; empty if there is no bucket. */
const ofBucket = (label: ServerText, max: number, shape: RegExp, error: ServerText) =>
  typedLine(label, max).refine((text) => text === "" || shape.test(text), error);

/** Place and times of backups. Without a bucket, `endpoint` and its other fields are empty. */
const backups = {
  /** One of the places that the operator names. */
  folder: requiredLine(say("label.folder"), 1000),
  everyHours: wholeNumber(backupLimits.everyHours, say("label.hours-between-backups")),
  keep: wholeNumber(backupLimits.keep, say("label.backups-to-keep")),
  endpoint: typedLine(say("label.bucket-address"), 500).refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      const isBare = url !== undefined && url.username + url.password + url.search + url.hash === "";
      return text === "" || (isBare && /^https?:$/.test(url.protocol));
    },
    say("settings.bucket-address", { example: "https://s3.eu-central-1.amazonaws.com" }),
  ),
  region: ofBucket(say("label.region"), 100, bucketShapes.region, say("settings.bucket-region")),
  bucket: ofBucket(say("label.bucket"), 63, bucketShapes.bucket, say("settings.bucket-name")),
  prefix: ofBucket(say("label.bucket-folder"), 200, bucketShapes.prefix, say("settings.bucket-folder")),
  accessKeyId: typedLine(say("label.access-key"), 200),
  keepInBucket: wholeNumber(backupLimits.keep, say("label.backups-in-bucket")),
};

/** Ways in which visitors' emails come in: read from a mailbox, or pushed by a mail provider. */
const incomingWays = ["imap", "push"] as const;
/** Handling of an email that belongs to no inquiry. */
const unmatchedMails = ["inquiry", "leave"] as const;

const imapPort = say("settings.port");

const incoming = {
  /**
   * Address for visitors' answers by email; replies name it with a part for each inquiry, so its first part must be
   * short.
   */
  replyTo: address(say("label.address")).refine(
    (text) => text.indexOf("@") <= 40 && !text.includes("+"),
    say("settings.incoming-address-shape"),
  ),
  unmatched: z.enum(unmatchedMails, { error: say("settings.choose-untaken") }),
  way: z.enum(incomingWays, { error: say("settings.choose-incoming") }),
  /** The mailbox; host and user are empty if emails are pushed. */
  host: typedLine(say("label.server"), 253).refine(
    (text) => /^[a-z0-9.:-]*$/i.test(text),
    say("settings.server-name", { example: "imap.example.com" }),
  ),
  port: z.int({ error: imapPort }).min(1, imapPort).max(65_535, imapPort),
  security: z.enum(mailSecurities, { error: say("settings.choose-mailbox-security") }),
  user: typedLine(say("label.user"), 254),
};

/** The name under which the mail server writes `Authentication-Results` (RFC 8601); empty if it writes none. */
const authservId = typedLine(say("label.authentication-server"), 253).refine(
  (text) => /^[a-z0-9._-]*$/i.test(text),
  say("settings.authentication-server"),
);

const secret = (label: ServerText, max: number) =>
  z.string({ error: say("field.not-text", { label }) }).max(max, say("field.too-long", { label, count: max }));

/** The schema of a setting by how it is declared. */
type SchemaOf<Setting> = Setting extends { kind: "days" }
  ? z.ZodInt
  : Setting extends { kind: "switch" }
    ? z.ZodBoolean
    : Setting extends { values: ReadonlyArray<infer Value extends string> }
      ? z.ZodEnum<{ [Name in Value]: Name }>
      : never;

function schemaOf(name: SettingName) {
  const code: ServerCode = plainSettings[name].error;
  const setting: SettingDeclaration = plainSettings[name];
  // The values that a text takes depend on its code, which is not known here.
  const error = (say as (code: ServerCode, values: object | undefined) => ServerText)(code, setting.errorParams);
  if (setting.kind === "days") return z.int({ error }).min(setting.min, error).max(setting.max, error);
  return setting.kind === "switch" ? z.boolean({ error }) : z.enum(setting.values, { error });
}

/** The order of the first settings, which is part of the API document; later ones follow as they are declared. */
const firstNames = [
  "retentionDays",
  "acknowledge",
  "says",
  "requiresSecondFactor",
  "binDays",
  "replyMail",
  "showsMeasuredAnswer",
  "assignsInTurn",
  "agentsMayBulk",
  "teamLanguage",
] as const satisfies SettingName[];

/** The settings without secrets. */
export const plainSettingsSchema = z.object(
  Object.fromEntries([...new Set([...firstNames, ...settingNames])].map((name) => [name, schemaOf(name)])) as {
    [Name in SettingName]: SchemaOf<(typeof plainSettings)[Name]>;
  },
);

/** Settings that every save names. One that leaves out another setting does not change it. */
const required = { retentionDays: true, acknowledge: true, says: true } as const;

/** Settings that are stored encrypted, by field. */
export const secretNames = [
  "mail.password",
  "webhook.secret",
  "telegram.token",
  "incoming.password",
  "incoming.secret",
  "backups.passphrase",
  "backups.secretAccessKey",
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
    publicAddress: z.object(publicAddress).nullable(),
    /** `PUBLIC_URL` of the server, which wins over `publicAddress`. */
    serverAddress: z.string().optional(),
    backups: z.object({ ...backups, hasPassphrase: z.boolean(), hasSecretAccessKey: z.boolean() }).nullable(),
    /** The folders that backups may go to. */
    backupPlaces: z.array(z.string()).optional(),
    /** `legal.backupDays`: how long backups are kept. */
    backupDays: z.int().optional(),
    /** Buckets no longer used, as `host/bucket/folder`: owners delete the backups in them, the last one by `until`. */
    leftCopies: z.array(z.object({ bucket: z.string(), until: z.iso.datetime() })).optional(),
    /** Values of the server's `BACKUP_` variables, which win over `backups`; `bucket` as `host/bucket/folder`. */
    serverBackups: z
      .object({
        folder: z.string(),
        everyHours: z.int(),
        keep: z.int(),
        encryption: z.enum(["passphrase", "recipient", "none"]).nullable(),
        bucket: z.string().nullable(),
      })
      .optional(),
    /** Secrets encrypted with another key, if any: they must be entered again. */
    unreadable: z.array(z.enum(secretNames)).optional(),
    /** Set while the stored settings differ from those saved; these are the last good ones. */
    alarm: z
      .object({
        ...messageFields,
        since: z.iso.datetime(),
        /** Whether no good settings are known, so the strictest apply. */
        isStrict: z.boolean(),
      })
      .optional(),
  })
  .meta({ id: "Settings" });

export type Settings = z.output<typeof settingsSchema>;

const section = <Shape extends z.ZodRawShape>(label: string, shape: Shape) =>
  z.object(shape, { error: say("settings.set-up", { what: label }) }).nullable();

/** All settings at once; `If-Match` names the base version. Omitted secrets stay as they are. */
export const settingsInputSchema = z
  .object({
    ...plainSettingsSchema.pick(required).shape,
    ...plainSettingsSchema.omit(required).partial().shape,
    mail: section("mail", { ...mail, password: secret(say("label.password"), 1024).optional() }),
    /** `newSecret` makes the server generate a new secret. */
    webhook: section("the webhook", {
      ...webhook,
      newSecret: z.boolean({ error: say("settings.choose-webhook-secret") }).optional(),
    }),
    telegram: section("Telegram", {
      ...telegram,
      token: secret(say("label.token"), 200)
        .regex(/^\d+:[\w-]+$/, say("settings.token", { example: "123456:ABC-DEF" }))
        .optional(),
    }),
    /** `newSecret` makes the server generate a new secret for pushed emails. Left out, nothing of it changes. */
    incoming: section("incoming mail", {
      ...incoming,
      authservId: authservId.optional(),
      password: secret(say("label.password"), 1024).optional(),
      newSecret: z.boolean({ error: say("settings.choose-push-secret") }).optional(),
    }).optional(),
    /** Left out, nothing of it changes. The server fetches a new one before it takes it. */
    publicAddress: section("the public address", publicAddress).optional(),
    /** Left out, nothing of it changes. A new passphrase is one that `POST /backups/passphrase` made, typed back. */
    backups: section("the backups", {
      ...backups,
      secretAccessKey: secret(say("label.secret-key"), 1024).optional(),
      passphrase: secret(say("label.passphrase"), 200).optional(),
      passphraseProof: secret(say("label.passphrase"), 200).optional(),
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

const channel = z.enum(deliveryChannels, { error: say("settings.choose-delivery") });

export const testMessageSchema = z.object({ channel }).meta({ id: "TestMessage" });

/** Result of a test, as text. */
export const testOutcomeSchema = z.object({ delivered: z.boolean(), ...messageFields }).meta({ id: "TestOutcome" });

export type TestOutcome = z.output<typeof testOutcomeSchema>;

/** Settings about inquiries that the privacy page states. */
const privacySettingsSchema = z
  .object({
    ...(Object.fromEntries(erasingSettings.map((name) => [name, z.int()])) as Record<ErasingSetting, z.ZodInt>),
    acknowledges: z.boolean(),
    /** Email to visitors about a reply on their page; null if the site sends no mail. */
    replyMail: z.enum(plainSettings.replyMail.values).nullable(),
    /** Deliveries that notify the team of an inquiry. */
    receivers: z.array(channel),
    says: z.enum(plainSettings.says.values),
    /** Whether visitors may answer by email. */
    takesMail: z.boolean(),
    /** Whether backups are copied to another place. */
    backupsElsewhere: z.boolean(),
    /** Whether files are kept on another host. */
    filesElsewhere: z.boolean(),
    /** Day of the last change to any of these; null while they have their initial values. */
    changedOn: z.string().nullable(),
  })
  .meta({ id: "Keeping" });

export type PrivacySettings = z.output<typeof privacySettingsSchema>;

/** Facts of the legal pages, for browsers whose document lacks them. */
export const legalFactsSchema = z
  .object({ ...privacySettingsSchema.shape, ...particularsSchema.shape, support: supportSchema })
  .meta({ id: "LegalFacts" });

export type LegalFacts = z.output<typeof legalFactsSchema>;
