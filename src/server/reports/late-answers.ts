import type { Site } from "#contract/site/site.ts";
import { comparedDays, lateMedian, spanOf } from "#domain/time/first-answer.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Reports } from "./reports.ts";
import type { UsualAnswer } from "./usual-answer.ts";

/** Notifies the owners if visitors have waited for a week for longer than the configured text says. */
export async function notifyOfLateAnswers(deps: {
  reports: Pick<Reports, "answerTimes">;
  usualAnswer: UsualAnswer;
  outbox: Pick<Outbox, "notifyOfLateAnswers">;
  site: Pick<Site, "figures" | "timeZone">;
  now: () => number;
}): Promise<void> {
  const { reports, usualAnswer, outbox, site, now } = deps;
  await usualAnswer.refresh();
  // A measured time on the site corrects itself.
  if (usualAnswer.current() !== null) return;
  const promised = site.figures.messageResponse;
  const { from, to } = spanOf(comparedDays, now(), site.timeZone);
  const median = lateMedian(promised, await reports.answerTimes(from, to));
  if (median !== null) await outbox.notifyOfLateAnswers({ promised, median });
}
