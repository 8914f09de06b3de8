import { visitorPaths } from "#contract/paths.ts";
import type { Answered, HiddenFormValues } from "#contract/inquiries/submission.ts";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { call } from "./api-client.ts";
import { postWithFiles, type WithFiles } from "./post-with-files.ts";

export interface Submission {
  kind: InquiryKind;
  /** Idempotency key: however often the submission is sent, it counts once. */
  key: string;
  fields: Record<string, string>;
  files?: readonly File[];
}

/** The form's metadata. */
export type HiddenValues = Partial<Omit<HiddenFormValues, "key">>;

const pathOf = { message: visitorPaths.inquiries, impostor: visitorPaths.impostorReports } satisfies Record<
  InquiryKind,
  string
>;

/**
 * The calls of the visitors' forms, separate from `api` so that other pages do not download them. Both throw
 * `ApiError`.
 */
export const submissionApi = {
  formTime: async () => (await call<{ formTime: string }>("GET", visitorPaths.formTime)).formTime,
  send: ({ kind, key, fields, files }: Submission, form: HiddenValues, onProgress?: WithFiles["onProgress"]) =>
    postWithFiles<Answered>(
      pathOf[kind],
      { ...fields, ...form },
      { files, headers: { "idempotency-key": key }, onProgress },
    ),
};
