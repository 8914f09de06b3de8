import type { FloodReport, Share } from "./flood-run.ts";
import type { Check } from "./work-run.ts";

/**
 * Returns the checks that hold on any machine, however slow: no honest visitor is rejected or lost, and the limits
 * apply.
 */
export function floodChecks(report: FloodReport): Check[] {
  const { visitors, flood, slow, plan } = report;
  const max = ({ burst, perSecond }: Share, seconds: number) => burst + perSecond * (seconds + 1);
  const responses = Object.values(flood.responses).reduce((sum, count) => sum + count, 0);
  const served = responses - (flood.responses[429] ?? 0);
  const check = (name: string, isRight: boolean, found: unknown): Check => ({
    name,
    fault: isRight ? null : JSON.stringify(found),
  });
  return [
    check("every honest inquiry is accepted", visitors.accepted.length === visitors.sent, visitors.refused),
    check("and is in the store", report.lost === 0, report.lost),
    check("slow headers are ended", plan.slow === 0 || slow.headers.ended > 0, slow.headers),
    check("slow bodies are ended", plan.slow === 0 || slow.body.ended > 0, slow.body),
    check("no slow socket stays open", report.stillOpen === 0, report.stillOpen),
    check("the flooder is throttled", (flood.responses[429] ?? 0) > 0, flood.responses),
    check(
      "and gets no more than its share of inquiries",
      report.flooded <= max(plan.inquiries, report.readSeconds),
      report.flooded,
    ),
    check("nor of requests", served <= max(plan.requests, flood.seconds), { served, seconds: flood.seconds }),
  ];
}
