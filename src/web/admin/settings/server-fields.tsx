import { teamCopy } from "#copy/current.ts";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { typedText } from "../forms/typed-text.ts";
import { SecretField } from "./secret-field.tsx";

/** For text that people do not write in sentences, such as addresses. */
export const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

type Security = "tls" | "starttls" | "none";

interface Server {
  host: string;
  port: number;
  security: Security;
  user: string;
}

/**
 * The fields of a mail server and of the account on it. `id` is the prefix of their ids; `ports` are the usual ones.
 */
export function ServerFields(props: {
  id: string;
  known: (Server & { hasPassword: boolean }) | null;
  /** Whether the password was encrypted with another key. */
  isUnreadable: boolean;
  errors: Record<string, string>;
  placeholder: string;
  ports: { tls: number; starttls: number };
  isUserRequired?: boolean;
  userHint?: string;
  passwordHint?: string;
}) {
  const { id, known, isUnreadable, errors, placeholder, ports, isUserRequired = false, userHint, passwordHint } = props;
  return (
    <>
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
        input={{ ...exact, name: "user", required: isUserRequired, maxLength: 254, defaultValue: known?.user }}
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

/** What was typed into `ServerFields`; an empty password stays as it is. */
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
