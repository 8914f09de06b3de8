import type { ComponentProps, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { ClearDraft } from "./clear-draft.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { Refusal } from "./refusal.tsx";
import type { useMessageForm } from "./use-message-form.ts";

type Input = NonNullable<ComponentProps<typeof Field>["input"]>;

/** What an inquiry's and a report's form have in common: the rejection, the fields, and the buttons. */
export function MessageForm<Name extends string>(props: {
  state: ReturnType<typeof useMessageForm<Name>>;
  action: string;
  /** Whether the form is shown. */
  isInUse: boolean;
  /** The prefix of the fields' ids. */
  id: string;
  fields: readonly Name[];
  fieldOf: (field: Name) => { label: string; hint?: ReactNode; rows?: number | undefined; input: Input };
  send: string;
  sending: string;
  /** Other ways to reach us, offered after a rejection. */
  children?: ReactNode;
}) {
  const { state, action, isInUse, id, fields, fieldOf, send, sending, children } = props;
  return (
    <form {...state.form} action={action}>
      <HiddenFields isInUse={isInUse} />
      <Refusal refusal={state.refusal} retryAfter={state.retryAfter} onLater={state.sendLater}>
        {children}
      </Refusal>
      {fields.map((name) => {
        const { input, ...field } = fieldOf(name);
        return (
          <Field
            key={name}
            {...field}
            id={`${id}-${name}`}
            error={state.errorOf(name)}
            input={{ ...input, ...state.inputOf(name) }}
          />
        );
      })}
      <Button type="submit" disabled={state.isSubmitting}>
        {state.isSubmitting ? sending : send}
      </Button>
      <ClearDraft onClear={state.clear} />
    </form>
  );
}
