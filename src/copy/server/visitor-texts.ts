import type { Dictionary } from "../dictionaries.ts";
import { type Language, languages, localeOf } from "#domain/languages.ts";

type Problems = Dictionary["problems"];

/** The texts of a dictionary that responses to visitors need. */
export type Texts = Problems & Pick<Dictionary, "accepted">;

/** The texts that visitors get, by code; they exist in all languages. */
export const visitorTexts = {
  "visitor-label.name": ({ labels }: Texts) => labels.name,
  "visitor-label.phone": ({ labels }: Texts) => labels.phone,
  "visitor-label.email": ({ labels }: Texts) => labels.email,
  "visitor-label.city": ({ labels }: Texts) => labels.city,
  "visitor-label.query": ({ labels }: Texts) => labels.query,
  "visitor-label.reported": ({ labels }: Texts) => labels.reported,
  "visitor-label.happened": ({ labels }: Texts) => labels.happened,
  "visitor-label.reach": ({ labels }: Texts) => labels.reach,
  "visitor-label.answer": ({ labels }: Texts) => labels.answer,
  "visitor-label.asked": ({ labels }: Texts) => labels.asked,
  "field.required": (texts: Texts, values: { label: string }) => texts.required(values.label),
  "field.not-text": (texts: Texts, values: { label: string }) => texts.notText(values.label),
  "field.too-long": (texts: Texts, values: { label: string; count: number }) =>
    texts.tooLong(values.label, values.count),
  "fields.correct": (texts: Texts) => texts.correctFields,
  "request.not-an-object": (texts: Texts) => texts.notAnObject,
  "request.unavailable": (texts: Texts) => texts.unavailable,
  "request.internal-try-again": (texts: Texts) => texts.internal,
  "visitor.email": (texts: Texts) => texts.wrongEmail,
  "visitor.reach": (texts: Texts) => texts.wrongReach,
  "visitor.no-key": (texts: Texts) => texts.noKey,
  "visitor.no-page": (texts: Texts) => texts.noPage,
  "visitor.answer-over": (texts: Texts) => texts.answerOver,
  "visitor.answers-full": (texts: Texts) => texts.answersFull,
  "visitor.key-of-other-fields": (texts: Texts) => texts.keyOfOtherFields,
  "throttled.work": (texts: Texts) => texts.throttled.work,
  "throttled.files": (texts: Texts, values: { seconds: number }, language: Language) =>
    texts.throttled.files(secondsText(values.seconds, language)),
  "throttled.flood": (texts: Texts, values: { seconds: number }, language: Language) =>
    texts.throttled.flood(secondsText(values.seconds, language)),
  "throttled.network": (texts: Texts, values: { seconds: number }, language: Language) =>
    texts.throttled.network(secondsText(values.seconds, language)),
  "files.too-many": (texts: Texts) => texts.files["too many"],
  "files.too-large": (texts: Texts) => texts.files["too large"],
  "files.wrong-type": (texts: Texts) => texts.files["wrong type"],
  "files.unreadable": (texts: Texts) => texts.files.unreadable,
  "files.busy": (texts: Texts) => texts.files.busy,
  "files.full": (texts: Texts) => texts.files.full,
  "accepted.inquiry": ({ accepted }: Texts) => accepted.inquiry,
  "accepted.own-text": (_texts: Texts, values: { text: string }) => values.text,
  "accepted.report": ({ accepted }: Texts) => accepted.report,
  "accepted.answer": ({ accepted }: Texts) => accepted.answer,
};

const secondFormats: Partial<Record<Language, Intl.NumberFormat>> = {};

/** Returns a text such as `5 seconds`. Each format is made once: that takes long, and a flood asks for many. */
function secondsText(seconds: number, language: Language): string {
  secondFormats[language] ??= new Intl.NumberFormat(localeOf(languages[language].tag), {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    useGrouping: false,
  });
  return secondFormats[language].format(seconds);
}
