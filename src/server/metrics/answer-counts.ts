import type { FastifyInstance } from "fastify";
import type { InquiryKind } from "#domain/inquiry.ts";
import { createTallies, type Tally } from "./tally.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What visitors send here: its refusals are counted. */
    takes?: InquiryKind;
  }
}

export type AnswerCounts = ReturnType<typeof createAnswerCounts>;

/** What became of something that was sent and not taken in. */
export type NotTaken = "refused" | "held up" | "failed";

/** Any other method is a word that somebody has made up or looked for. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts answers by the pattern of their route, never by an address: what a visitor has put into one is no label. */
export function createAnswerCounts() {
  const tallies = createTallies<"method" | "route" | "status">();
  const notTaken = new Map<`${InquiryKind} ${NotTaken}`, number>();
  const seen = new WeakSet<object>();
  const cached = { hit: 0, miss: 0 };

  const tally = (method: string, route: string | undefined, status: number): Tally =>
    tallies.of({
      method: methods.has(method) ? method : "other",
      route: route ?? "unknown",
      status: String(status),
    });

  return {
    answers: tallies.all,
    cached: (): Readonly<typeof cached> => cached,
    /** How many of a kind were sent, and not taken in. */
    notTaken: (kind: InquiryKind, what: NotTaken): number => notTaken.get(`${kind} ${what}`) ?? 0,

    /** Counts what the framework answers. */
    watch(app: FastifyInstance): void {
      app.addHook("onResponse", async ({ method, routeOptions: { url, config } }, { statusCode, elapsedTime }) => {
        tally(method, url, statusCode).record(elapsedTime / 1000);
        if (config.takes === undefined || method !== "POST" || statusCode < 400) return;
        const what = statusCode >= 500 ? "failed" : statusCode === 429 ? "held up" : "refused";
        const key = `${config.takes} ${what}` as const;
        notTaken.set(key, (notTaken.get(key) ?? 0) + 1);
      });
    },

    /** Counts a look for an answer that is kept ready: a hit where it has been used before. */
    looked(answer: object): void {
      if (seen.has(answer)) cached.hit += 1;
      else cached.miss += 1;
      seen.add(answer);
    },

    /** What counts the answers to `GET` that leave before the framework: some additions each, and nothing is looked up. */
    beforeFramework(route: string | undefined): (isUnchanged: boolean, ms: number) => void {
      const whole = tally("GET", route, 200);
      const unchanged = tally("GET", route, 304);
      return (isUnchanged, ms) => {
        cached.hit += 1;
        (isUnchanged ? unchanged : whole).record(ms / 1000);
      };
    },
  };
}
