import type { InquiryChange, InquiryChanges, InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { isStale } from "#web/api/team-call.ts";
import type { OwnVersions } from "./own-versions.ts";
import { isApplied, type TeamFields } from "./team-fields.ts";

type Changed = TeamFields & Pick<InquirySummary, "id" | "version">;

/** Changes of several inquiries, and their progress. */
export interface Progress {
  left: InquiryChanges["changes"];
  changed: readonly Changed[];
  /** The ids of those that a colleague has changed meanwhile. */
  refused: readonly string[];
}

/** Follows many changes: told how many are made, and stops them between two batches. */
export interface Watch {
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/** The batch size: the limit of inquiries per call. */
export const batchSize = 200;

export function notBegun(changes: InquiryChanges["changes"]): Progress {
  return { left: changes, changed: [], refused: [] };
}

/**
 * Changes one inquiry, on version `seen`. If it `isAgain` and the first attempt succeeded, it counts as made.
 * @throws ApiError
 */
export async function changeOne(
  id: string,
  seen: number,
  change: InquiryChange,
  isAgain: boolean,
  versions: OwnVersions,
): Promise<InquiryDetail> {
  try {
    const after = await inboxApi.change(id, seen, change);
    versions.add(id, seen, after.version);
    return after;
  } catch (error) {
    const current = currentOf(error);
    if (!isAgain || current === undefined || !isApplied(change, current)) throw error;
    versions.add(id, seen, current.version);
    return current;
  }
}

/**
 * Continues interrupted changes; those made by the first attempt count as made. What is stopped stays in `left`. `keep`
 * gets the progress after each batch: a retry continues there.
 *
 * @throws ApiError
 */
export async function changeSeveral(
  progress: Progress,
  isAgain: boolean,
  versions: OwnVersions,
  keep: (progress: Progress) => void,
  watch?: Watch,
): Promise<Progress> {
  let isUnsure = isAgain;
  const pinned = ({ id, version, ...change }: Progress["left"][number]) => ({
    id,
    version: versions.latest(id, version),
    ...change,
  });
  // A retry stays on its version: since the first attempt, the member may have decided otherwise.
  let now = isAgain ? progress : { ...progress, left: progress.left.map(pinned) };
  keep(now);
  while (now.left.length > 0 && watch?.signal.aborted !== true) {
    const part = now.left.slice(0, batchSize);
    const { changed, refused } = await inboxApi.changeSeveral(part);
    const made = isUnsure ? await madeBefore(part.filter(({ id }) => refused.includes(id))) : [];
    const ids = new Set(made.map(({ id }) => id));
    const after = new Map([...changed, ...made].map(({ id, version }) => [id, version]));
    for (const { id, version } of part) versions.add(id, version, after.get(id) ?? version);
    now = {
      left: now.left.slice(part.length),
      changed: [...now.changed, ...changed, ...made],
      refused: [...now.refused, ...refused.filter((id) => !ids.has(id))],
    };
    keep(now);
    // The batch at which it stopped is the only one that may have been made without a response.
    isUnsure = false;
    watch?.onProgress(now.changed.length + now.refused.length);
  }
  return now;
}

/** Returns the inquiries that are already in the wanted state. */
async function madeBefore(changes: InquiryChanges["changes"]): Promise<Changed[]> {
  const made: Changed[] = [];
  for (const { id, ...change } of changes) {
    try {
      const now = await inboxApi.inquiry(id, AbortSignal.timeout(30_000));
      if (isApplied(change, now)) made.push(now);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }
  return made;
}

/** The present inquiry, if a change was rejected for an outdated version. */
export function currentOf(error: unknown): InquiryDetail | undefined {
  return isStale<InquiryDetail>(error) ? error.problem.current : undefined;
}
