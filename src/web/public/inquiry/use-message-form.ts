import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Answered } from "#contract/inquiries/submission.ts";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { ApiError, pageLanguage } from "#web/api/api-client.ts";
import { usePageData, useVisit } from "#web/page/page-data.ts";
import { isForNow, isKeyTaken, sendSubmission } from "./send-submission.ts";
import type { OfflineQueue } from "../offline-queue/offline-queue.ts";
import { type Submission, submissionApi } from "#web/api/submission-api.ts";
import { keepInTab, keptInTab } from "./draft-in-tab.ts";
import { newUuid } from "#web/page/uuid.ts";
import { chosenFiles, countFiles } from "#web/ui/files/chosen-files.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";

type Typed<Field extends string> = Record<Field, string>;
type Errors<Field extends string> = Partial<Typed<Field | "attachments">>;

type State<Field extends string> =
  | { name: "open" | "submitting" }
  | { name: "sent"; accepted: Answered }
  | {
      name: "refused";
      message: string;
      errors: Errors<Field>;
      isForNow: boolean;
      isOffline?: boolean;
      retryAfter?: number | undefined;
    };

/**
 * The initial fields of a form: those of a rejected submission, with a message, or known values. `key` is its
 * idempotency key.
 */
export interface Given<Field extends string> {
  /** Id of a draft of the offline queue. */
  id?: string;
  values: Typed<Field>;
  errors: Errors<Field>;
  message?: string | undefined;
  isForNow?: boolean | undefined;
  key?: string | undefined;
  files?: readonly File[] | undefined;
}

/**
 * A form that sends an inquiry or a report: by the browser without scripts, by a call with them. What was typed stays
 * until it is accepted or queued for later. On a rejection, the first invalid field or the message takes the focus.
 * Sending the same text repeatedly makes one submission.
 */
