import type { Answered } from "#contract/receipt.ts";
import type { Verdict } from "#contract/verify.ts";
import type { ImpostorReport } from "#domain/impostor-report.ts";
import { call } from "./api-client.ts";

/** The calls of the pages about impostors: apart from `api`, so that the others do not download them. */
export const verifyApi = {
  verify: (text: string) => call<Verdict>("POST", "verify", { text }),
  report: (report: ImpostorReport) => call<Answered>("POST", "impostor-reports", report),
};
