import { teamCopy } from "#copy/current.ts";
import { noticePages, noticeTones } from "#domain/site-fields.ts";
import type { SiteNotice } from "#contract/site/site.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import { useSite } from "#web/page/page-data.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { languageName } from "#copy/locale/language-name.ts";
import { actionFailureText } from "../../forms/failure.tsx";
import { OtherLanguages } from "../../forms/other-languages.tsx";
import { instantOf, wallTimeOf } from "../../forms/wall-time.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { useNow } from "../../shell/ago.tsx";
import { ListError } from "./place-list.tsx";
import { useSiteChange, useSiteView } from "./use-site.ts";

const maxNotices = 5;
const maxText = 160;

/** The dated lines above the public pages. */
export function NoticeList(props: {
  id: string;
  notices: readonly SiteNotice[];
  /** Errors by the path within the list, such as `0.text`; that of the whole list by "". */
  errors: Readonly<Record<string, string>>;
  onChange: (notices: SiteNotice[]) => void;
}) {
  const { id, notices, errors, onChange } = props;
  const live = useSiteView().data;
  const takeDown = useSiteChange<string>({
    make: (_known, text) => settingsApi.takeNoticeDown(text),
    confirms: teamCopy.site.notices.takingDown,
    done: teamCopy.site.notices.takenDown,
  });
  const isLive = (text: string) => live?.isFixed === false && live.values.notices.some((one) => one.text === text);
  const change = (at: number, fields: Partial<SiteNotice>) =>
    onChange(notices.map((notice, index) => (index === at ? { ...notice, ...fields } : notice)));
  return (
    <div id={id} className="place-list">
      <ListError error={errors[""]} />
      {takeDown.error !== null && <Alert role="alert">{actionFailureText(takeDown.error)}</Alert>}
      {notices.length === 0 && <p>{teamCopy.site.notices.empty}</p>}
      <ol>
        {notices.map((notice, at) => (
          <li key={at} className="notice">
            <NoticeFields
              id={`${id}-${at}`}
              notice={notice}
              errorOf={(field) => errors[`${at}.${field}`] ?? (field === "until" ? errors[at] : undefined)}
              onChange={(fields) => change(at, fields)}
            />
            {isLive(notice.text) && (
              <Button variant="secondary" busy={takeDown.isPending} onClick={() => takeDown.mutate(notice.text)}>
                {teamCopy.site.notices.takeDown}
                <span className="visually-hidden"> {notice.text}</span>
              </Button>
            )}
            <Button variant="quiet" onClick={() => onChange(notices.filter((_notice, index) => index !== at))}>
              {teamCopy.forms.remove}
              <span className="visually-hidden"> {notice.text}</span>
            </Button>
          </li>
        ))}
      </ol>
      {notices.length < maxNotices && (
        <Button variant="secondary" onClick={() => onChange([...notices, newNotice])}>
          {teamCopy.site.notices.add}
        </Button>
      )}
    </div>
  );
}

const newNotice: SiteNotice = {
  text: "",
  translations: {},
  tone: "info",
  pages: ["home", "contact"],
  from: null,
  until: null,
};

function NoticeFields(props: {
  id: string;
  notice: SiteNotice;
  /** The error of a field; one of the whole notice is about its times, and stands at its end. */
  errorOf: (field: string) => string | undefined;
  onChange: (fields: Partial<SiteNotice>) => void;
}) {
  const { id, notice, errorOf, onChange } = props;
  const { text, translations, tone, pages, from, until } = notice;
  const { timeZone } = useSite();
  const now = new Date(useNow()).toISOString();
  const state = until !== null && until <= now ? "over" : from !== null && from > now ? "planned" : "shown";

  function timeField(name: "from" | "until", label: string) {
    const value = notice[name];
    return (
      <Field
        id={`${id}-${name}`}
        label={label}
        error={errorOf(name)}
        input={{
          type: "datetime-local",
          value: value === null ? "" : wallTimeOf(Date.parse(value), timeZone),
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({ [name]: instantOf(target.value, timeZone) ?? null }),
        }}
      />
    );
  }

  return (
    <>
      <Badge tone={state === "shown" ? "good" : undefined}>{teamCopy.site.notices.states[state]}</Badge>
      <Field
        id={`${id}-text`}
        label={teamCopy.site.notices.text}
        error={errorOf("text")}
        input={{
          value: text,
          maxLength: maxText,
          required: true,
          placeholder: teamCopy.site.examples.notice,
          onChange: ({ target }: { target: { value: string } }) => onChange({ text: target.value }),
        }}
      />
      <OtherLanguages
        id={id}
        summary={teamCopy.site.notices.translations}
        isWritten={(language) => (translations[language] ?? "") !== ""}
        wrong={furtherLanguages.filter((language) => errorOf(`translations.${language}`) !== undefined)}
      >
        {(language) => (
          <Field
            key={language}
            id={`${id}-${language}`}
            label={teamCopy.site.notices.inLanguage(languageName(language))}
            error={errorOf(`translations.${language}`)}
            hint={teamCopy.site.notices.translationHint}
            input={{
              value: translations[language] ?? "",
              lang: languages[language].tag,
              maxLength: maxText,
              onChange: ({ target }: { target: { value: string } }) => {
                const { [language]: _before, ...others } = translations;
                onChange({ translations: target.value === "" ? others : { ...others, [language]: target.value } });
              },
            }}
          />
        )}
      </OtherLanguages>
      <Select
        id={`${id}-tone`}
        label={teamCopy.site.notices.kind}
        error={errorOf("tone")}
        value={tone}
        onChange={({ target }) => onChange({ tone: target.value === "warning" ? "warning" : "info" })}
      >
        {noticeTones.map((name) => (
          <option key={name} value={name}>
            {teamCopy.site.notices.kinds[name]}
          </option>
        ))}
      </Select>
      {timeField("from", teamCopy.site.notices.from)}
      {timeField("until", teamCopy.site.notices.until)}
      <fieldset className="notice-pages">
        <legend>{teamCopy.site.notices.pages}</legend>
        <ListError error={errorOf("pages")} />
        {noticePages.map((page) => (
          <label key={page}>
            <input
              type="checkbox"
              checked={pages.includes(page)}
              onChange={({ target }) =>
                onChange({
                  pages: noticePages.filter((name) => (name === page ? target.checked : pages.includes(name))),
                })
              }
            />
            {teamCopy.site.notices.pageNames[page]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
