import type { Verdict } from "#contract/verify.ts";
import { call } from "./api-client.ts";

/** The call of the page about impostors: apart from `api`, so that the others do not download them. */
export const verifyApi = {
  verify: (text: string) => call<Verdict>("POST", "verify", { text }),
};
