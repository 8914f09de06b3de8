import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import type { Answered } from "#contract/receipt.ts";
import { ApiError } from "../api-client.ts";
import { useToast } from "./toast.tsx";

type Typed<Field extends string> = Record<Field, string>;
type Errors<Field extends string> = Partial<Typed<Field>>;

type State<Field extends string> =
  | { name: "open" | "submitting" }
  | { name: "sent"; accepted: Answered }
  | { name: "refused"; message: string; errors: Errors<Field> };

/**
 * A form that brings a message to the team: sent by the browser itself without scripts, by a call with them. What was typed stays
 * until it is accepted; where it is refused, the first field that is wrong takes the focus.
 */
export function useMessageForm<Field extends string>(props: {
  fields: readonly Field[];
  /** What the server has put into the document's form: what was refused, with a message, or what was known before. */
  given: { values: Typed<Field>; errors: Errors<Field>; message?: string } | undefined;
  send: (typed: Typed<Field>) => Promise<Answered>;
  /** What is said of a failure of which the server says nothing. */
  failure: string;
  onSent?: ((accepted: Answered) => void) | undefined;
}) {
  const { fields, given, send, failure, onSent } = props;
  const [state, setState] = useState<State<Field>>(
    given?.message === undefined ? { name: "open" } : { name: "refused", message: given.message, errors: given.errors },
  );
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();

  useEffect(() => {
    if (state.name === "refused") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [state]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries(
      fields.map((field) => {
        const value = data.get(field);
        return [field, typeof value === "string" ? value : ""];
      }),
    ) as Typed<Field>; // `fromEntries` forgets the keys, which are the fields.
    setState({ name: "submitting" });
    try {
      const accepted = await send(typed);
      toast("success", accepted.message);
      setState({ name: "sent", accepted });
      onSent?.(accepted);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      const message = refusal?.serverMessage ?? failure;
      toast("error", message);
      // The server names fields of this form only.
      setState({ name: "refused", message, errors: (refusal?.errors ?? {}) as Errors<Field> });
    }
  }

  const firstRefused = fields.find((field) => given?.errors[field] !== undefined);
  return {
    accepted: state.name === "sent" ? state.accepted : undefined,
    /** Why it was not taken. */
    refusal: state.name === "refused" ? state.message : undefined,
    isSubmitting: state.name === "submitting",
    form: {
      ref: form,
      className: "form",
      method: "post",
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    } satisfies ComponentProps<"form">,
    errorOf: (field: Field): string | undefined => (state.name === "refused" ? state.errors[field] : undefined),
    inputOf: (field: Field) => ({
      name: field,
      defaultValue: given?.values[field],
      // Without scripts, the browser itself puts the focus there.
      autoFocus: field === firstRefused,
    }),
  };
}
