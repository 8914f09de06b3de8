import { conversationPaths } from "#contract/conversation-paths.ts";
import type { AnsweredInquiry, Receipt } from "#contract/inquiries/submission.ts";
import { call, pageLanguage } from "./api-client.ts";
import { postWithFiles, type WithFiles } from "./post-with-files.ts";
import type { HiddenValues } from "./submission-api.ts";

/** The calls of the private page; `key` is its key. Both throw `ApiError`. */
export const conversationApi = {
  find: (key: string) => call<Receipt>("POST", conversationPaths.conversation, { key, ...pageLanguage() }),
  answer: (
    { key, text, idempotencyKey }: { key: string; text: string; idempotencyKey: string },
    form: HiddenValues,
    sent: Pick<WithFiles, "files" | "onProgress">,
  ) =>
    postWithFiles<AnsweredInquiry>(
      conversationPaths.answers,
      { key, text, ...form, ...pageLanguage() },
      { ...sent, headers: { "idempotency-key": idempotencyKey } },
    ),
};
