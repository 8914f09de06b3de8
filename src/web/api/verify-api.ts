import { visitorPaths } from "#contract/paths.ts";
import type { Verdict } from "#contract/channels/verify.ts";
import { call, pageLanguage } from "./api-client.ts";

/** The call of the verify page, separate from `api` so that other pages do not download it. */
export const verifyApi = {
  verify: (text: string) => call<Verdict>("POST", visitorPaths.verify, { text, ...pageLanguage() }),
};
