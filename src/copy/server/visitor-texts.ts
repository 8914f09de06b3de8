import type { Dictionary } from "../dictionaries.ts";
import { type Language, languages, localeOf } from "#domain/languages.ts";
import { say, type ServerText } from "./say.ts";

type Problems = Dictionary["problems"];

/** The texts of a dictionary that responses to visitors need. */
type Texts = Problems & Pick<Dictionary, "accepted">;

/** The placeholders of the texts that visitors get, which exist in all languages. */
export interface VisitorParams extends Record<`visitor-label.${keyof Problems["labels"]}`, never> {
  "field.required": "label";
  "field.not-text": "label";
  "field.too-long": "label" | "count";
  "fields.correct": never;
  "request.not-an-object": never;
  "request.unavailable": never;
  "request.internal-try-again": never;
  "visitor.email": never;
  "visitor.reach": never;
  "visitor.no-key": never;
  "visitor.no-page": never;
  "visitor.answer-over": never;
  "visitor.answers-full": never;
  "visitor.key-of-other-fields": never;
  "throttled.work": never;
  "throttled.files": "seconds";
  "throttled.flood": "seconds";
  "throttled.network": "seconds";
  "files.too-many": never;
  "files.too-large": never;
  "files.wrong-type": never;
  "files.unreadable": never;
  "files.busy": never;
  "files.full": never;
  "accepted.inquiry": never;
  "accepted.own-text": "text";
  "accepted.report": never;
  "accepted.answer": never;
}

type VisitorCode = keyof VisitorParams;

/** The text of a code in a dictionary; the values are in its language. */
type Text<Name extends string> = (texts: Texts, values: Record<Name, string>, language: Language) => string;

/** A text whose placeholders are not known to the compiler. */
export type VisitorText = (texts: Texts, values: Record<string, string>, language: Language) => string;

export const visitorTexts: { [Code in VisitorCode]: Text<VisitorParams[Code]> } = {
  "visitor-label.name": ({ labels }) => labels.name,
  "visitor-label.phone": ({ labels }) => labels.phone,
  "visitor-label.email": ({ labels }) => labels.email,
  "visitor-label.city": ({ labels }) => labels.city,
  "visitor-label.query": ({ labels }) => labels.query,
  "visitor-label.reported": ({ labels }) => labels.reported,
  "visitor-label.happened": ({ labels }) => labels.happened,
  "visitor-label.reach": ({ labels }) => labels.reach,
  "visitor-label.answer": ({ labels }) => labels.answer,
  "visitor-label.asked": ({ labels }) => labels.asked,
  "field.required": (texts, { label }) => texts.required(label),
  "field.not-text": (texts, { label }) => texts.notText(label),
  "field.too-long": (texts, { label, count }) => texts.tooLong(label, Number(count)),
  "fields.correct": (texts) => texts.correctFields,
  "request.not-an-object": (texts) => texts.notAnObject,
  "request.unavailable": (texts) => texts.unavailable,
  "request.internal-try-again": (texts) => texts.internal,
  "visitor.email": (texts) => texts.wrongEmail,
  "visitor.reach": (texts) => texts.wrongReach,
  "visitor.no-key": (texts) => texts.noKey,
  "visitor.no-page": (texts) => texts.noPage,
  "visitor.answer-over": (texts) => texts.answerOver,
  "visitor.answers-full": (texts) => texts.answersFull,
  "visitor.key-of-other-fields": (texts) => texts.keyOfOtherFields,
  "throttled.work": (texts) => texts.throttled.work,
  "throttled.files": (texts, { seconds }, language) => texts.throttled.files(secondsText(seconds, language)),
  "throttled.flood": (texts, { seconds }, language) => texts.throttled.flood(secondsText(seconds, language)),
  "throttled.network": (texts, { seconds }, language) => texts.throttled.network(secondsText(seconds, language)),
  "files.too-many": (texts) => texts.files["too many"],
  "files.too-large": (texts) => texts.files["too large"],
  "files.wrong-type": (texts) => texts.files["wrong type"],
  "files.unreadable": (texts) => texts.files.unreadable,
  "files.busy": (texts) => texts.files.busy,
  "files.full": (texts) => texts.files.full,
  "accepted.inquiry": ({ accepted }) => accepted.inquiry,
  "accepted.own-text": (_texts, { text }) => text,
  "accepted.report": ({ accepted }) => accepted.report,
  "accepted.answer": ({ accepted }) => accepted.answer,
};

const secondFormats: Partial<Record<Language, Intl.NumberFormat>> = {};

/** Such as `5 seconds`. Each format is made once: that takes long, and a flood asks for many. */
function secondsText(seconds: string, language: Language): string {
  secondFormats[language] ??= new Intl.NumberFormat(localeOf(languages[language].tag), {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    useGrouping: false,
  });
  return secondFormats[language].format(Number(seconds));
}

/** Why files are not taken. */
export const fileTexts: Record<keyof Problems["files"], ServerText> = {
  "too many": say("files.too-many"),
  "too large": say("files.too-large"),
  "wrong type": say("files.wrong-type"),
  unreadable: say("files.unreadable"),
  busy: say("files.busy"),
  full: say("files.full"),
};
