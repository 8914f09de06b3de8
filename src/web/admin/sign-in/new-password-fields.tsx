import { passwordLimits } from "#domain/member.ts";
import { Field } from "#web/ui/field.tsx";
import { typedText } from "../shell/typed-text.ts";

/** A new password, typed twice. `idPrefix` tells two such forms of a page apart. */
export function NewPasswordFields(props: { label: string; idPrefix?: string; errors: Record<string, string> }) {
  const { label, idPrefix = "", errors } = props;
  const password = { type: "password", autoComplete: "new-password", required: true } as const;
  return (
    <>
      <Field
        id={`${idPrefix}new-password`}
        label={label}
        error={errors["password"]}
        hint={`At least ${passwordLimits.min} characters. A few words in a row are easy to keep and hard to guess.`}
        input={{ ...password, name: "password", minLength: passwordLimits.min }}
      />
      <Field
        id={`${idPrefix}repeated-password`}
        label={`Repeat the ${label.toLowerCase()}`}
        error={errors["repeated"]}
        input={{ ...password, name: "repeated" }}
      />
    </>
  );
}

/** The password typed into those fields, or the error if the two differ. */
export function readNewPassword(
  typed: FormData,
): { ok: true; password: string } | { ok: false; errors: Record<string, string> } {
  const password = typedText(typed, "password");
  return password === typedText(typed, "repeated")
    ? { ok: true, password }
    : { ok: false, errors: { repeated: "This is not the same password." } };
}