export function useMessageForm<Field extends string>(props: {
  kind: InquiryKind;
  fields: readonly Field[];
  given?: Given<Field> | undefined;
  /** Whether the form is shown. */
  isOpen: boolean;
  /** The message for a failure without a message from the server. */
  failure: string;
  onSent?: (() => void) | undefined;
  onLater?: (() => void) | undefined;
}) {
  const { kind, fields, given, isOpen, failure, onSent, onLater } = props;
  const [state, setState] = useState<State<Field>>(
    given?.message === undefined
      ? { name: "open" }
      : { name: "refused", message: given.message, errors: given.errors, isForNow: given.isForNow ?? false },
  );
  const form = useRef<HTMLFormElement>(null);
  const plain = usePageData().form;
  // A restored draft has its own key or needs a new one: the document's may belong to another submission by now.
  const key = useRef(given !== undefined && "key" in given ? given.key : plain?.key);
  const formTime = useFormTime(plain?.formTime, isOpen);
  const toast = useToast();
  const { addSent } = useVisit();
  const messages = useOfflineMessages(isOpen);
  const later = messages?.keep;
  const id = given?.id;
  /** Whether the draft that it began with is sent or cleared. */
  const isOver = useRef(false);
  const [isKept, setKept] = useState(false);
  const [lostFiles, setLostFiles] = useState(0);
  const [progress, setProgress] = useState(0);
  const [clearings, setClearings] = useState(0);

  // The document's values, and what was typed before hydration, take precedence over the tab's draft.
  useEffect(() => {
    const kept = keptInTab(kind);
    if (kept === undefined) {
      if (given === undefined) keepTyped();
      return;
    }
    if (fields.some((field) => given?.values[field] && given.values[field] !== kept.fields[field])) return;
    for (const field of fields) {
      const input = inputIn(form.current, field);
      if (input?.value === "") input.value = kept.fields[field] ?? "";
    }
    if (given === undefined || !("key" in given)) key.current = kept.key ?? key.current;
    setLostFiles(kept.files ?? 0);
    // Updates the counters of the text; the event does not reach React's handlers.
    form.current?.dispatchEvent(new Event("input"));
    keepTyped();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- A form that is given something else is another form.
  }, []);

  /** Saves the form's fields in this tab only. */
  function keepTyped(): void {
    if (form.current === null) return;
    const data = new FormData(form.current);
    const typed = Object.fromEntries(fields.map((field) => [field, textIn(data, field)]));
    const isEmpty = Object.values(typed).every((text) => text === "");
    keepInTab(kind, isEmpty ? undefined : { fields: typed, key: key.current, files: countFiles(form.current) });
    setKept(!isEmpty);
  }

  function clear(): void {
    for (const field of fields) {
      const input = inputIn(form.current, field);
      if (input !== undefined) input.value = "";
    }
    key.current = undefined;
    isOver.current = true;
    form.current?.dispatchEvent(new Event("input"));
    keepInTab(kind, undefined);
    setKept(false);
    setLostFiles(0);
    setClearings((all) => all + 1);
    setState({ name: "open" });
    inputIn(form.current, fields[0])?.focus();
  }

  // Forgets the message when the form is left, not while it shows the outcome: the key of a form has the draft's id.
  useEffect(
    () => () => {
      if (isOver.current && id !== undefined) messages?.forget(kind, id);
    },
    [kind, id, messages],
  );

  // If no field is invalid, the message above the fields gets the focus: on a phone it is out of sight.
  useFocusFirstInvalid(form, state.name === "refused" ? state : undefined, ".refusal");

  /** The current fields. The key stays the same until it was accepted or used for other fields. */
  async function submissionIn(data: FormData): Promise<Submission> {
    const typed = Object.fromEntries(fields.map((field) => [field, textIn(data, field)]));
    const sentKey = (key.current ??= newUuid());
    // Stored with its key, so that sending again after a reload makes the same submission.
    keepInTab(kind, { fields: typed, key: sentKey, files: countFiles(form.current) });
    return { kind, key: sentKey, fields: { ...typed, ...pageLanguage() }, files: await chosenFiles(form.current) };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const homepage = textIn(data, "homepage");
    setState({ name: "submitting" });
    setProgress(0);
    try {
      const marks = {
        ...(formTime.current === undefined ? {} : { formTime: formTime.current }),
        ...(homepage === "" ? {} : { homepage }),
      };
      const submission = await submissionIn(data);
      const accepted = await sendSubmission(submission, marks, setProgress);
      toast("success", accepted.message);
      addSent(accepted);
      // The visitor may have left the page, and even have begun another one.
      if (keptInTab(kind)?.key === submission.key) keepInTab(kind, undefined);
      isOver.current = true;
      if (form.current === null && id !== undefined) messages?.forget(kind, id);
      setState({ name: "sent", accepted });
      onSent?.();
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      // Text typed since then is a different submission.
      if (refusal !== undefined && isKeyTaken(refusal)) key.current = newUuid();
      const message = refusal?.serverMessage ?? failure;
      toast("error", message);
      setState({
        name: "refused",
        message,
        // The server names fields of this form only.
        errors: (refusal?.errors ?? {}) as Errors<Field>,
        isForNow: isForNow(error),
        isOffline: !navigator.onLine,
        retryAfter: refusal?.retryAfter,
      });
    }
  }

  async function sendLater(keep: OfflineQueue["keep"], seconds: number | undefined) {
    if (form.current?.reportValidity() !== true) return;
    const submission = await submissionIn(new FormData(form.current));
    keepInTab(kind, undefined);
    // Called first, so that the line about the queued message can take the focus.
    onLater?.();
    await keep(submission, seconds);
  }

  const firstRefused = fields.find((field) => given?.errors[field] !== undefined);
  const isRefused = state.name === "refused";
  return {
    accepted: state.name === "sent" ? state.accepted : undefined,
    refusal: isRefused ? state.message : undefined,
    isOffline: isRefused && state.isOffline === true,
    /** Whether the same text may be accepted later: offline, an overload, a server error. */
    isForNow: isRefused && state.isForNow,
    /** Seconds until a retry is allowed, from the server. */
    retryAfter: isRefused ? state.retryAfter : undefined,
    /** Queues it to be sent later; undefined if that would not help or the browser cannot. */
    sendLater:
      isRefused && state.isForNow && later !== undefined ? () => void sendLater(later, state.retryAfter) : undefined,
    isSubmitting: state.name === "submitting",
    /** Clears the form and its draft in this tab; undefined if there is none. */
    clear: isKept ? clear : undefined,
    /** Props of the field for files. */
    files: {
      key: clearings,
      given: clearings === 0 ? given?.files : undefined,
      lost: lostFiles,
      progress: state.name === "submitting" ? progress : undefined,
    },
    form: {
      ref: form,
      className: "form",
      method: "post",
      onInput: keepTyped,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    } satisfies ComponentProps<"form">,
    errorOf: (field: Field | "attachments"): string | undefined => (isRefused ? state.errors[field] : undefined),
    inputOf: (field: Field) => ({
      name: field,
      defaultValue: given?.values[field],
      // Text typed meanwhile would be gone with what was sent.
      readOnly: state.name === "submitting",
      // The browser moves the focus there if there are no scripts.
      autoFocus: field === firstRefused,
    }),
  };
}

function inputIn(form: HTMLFormElement | null, field = ""): HTMLInputElement | HTMLTextAreaElement | undefined {
  const input = form?.elements.namedItem(field);
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined;
}

export function textIn(data: FormData, field: string): string {
  const value = data.get(field);
  return typeof value === "string" ? value : "";
}

/** Loads the offline queue when a form opens, while there is a connection, not when sending has failed. */
function useOfflineMessages(isOpen: boolean): OfflineQueue | undefined {
  const { loaded, load } = useVisit().queue;
  useEffect(() => {
    if (isOpen) load().catch(() => undefined);
  }, [isOpen, load]);
  return loaded?.messages;
}

/**
 * The signed time at which the form was made: from the document, or requested when the form opens. It stays undefined
 * if the request fails; the submission works without it.
 */
function useFormTime(given: string | undefined, isOpen: boolean): RefObject<string | undefined> {
  const time = useRef(given);
  const isAsked = useRef(given !== undefined);
  useEffect(() => {
    if (!isOpen || isAsked.current) return;
    // Asked once, even for a form that is closed and opened again before the response.
    isAsked.current = true;
    submissionApi
      .formTime()
      .then((asked) => (time.current = asked))
      .catch(() => (isAsked.current = false));
  }, [isOpen]);
  return time;
}
