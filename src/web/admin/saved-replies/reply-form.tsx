import { teamCopy } from "#copy/current.ts";
import type { ComponentProps } from "react";
import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { DraftForm } from "../forms/draft-form.tsx";
import { OtherLanguages } from "../forms/other-languages.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { useSaveReply } from "./use-replies.ts";

/** The fields of a saved reply, empty or those of `reply`. Errors show at their fields; everything typed stays. */
export function ReplyForm({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const texts = teamCopy.replies.form;
  const draft = useDraft({
    start: { title: reply?.title ?? "", text: reply?.text ?? "", variants: reply?.variants ?? {} },
    seen: reply,
    save: useSaveReply(),
    send: ({ title, text, variants }, { seen }) => {
      const written = Object.entries(variants).filter(([, variant]) => variant.trim() !== "");
      return { seen, input: { title, text, variants: Object.fromEntries(written) } };
    },
    onSaved: onClose,
  });
  const { id, errors, typed, theirs } = draft;
  const isWritten = (language: FurtherLanguage) => (typed.variants[language] ?? "").trim() !== "";

  return (
    <DraftForm
      draft={draft}
      label={reply === undefined ? teamCopy.replies.add : texts.edit(reply.title)}
      focusFirst="input"
      isGuarded
      onLeave={onClose}
      alert="bottom"
      failure={
        theirs && (
          <>
            <p>{texts.stale}</p>
            <Theirs reply={theirs} />
          </>
        )
      }
    >
      <Field
        label={texts.title}
        {...draft.text("title", { name: "title", required: true, maxLength: 80, autoComplete: "off", dir: "auto" })}
      />
      <TextField label={texts.text} hint={texts.textHint} {...draft.text("text", { required: true })} />
      <OtherLanguages
        id={id}
        summary={texts.otherLanguages(furtherLanguages.filter(isWritten).length, furtherLanguages.length)}
        isWritten={isWritten}
        wrong={furtherLanguages.filter((language) => errors[`variants.${language}`] !== undefined)}
      >
        {(language) => (
          <TextField
            key={language}
            label={texts.textIn(languageName(language))}
            hint={texts.textInHint(languageName(language))}
            {...draft.textIn("variants", language, { lang: languages[language].tag })}
          />
        )}
      </OtherLanguages>
    </DraftForm>
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
function TextField({ hint, input, ...field }: ComponentProps<typeof Field> & { input: { value: string } }) {
  const unknown = unknownPlaceholders(input.value);
  return (
    <Field
      {...field}
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
      input={{ maxLength: 2000, dir: "auto", ...input }}
    />
  );
}
