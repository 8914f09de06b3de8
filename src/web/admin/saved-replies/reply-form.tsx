import { teamCopy } from "#copy/current.ts";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { ApiError } from "#web/api/api-client.ts";
import { isStale } from "#web/api/team-call.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { OtherLanguages } from "../forms/other-languages.tsx";
import { UnsavedGuard, useDiscard } from "../forms/unsaved-guard.tsx";
import { useFocusWhileSaving } from "../forms/use-focus-while-saving.ts";
import { useSaveReply } from "./use-replies.ts";

/** The fields of a saved reply, empty or those of `reply`. Errors show at their fields; everything typed stays. */
export function ReplyForm({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState(reply?.title ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [variants, setVariants] = useState(reply?.variants ?? {});
  // A list that is loaded again has what a colleague saved meanwhile; this form was filled from this one.
  const [seen, setSeen] = useState(reply);
  const { mutate, isPending, error } = useSaveReply();
  const errors = error instanceof ApiError ? error.errors : {};
  const isTyped =
    title !== (reply?.title ?? "") ||
    text !== (reply?.text ?? "") ||
    furtherLanguages.some((language) => (variants[language] ?? "") !== (reply?.variants[language] ?? ""));
  const isWritten = (language: FurtherLanguage) => (variants[language] ?? "").trim() !== "";
  const { leave, question } = useDiscard(isTyped, onClose);

  useFocusWhileSaving(form, isPending);
  useFocusFirstInvalid(form, error);
  useFocusOnMount(form, "input");

  function send(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const written = Object.entries(variants).filter(([, variant]) => variant.trim() !== "");
    const input = { title, text, variants: Object.fromEntries(written) };
    mutate(
      { seen, input },
      {
        onSuccess: onClose,
        onError: (failure) => isStale<SavedReply>(failure) && setSeen(failure.problem.current),
      },
    );
  }

  return (
    <>
      <UnsavedGuard isChanged={isTyped} />
      <form
        ref={form}
        className="form"
        aria-label={reply === undefined ? teamCopy.replies.add : teamCopy.replies.form.edit(reply.title)}
        onSubmit={send}
      >
        <div className="form" inert={isPending}>
          <Field
            id={`${id}-title`}
            label={teamCopy.replies.form.title}
            error={errors["title"]}
            input={{
              name: "title",
              required: true,
              maxLength: 80,
              autoComplete: "off",
              dir: "auto",
              value: title,
              onChange: (event: { target: { value: string } }) => setTitle(event.target.value),
            }}
          />
          <TextField
            id={`${id}-text`}
            label={teamCopy.replies.form.text}
            error={errors["text"]}
            hint={teamCopy.replies.form.textHint}
            isRequired
            value={text}
            onType={setText}
          />
          <OtherLanguages
            id={id}
            summary={teamCopy.replies.form.otherLanguages(
              furtherLanguages.filter(isWritten).length,
              furtherLanguages.length,
            )}
            isWritten={isWritten}
            wrong={furtherLanguages.filter((language) => errors[`variants.${language}`] !== undefined)}
          >
            {(language) => (
              <TextField
                key={language}
                id={`${id}-${language}`}
                label={teamCopy.replies.form.textIn(languageName(language))}
                error={errors[`variants.${language}`]}
                hint={teamCopy.replies.form.textInHint(languageName(language))}
                lang={languages[language].tag}
                value={variants[language] ?? ""}
                onType={(typed) => setVariants({ ...variants, [language]: typed })}
              />
            )}
          </OtherLanguages>
        </div>
        {/* Stands beside the button, since the form is long. */}
        {isStale(error) && seen !== undefined ? (
          <Alert role="alert">
            <p>{teamCopy.replies.form.stale}</p>
            <Theirs reply={seen} />
          </Alert>
        ) : (
          error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>
        )}
        <div className="form-actions">
          <Button variant="secondary" onClick={leave}>
            {teamCopy.forms.cancel}
          </Button>
          <SubmitButton busy={isPending} busyText={teamCopy.forms.saving}>
            {teamCopy.forms.save}
          </SubmitButton>
        </div>
      </form>
      {question}
    </>
  );
}

/** Shows what a colleague has saved meanwhile, to be copied from. */
function Theirs({ reply: { title, text, variants } }: { reply: SavedReply }) {
  const texts = [title, text, ...furtherLanguages.flatMap((language) => variants[language] ?? [])];
  return texts.map((each, at) => (
    <p key={at} className="reply-theirs" dir="auto" lang={langOf(each)}>
      {each}
    </p>
  ));
}

/** A text of the reply, with what in it cannot be filled in. */
function TextField(props: {
  id: string;
  label: string;
  hint: ReactNode;
  error: string | undefined;
  isRequired?: boolean;
  lang?: string;
  value: string;
  onType: (text: string) => void;
}) {
  const { id, label, hint, error, isRequired = false, lang, value, onType } = props;
  const unknown = unknownPlaceholders(value);
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={
        <>
          {hint}
          {unknown.length > 0 && (
            <strong className="reply-warning">
              {teamCopy.replies.form.unknown(unknown.length, unknown.join(", "))}
            </strong>
          )}
        </>
      }
      rows={6}
      input={{
        required: isRequired,
        maxLength: 2000,
        dir: "auto",
        lang,
        value,
        onChange: (event: { target: { value: string } }) => onType(event.target.value),
      }}
    />
  );
}
