import { visitorPaths } from "#contract/paths.ts";
import type { AnsweredInquiry, Receipt } from "#contract/submission.ts";
import { call } from "./api-client.ts";
import type { FormMarks } from "./submission-api.ts";

/** The calls of the private page; `key` is its key. Both throw `ApiError`. */
export const conversationApi = {
  find: (key: string) => call<Receipt>("POST", visitorPaths.conversation, { key }),
  answer: (key: string, text: string, idempotencyKey: string, form: FormMarks) =>
    call<AnsweredInquiry>(
      "POST",
      visitorPaths.answers,
      { key, text, ...form },
      { headers: { "idempotency-key": idempotencyKey } },
    ),
};
