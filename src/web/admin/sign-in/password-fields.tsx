import { teamCopy } from "#copy/current.ts";
import { type ComponentProps, useState } from "react";
import { passwordLimits } from "#domain/member.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { typedText } from "../forms/typed-text.ts";

/** A password, which can be shown; says when Caps Lock is on. */
export function PasswordField(props: {
  id: string;
  label: string;
  hint?: string;
  error: string | undefined;
  input: ComponentProps<"input">;
}) {
  const { id, label, hint, error, input } = props;
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      below={
        <p role="status" className="caps-lock">
          {hasCapsLock && teamCopy.signIn.password.capsLock}
        </p>
      }
    >
      {(control) => (
        <div className="password-input">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            onKeyUp={(event) => setHasCapsLock(event.getModifierState("CapsLock"))}
            onBlur={() => setHasCapsLock(false)}
          />
          <button
            type="button"
            className="plain"
            title={isShown ? teamCopy.signIn.password.hide : teamCopy.signIn.password.show}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <span className="visually-hidden">{teamCopy.signIn.password.show}</span>
            <AdminIcon name={isShown ? "hidden" : "shown"} />
          </button>
        </div>
      )}
    </Field>
  );
}

/** A new password, typed twice. `idPrefix` tells two such forms of a page apart. */
export function NewPasswordFields(props: { label: string; idPrefix?: string; errors: Record<string, string> }) {
  const { label, idPrefix = "", errors } = props;
  const password = { autoComplete: "new-password", required: true } as const;
  return (
    <>
      <PasswordField
        id={`${idPrefix}new-password`}
        label={label}
        error={errors["password"]}
        hint={teamCopy.signIn.password.hint(passwordLimits.min)}
        input={{ ...password, name: "password", minLength: passwordLimits.min }}
      />
      <PasswordField
        id={`${idPrefix}repeated-password`}
        label={teamCopy.signIn.password.repeat(label.toLowerCase())}
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
    : { ok: false, errors: { repeated: teamCopy.signIn.password.notSame } };
}
