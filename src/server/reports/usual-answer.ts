import type { PageRenderer } from "#contract/page.ts";
import { languageOfAddress } from "#contract/paths.ts";
import { type Dictionary, dictionaries } from "#copy/dictionaries.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { dayOf } from "#domain/time/day.ts";
import { day, minute } from "#domain/time/durations.ts";
import { singleFlight } from "../lib/single-flight.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { Reports } from "./reports.ts";

export type UsualAnswer = ReturnType<typeof createUsualAnswer>;

/** Days of which the answers count, and how many answers it takes. */
const span = { days: 30, answers: 20 };
const refreshMs = minute;

/**
 * Measures how long visitors usually wait for the first answer. The site shows it in place of the configured text if
 * the owner chose that.
 */
export function createUsualAnswer(deps: {
  reports: Pick<Reports, "answerTimes">;
  settings: Pick<SettingsService, "current">;
  now: () => number;
}) {
  const { reports, settings, now } = deps;
  let known: { minutes: number | null; at: number } = { minutes: null, at: -Infinity };

  const refresh = singleFlight(async (): Promise<void> => {
    const { showsMeasuredAnswer } = await settings.current();
    const from = dayOf(now() - span.days * day);
    // A day more, since today may be tomorrow in the site's time zone.
    const times = showsMeasuredAnswer ? await reports.answerTimes(from, dayOf(now() + day)) : null;
    const isKnown = times !== null && times.median !== null && times.answered >= span.answers;
    known = { minutes: isKnown ? (times.median ?? 0) : null, at: now() };
  });

  return {
    refresh,

    /**
     * Returns a text such as `about 2 hours`; null if the configured text is shown, or too few were answered. It is at
     * most a minute old while pages are requested; a failed refresh keeps the last one.
     */
    current(language: Language = defaultLanguage): string | null {
      if (now() - known.at > refreshMs && refresh.running() === undefined) {
        known = { ...known, at: now() };
        refresh().catch(() => undefined);
      }
      return known.minutes === null ? null : answerTimeText(known.minutes, dictionaries[language]);
    },
  };
}

/** Renders every page with the measured time in place of the configured one. */
export function withUsualAnswer(renderer: PageRenderer, usualAnswer: Pick<UsualAnswer, "current">): PageRenderer {
  return {
    ...renderer,
    render(url, data) {
      const messageResponse = usualAnswer.current(languageOfAddress(url));
      if (messageResponse === null) return renderer.render(url, data);
      const { site } = data;
      return renderer.render(url, { ...data, site: { ...site, figures: { ...site.figures, messageResponse } } });
    },
  };
}

/** Rounded up, so that half of the visitors waited no longer; in steps, so that pages seldom change. */
function answerTimeText(minutes: number, { usualAnswer }: Dictionary): string {
  if (minutes <= 60) return usualAnswer.minutes(Math.max(5, Math.ceil(minutes / 5) * 5));
  const hours = Math.ceil(minutes / 60);
  return hours <= 36 ? usualAnswer.hours(hours) : usualAnswer.days(Math.ceil(hours / 24));
}
