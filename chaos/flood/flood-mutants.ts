import type { Mutant } from "../lib/mutants.ts";

/**
 * Mutants; `by` is the run that must catch it, `breaks` the check that must fail, and `inTests` says if the tests have
 * time for it.
 */
export const floodMutants: ReadonlyArray<Mutant & { by: "flood" | "work"; breaks: string; inTests: boolean }> = [
  {
    name: "no timeout of headers and bodies",
    by: "flood",
    breaks: "no slow socket stays open",
    inTests: true,
    changes: [
      {
        file: "src/server/http/admission/http-server.ts",
        find: "headersTimeout: Math.min(limits.headerSeconds, limits.requestSeconds) * 1000",
        replace: "headersTimeout: 0",
      },
      {
        file: "src/server/http/admission/http-server.ts",
        find: "requestTimeout: Math.max(limits.requestSeconds, limits.uploadSeconds) * 1000",
        replace: "requestTimeout: 0",
      },
      {
        file: "src/server/http/admission/http-server.ts",
        find: "if (hasSlowLimit(request)) endIfSlow(request, response, limits.requestSeconds * 1000);",
        replace: "",
      },
    ],
  },
  {
    name: "one bucket for everybody",
    by: "flood",
    breaks: "every honest inquiry is accepted",
    inTests: true,
    changes: [{ file: "src/server/lib/network.ts", find: "networkOf(address)", replace: 'String(address !== "")' }],
  },
  {
    name: "no bucket for inquiries",
    by: "flood",
    breaks: "and gets no more than its share of inquiries",
    inTests: false,
    changes: [
      {
        file: "src/server/inquiries/spam-guard/spam-guard.ts",
        find: "isLimited ? buckets.take",
        replace: "!isLimited ? buckets.take",
      },
    ],
  },
  {
    name: "no bucket for requests",
    by: "flood",
    breaks: "nor of requests",
    inTests: false,
    changes: [
      {
        file: "src/server/http/admission/request-cap.ts",
        find: "requestsPerSecond === 0 || requestBurst === 0",
        replace: "requestsPerSecond >= 0",
      },
    ],
  },
  {
    name: "a challenge is accepted twice",
    by: "work",
    breaks: "but not twice",
    inTests: true,
    changes: [
      {
        file: "src/server/inquiries/spam-guard/proof-of-work.ts",
        find: "return solved.use(challenge.signature",
        replace: "return !solved.use(challenge.signature, 0) || solved.use(challenge.signature",
      },
    ],
  },
  {
    name: "the end of a challenge is not checked",
    by: "work",
    breaks: "no work is taken after its end",
    inTests: true,
    changes: [
      {
        file: "src/server/inquiries/spam-guard/proof-of-work.ts",
        find: "+ deps.seconds",
        replace: "+ 1000 * deps.seconds",
      },
    ],
  },
  {
    name: "a plain form need not wait",
    by: "work",
    breaks: "a plain form without a time waits",
    inTests: false,
    changes: [
      {
        file: "src/server/inquiries/spam-guard/spam-guard.ts",
        find: "return seconds > 0 ?",
        replace: "return seconds < 0 ?",
      },
    ],
  },
];
