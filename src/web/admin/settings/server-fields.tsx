import type { ChangeEvent } from "react";
import { teamCopy } from "#copy/current.ts";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SecretField } from "./secret-field.tsx";

/** Attributes for text that people do not write in sentences, such as addresses. */
export const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

type Security = "tls" | "starttls" | "none";

interface Place {
  host: string;
  port: number;
  security: Security;
}

interface Server extends Place {
  user: string;
}

/** Mail providers, with their servers for sending and for reading. */
const providers: ReadonlyArray<{ name: string; smtp: Place; imap: Place }> = [
  {
    name: "Gmail",
    smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
    imap: { host: "imap.gmail.com", port: 993, security: "tls" },
  },
  {
    name: "Zoho",
    smtp: { host: "smtp.zoho.com", port: 465, security: "tls" },
    imap: { host: "imap.zoho.com", port: 993, security: "tls" },
  },
  {
    name: "Zoho India",
    smtp: { host: "smtp.zoho.in", port: 465, security: "tls" },
    imap: { host: "imap.zoho.in", port: 993, security: "tls" },
  },
  {
    name: "Outlook (Microsoft 365)",
    smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
    imap: { host: "outlook.office365.com", port: 993, security: "tls" },
  },
  {
    name: "Yahoo",
    smtp: { host: "smtp.mail.yahoo.com", port: 465, security: "tls" },
    imap: { host: "imap.mail.yahoo.com", port: 993, security: "tls" },
  },
  {
    name: "Titan (Hostinger, BigRock)",
    smtp: { host: "smtp.titan.email", port: 465, security: "tls" },
    imap: { host: "imap.titan.email", port: 993, security: "tls" },
  },
  {
    name: "iCloud",
    smtp: { host: "smtp.mail.me.com", port: 587, security: "starttls" },
    imap: { host: "imap.mail.me.com", port: 993, security: "tls" },
  },
  {
    name: "Fastmail",
    smtp: { host: "smtp.fastmail.com", port: 465, security: "tls" },
    imap: { host: "imap.fastmail.com", port: 993, security: "tls" },
  },
];

/** The usual ports by protocol and encryption. */
const usualPorts = {
  smtp: { tls: 465, starttls: 587, none: 25 },
  imap: { tls: 993, starttls: 143, none: 143 },
} as const;

/** Writes into another field of the form, which keeps its own value, as if it were typed. */
function write(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Writes an email address into another field that is empty. */
function fill(form: HTMLFormElement | null, name: string | undefined, value: string): void {
  const field = name === undefined ? undefined : form?.elements.namedItem(name);
  if (name !== undefined && field instanceof HTMLInputElement && field.value === "" && value.includes("@"))
    write(form, name, value);
}

/**
 * The fields of a mail server and of the account on it. `id` is the prefix of their ids. The port follows the
 * encryption, unless it is an unusual one.
 */
export function ServerFields(props: {
  id: string;
  known: (Server & { hasPassword: boolean }) | null;
  /** Whether the password was encrypted with another key. */
  isUnreadable: boolean;
  errors: Record<string, string>;
  placeholder: string;
  protocol: keyof typeof usualPorts;
  isUserRequired?: boolean;
  userHint?: string;
  /** The name of an empty field that an account written as an email address fills. */
  userFills?: string;
  passwordHint?: string;
}) {
  const {
    id,
    known,
    isUnreadable,
    errors,
    placeholder,
    protocol,
    isUserRequired = false,
    userHint,
    userFills,
    passwordHint,
  } = props;
  const ports = usualPorts[protocol];

  function choose({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>): void {
    const place = providers.find(({ name }) => name === value)?.[protocol];
    for (const [name, setting] of Object.entries(place ?? {})) write(form, name, String(setting));
  }

  function follow({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>): void {
    const port = form?.elements.namedItem("port");
    const isUsual = port instanceof HTMLInputElement && ["", ...Object.values(ports).map(String)].includes(port.value);
    if (isUsual) write(form, "port", String(ports[value as Security]));
  }

  return (
    <>
      <Select
        id={`${id}-provider`}
        label={teamCopy.settings.server.provider}
        hint={teamCopy.settings.server.providerHint}
        defaultValue={providers.find((one) => one[protocol].host === known?.host)?.name ?? ""}
        onChange={choose}
      >
        <option value="">{teamCopy.settings.server.otherProvider}</option>
        {providers.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <div className="field-row">
        <Field
          id={`${id}-host`}
          label={teamCopy.settings.server.host}
          error={errors["host"]}
          input={{ ...exact, name: "host", required: true, maxLength: 253, placeholder, defaultValue: known?.host }}
        />
        <Field
          id={`${id}-port`}
          label={teamCopy.settings.server.port}
          error={errors["port"]}
          input={{
            name: "port",
            type: "number",
            inputMode: "numeric",
            min: 1,
            max: 65_535,
            required: true,
            defaultValue: known?.port ?? ports.tls,
          }}
        />
      </div>
      <Select
        id={`${id}-security`}
        label={teamCopy.settings.server.security}
        name="security"
        error={errors["security"]}
        onChange={follow}
        defaultValue={known?.security ?? "tls"}
      >
        <option value="tls">{teamCopy.settings.server.tls(ports.tls)}</option>
        <option value="starttls">{teamCopy.settings.server.starttls(ports.starttls)}</option>
        <option value="none">{teamCopy.settings.server.none}</option>
      </Select>
      <Field
        id={`${id}-user`}
        label={teamCopy.settings.server.user}
        error={errors["user"]}
        hint={userHint}
        input={{
          ...exact,
          name: "user",
          required: isUserRequired,
          maxLength: 254,
          defaultValue: known?.user,
          onBlur: ({ currentTarget: { form, value } }) => fill(form, userFills, value),
        }}
      />
      <SecretField
        id={`${id}-password`}
        name="password"
        label={teamCopy.settings.server.password}
        isSet={known?.hasPassword === true}
        isUnreadable={isUnreadable}
        error={errors["password"]}
        hint={passwordHint}
        maxLength={1024}
      />
    </>
  );
}

/** Reads the input of `ServerFields`; an empty password stays as it is. */
export function readServer(typed: FormData): Server & { password?: string } {
  const security = typedText(typed, "security");
  const password = typedText(typed, "password");
  return {
    host: typedText(typed, "host"),
    port: Number(typedText(typed, "port") || NaN),
    security: security === "starttls" || security === "none" ? security : "tls",
    user: typedText(typed, "user"),
    ...(password === "" ? {} : { password }),
  };
}
