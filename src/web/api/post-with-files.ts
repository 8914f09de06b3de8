import { ApiError, call } from "./api-client.ts";

/** A call with files, if there are any, and how much of it is sent. */
export interface WithFiles {
  files?: readonly File[] | undefined;
  headers: Record<string, string>;
  /** Gets what part is sent, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

/** Posts a form with files. Without files the call is JSON, as all others. @throws ApiError */
export async function postWithFiles<Answer>(
  path: string,
  fields: Record<string, string | undefined>,
  { files = [], headers, onProgress }: WithFiles,
): Promise<Answer> {
  if (files.length === 0) return call<Answer>("POST", path, fields, { headers });
  const { upload } = await import("./upload.ts").catch(() => {
    throw new ApiError(0, {});
  });
  return upload<Answer>(path, fields, { files, headers, onProgress });
}
