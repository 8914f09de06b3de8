import type { Settings, SettingsInput } from "#contract/settings.ts";
import { Field, Select } from "#web/ui/field.tsx";
import { typedText } from "../shell/typed-text.ts";
import { SecretField } from "./secret-field.tsx";
import { SectionForm } from "./section-form.tsx";

type Mail = NonNullable<SettingsInput["mail"]>;

const securities: ReadonlyArray<{ value: Mail["security"]; label: string }> = [
  { value: "tls", label: "TLS (most often port 465)" },
  { value: "starttls", label: "STARTTLS (most often port 587)" },
  { value: "none", label: "None (this machine only)" },
];

/** The mail server, and the recipients of notifications. */
export function MailSection({ settings: { mail, unreadable } }: { settings: Settings }) {
  return (
    <SectionForm
      id="mail"
      title="E-mail"
      lead="For news of inquiries, forgotten passwords and, if you like, a word to visitors."
      channel={{ name: "email", isSetUp: mail !== null, off: { mail: null, acknowledge: false } }}
      read={(typed) => ({ mail: readMail(typed) })}
    >
      {({ errors, saves }) => (
        <>
          <Field
            id="mail-host"
            label="Server"
            error={errors["host"]}
            input={{
              name: "host",
              autoComplete: "off",
              autoCapitalize: "none",
              spellCheck: false,
              required: true,
              maxLength: 253,
              placeholder: "smtp.example.com",
              defaultValue: mail?.host,
            }}
          />
          <Field
            id="mail-port"
            label="Port"
            error={errors["port"]}
            input={{
              name: "port",
              type: "number",
              inputMode: "numeric",
              min: 1,
              max: 65_535,
              required: true,
              defaultValue: mail?.port ?? 465,
            }}
          />
          <Select id="mail-security" label="Encryption" name="security" defaultValue={mail?.security ?? "tls"}>
            {securities.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Field
            id="mail-user"
            label="User"
            error={errors["user"]}
            hint="Leave it empty where the server asks for none."
            input={{
              name: "user",
              autoComplete: "off",
              autoCapitalize: "none",
              spellCheck: false,
              maxLength: 254,
              defaultValue: mail?.user,
            }}
          />
          <SecretField
            key={saves}
            id="mail-password"
            name="password"
            label="Password"
            isSet={mail?.hasPassword === true}
            isUnreadable={unreadable?.includes("mail.password") === true}
            error={errors["password"]}
            maxLength={1024}
          />
          <Field
            id="mail-from"
            label="From"
            error={errors["from"]}
            hint="The address that mails come from."
            input={{
              name: "from",
              type: "email",
              autoComplete: "off",
              required: true,
              maxLength: 254,
              placeholder: "desk@example.com",
              defaultValue: mail?.from,
            }}
          />
          <Field
            id="mail-to"
            label="Who is told of an inquiry"
            error={errors["to"]}
            hint="An address in each line, 20 at most; leave it empty to tell nobody by mail."
            rows={3}
            input={{ name: "to", autoCapitalize: "none", spellCheck: false, defaultValue: mail?.to.join("\n") }}
          />
        </>
      )}
    </SectionForm>
  );
}

function readMail(typed: FormData): Mail {
  const password = typedText(typed, "password");
  const security = securities.find(({ value }) => value === typedText(typed, "security"));
  return {
    host: typedText(typed, "host"),
    port: Number(typedText(typed, "port") || NaN),
    security: security?.value ?? "tls",
    user: typedText(typed, "user"),
    from: typedText(typed, "from"),
    to: typedText(typed, "to")
      .split(/[\s,;]+/)
      .filter((address) => address !== ""),
    ...(password === "" ? {} : { password }),
  };
}
