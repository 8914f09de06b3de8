import type { FastifyInstance } from "fastify";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { createHistograms, type Histogram } from "./exposition.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The kind of inquiry submitted here: its rejections are counted. */
    takes?: InquiryKind;
  }
  interface FastifyRequest {
    /** Whether its files were not taken for load: its sender may try again, and nothing of ours has failed. */
    isHeldUp?: boolean;
  }
}

export type ResponseCounts = ReturnType<typeof createResponseCounts>;

/** Outcome of a submission that was not accepted. */
type NotTaken = "refused" | "throttled" | "failed";

/** Methods that are counted by name: others come from scanners and would add labels. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts responses by route pattern, never by URL: labels must hold nothing from visitors. */
export function createResponseCounts() {
  const histograms = createHistograms<"method" | "route" | "status">();
  const notTaken = new Map<`${InquiryKind} ${NotTaken}`, number>();
  const seen = new WeakSet<object>();
  const cached = { hit: 0, miss: 0 };

  const histogramFor = (method: string, route: string | undefined, status: number): Histogram =>
    histograms.of({
      method: methods.has(method) ? method : "other",
      route: route ?? "unknown",
      status: String(status),
    });

  return {
    responses: histograms.all,
    cached: (): Readonly<typeof cached> => cached,
    /** Submissions of a kind that were not accepted, by outcome. */
    notTaken: (kind: InquiryKind, what: NotTaken): number => notTaken.get(`${kind} ${what}`) ?? 0,

    /** Counts the framework's responses. */
    watch(app: FastifyInstance): void {
      app.addHook("onResponse", async (request, { statusCode, elapsedTime }) => {
        const { method, isHeldUp = false } = request;
        const { url, config } = request.routeOptions;
        histogramFor(method, url, statusCode).record(elapsedTime / 1000);
        if (config.takes === undefined || method !== "POST" || statusCode < 400) return;
        const what = statusCode === 429 || isHeldUp ? "throttled" : statusCode >= 500 ? "failed" : "refused";
        const key = `${config.takes} ${what}` as const;
        notTaken.set(key, (notTaken.get(key) ?? 0) + 1);
      });
    },

    /** Counts a response cache look-up: a hit if the response was used before. */
    lookedUp(response: object): void {
      if (seen.has(response)) cached.hit += 1;
      else cached.miss += 1;
      seen.add(response);
    },

    /** Returns a counter for `GET` responses sent before the framework, cheap enough for each request. */
    beforeFramework(route: string | undefined): (isUnchanged: boolean, ms: number) => void {
      const whole = histogramFor("GET", route, 200);
      const unchanged = histogramFor("GET", route, 304);
      return (isUnchanged, ms) => {
        cached.hit += 1;
        (isUnchanged ? unchanged : whole).record(ms / 1000);
      };
    },
  };
}
