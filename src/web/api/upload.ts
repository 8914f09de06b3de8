import { ApiError, answerIn, pageLanguageHeader } from "./api-client.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import type { WithFiles } from "./post-with-files.ts";

/** Posts files with the fields of a form. `fetch` does not say how much is sent. @throws ApiError */
export async function upload<Answer>(
  path: string,
  fields: Record<string, string | undefined>,
  { files = [], headers, onProgress }: WithFiles,
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, value);
  for (const file of files) body.append(attachmentField, file);
  return answerIn<Answer>(
    await new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", `/api${path}`);
      for (const [name, value] of Object.entries({ ...pageLanguageHeader(), ...headers }))
        request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(loaded / total));
      request.addEventListener("loadend", () => {
        const { status, responseText } = request;
        // No response.
        if (status === 0) return reject(new ApiError(0, {}));
        const retryAfter = request.getResponseHeader("retry-after");
        return resolve(
          new Response(responseText, { status, headers: retryAfter === null ? {} : { "retry-after": retryAfter } }),
        );
      });
      request.send(body);
    }),
  );
}
