import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import type { Answered } from "#contract/receipt.ts";
import type { InquiryKind } from "#domain/inquiry.ts";
import { ApiError } from "../api-client.ts";
import { usePageData } from "../page-data.ts";
import { isForNow, isKeyTaken, sendSubmission } from "../sending/send-submission.ts";
import type { Submission } from "../sending/submission-api.ts";
import { createSubmissionKey } from "../sending/submission-key.ts";
import { type SendLater, useSendLater } from "./use-send-later.ts";
import { useFormTime } from "./use-form-time.ts";
import { useToast } from "./toast.tsx";

type Typed<Field extends string> = Record<Field, string>;
type Errors<Field extends string> = Partial<Typed<Field>>;

type State<Field extends string> =
  | { name: "open" | "submitting" }
  | { name: "sent"; accepted: Answered }
  | { name: "refused"; message: string; errors: Errors<Field>; isForNow: boolean; retryAfter?: number | undefined };

/** What stands in a form from the start: what was refused, with a message, or what was known before; `key` is its idempotency key. */
export interface Given<Field extends string> {
  values: Typed<Field>;
  errors: Errors<Field>;
  message?: string | undefined;
  key?: string | undefined;
}

/**
 * A form that brings a message to the team: sent by the browser itself without scripts, by a call with them. What was typed stays
 * until it is accepted, or until its visitor chose to have it sent later; where it is refused, the first field that is wrong takes
 * the focus, or what says why. However often the same text is sent, it is one message.
 */
export function useMessageForm<Field extends string>(props: {
  kind: InquiryKind;
  fields: readonly Field[];
  given?: Given<Field> | undefined;
  /** Whether somebody is in front of the form. */
  isOpen: boolean;
  /** What is said of a failure of which the server says nothing. */
  failure: string;
  onSent?: ((accepted: Answered) => void) | undefined;
  onLater?: (() => void) | undefined;
}) {
  const { kind, fields, given, isOpen, failure, onSent, onLater } = props;
  const [state, setState] = useState<State<Field>>(
    given?.message === undefined
      ? { name: "open" }
      : { name: "refused", message: given.message, errors: given.errors, isForNow: false },
  );
  const form = useRef<HTMLFormElement>(null);
  const plain = usePageData().form;
  // What was taken back has a key of its own, or needs a new one: the document's may be that of another message by now.
  const key = useRef(given !== undefined && "key" in given ? given.key : plain?.key);
  const formTime = useFormTime(plain?.formTime, isOpen);
  const toast = useToast();
  const later = useSendLater(isOpen);

  useEffect(() => {
    if (state.name !== "refused") return;
    // Where no field is wrong, what is said and offered above the fields: on a phone it is out of sight.
    const place =
      form.current?.querySelector<HTMLElement>("[aria-invalid]") ?? form.current?.querySelector("div.refusal");
    if (place instanceof HTMLElement) place.focus();
  }, [state]);

  /** What the form holds now; its key is the same until it was taken or used for other fields. */
  function submissionIn(data: FormData): Submission {
    const typed = Object.fromEntries(fields.map((field) => [field, textIn(data, field)]));
    key.current ??= createSubmissionKey();
    return { kind, key: key.current, fields: typed };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const homepage = textIn(data, "homepage");
    setState({ name: "submitting" });
    try {
      const accepted = await sendSubmission(submissionIn(data), {
        ...(formTime.current === undefined ? {} : { formTime: formTime.current }),
        ...(homepage === "" ? {} : { homepage }),
      });
      toast("success", accepted.message);
      setState({ name: "sent", accepted });
      onSent?.(accepted);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      // The text that stands here now is another message than the one that was taken.
      if (refusal !== undefined && isKeyTaken(refusal)) key.current = createSubmissionKey();
      const message = refusal?.serverMessage ?? failure;
      toast("error", message);
      setState({
        name: "refused",
        message,
        // The server names fields of this form only.
        errors: (refusal?.errors ?? {}) as Errors<Field>,
        isForNow: isForNow(error),
        retryAfter: refusal?.retryAfter,
      });
    }
  }

  async function sendLater(keep: NonNullable<SendLater>, seconds: number | undefined) {
    if (form.current?.reportValidity() !== true) return;
    const submission = submissionIn(new FormData(form.current));
    // First, so that the line which says that it waits can take the focus.
    onLater?.();
    await keep(submission, seconds);
  }

  const firstRefused = fields.find((field) => given?.errors[field] !== undefined);
  const isRefused = state.name === "refused";
  return {
    accepted: state.name === "sent" ? state.accepted : undefined,
    /** Why it was not taken. */
    refusal: isRefused ? state.message : undefined,
    /** After how many seconds the server says that it may be sent again. */
    retryAfter: isRefused ? state.retryAfter : undefined,
    /** Keeps it to be sent later; undefined where that would not help, or this browser cannot. */
    sendLater:
      isRefused && state.isForNow && later !== undefined ? () => void sendLater(later, state.retryAfter) : undefined,
    isSubmitting: state.name === "submitting",
    form: {
      ref: form,
      className: "form",
      method: "post",
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    } satisfies ComponentProps<"form">,
    errorOf: (field: Field): string | undefined => (isRefused ? state.errors[field] : undefined),
    inputOf: (field: Field) => ({
      name: field,
      defaultValue: given?.values[field],
      // Without scripts, the browser itself puts the focus there.
      autoFocus: field === firstRefused,
    }),
  };
}

function textIn(data: FormData, field: string): string {
  const value = data.get(field);
  return typeof value === "string" ? value : "";
}
