import { useState } from "react";
import { flushSync } from "react-dom";
import { TextField } from "../../../components/text-field.tsx";

/** A secret that is written and never read: once there is one, only that it is there, and a way to give another. */
export function SecretField(props: {
  id: string;
  name: string;
  label: string;
  isSet: boolean;
  error: string | undefined;
  hint?: string;
  maxLength: number;
}) {
  const { id, name, label, isSet, error, hint, maxLength } = props;
  const [replacing, setReplacing] = useState(false);
  // A refusal asks for the secret again, and what is typed then must outlast it.
  if (error !== undefined && !replacing) setReplacing(true);
  if (isSet && !replacing) {
    return (
      <div className="field">
        <span className="field-label" id={`${id}-label`}>
          {label}
        </span>
        <p className="kept-secret">
          <span aria-hidden="true">••••</span> set
          <button
            type="button"
            className="button quiet"
            aria-describedby={`${id}-label`}
            onClick={() => {
              // The button that has the focus goes.
              flushSync(() => setReplacing(true));
              document.getElementById(id)?.focus();
            }}
          >
            Replace
          </button>
        </p>
      </div>
    );
  }
  return (
    <TextField
      id={id}
      label={label}
      error={error}
      hint={hint}
      input={{
        name,
        type: "password",
        // A browser that keeps passwords must not fill in the member's own.
        autoComplete: "new-password",
        spellCheck: false,
        maxLength,
      }}
    />
  );
}
