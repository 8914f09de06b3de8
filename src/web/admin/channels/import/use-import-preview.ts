import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportInput, ImportPlan } from "#contract/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi, isProposed } from "#web/api/channel-api.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { checkChannel, chooseType } from "#domain/channels/channel-check.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";

/** A plan and everything it was made from, so that exactly that is imported. */
export interface ImportPreview {
  /** The file's name. */
  name: string;
  file: ImportInput["file"];
  removeOthers: boolean;
  plan: ImportPlan;
}

/** What a file would change, requested for each choice; outdated responses are dropped. */
export function useImportPreview() {
  const [preview, setPreview] = useState<ImportPreview>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** The last choice of whether to delete the others, while its response is pending. */
  const [wish, setWish] = useState<boolean>();
  const lastRequest = useRef(0);
  const dryRun = useMutation({
    mutationFn: async (input: Omit<ImportInput, "dryRun">) => {
      const answer = await channelApi.import({ ...input, dryRun: true });
      if (isProposed(answer)) throw new Error("a dry run changes nothing that could wait");
      return answer;
    },
  });

  /** Runs `work` under a request number: its result and its error are dropped after a later request. */
  async function request(work: () => Promise<Omit<ImportPreview, "plan"> | { problems: string[] }>) {
    const number = ++lastRequest.current;
    const isLast = () => number === lastRequest.current;
    setProblems([]);
    try {
      const read = await work();
      if (!isLast()) return;
      if ("problems" in read) return setProblems(read.problems);
      setWish(read.removeOthers);
      const plan = await dryRun.mutateAsync({ file: read.file, removeOthers: read.removeOthers });
      if (isLast()) setPreview({ ...read, plan });
    } catch (error) {
      if (isLast()) setProblems(problemsOf(error));
    } finally {
      if (isLast()) setWish(undefined);
    }
  }

  /** Previews another file, or none. */
  function take(chosen: File | undefined) {
    setPreview(undefined);
    setWish(undefined);
    void request(async () => {
      if (chosen === undefined) return { problems: [] };
      // Fails if the file was saved or removed since it was chosen.
      const text = await chosen.text().catch(() => undefined);
      if (text === undefined) return { problems: ["This file can no longer be read. Choose it again."] };
      const read = readChannelFile(text);
      return "problems" in read ? read : { name: chosen.name, file: read.file, removeOthers: false };
    });
  }

  /**
   * Previews the same file with or without deleting the channels it does not name. After an error the old plan stays.
   */
  function chooseRemoveOthers(isWished: boolean) {
    if (preview === undefined) return;
    setWish(isWished);
    void request(async () => ({ name: preview.name, file: preview.file, removeOthers: isWished }));
  }

  /** Shows the plan against the present list; `of` is what was to be imported. */
  function showPlan(of: ImportPreview, plan: ImportPlan) {
    setProblems([]);
    setPreview({ ...of, plan });
  }

  const showProblem = (error: unknown) => setProblems(problemsOf(error));
  const isComparing = wish !== undefined;
  const removeOthers = wish ?? preview?.removeOthers ?? false;
  return { preview, problems, isComparing, removeOthers, take, chooseRemoveOthers, showPlan, showProblem };
}

/** The server's errors, each with its field's name. */
function problemsOf(error: unknown): string[] {
  const fields = error instanceof ApiError ? Object.entries(error.errors) : [];
  if (fields.length === 0) return [actionFailureText(error)];
  return fields.map(([field, message]) => `${field.replace(/^file\./, "")}: ${message}`);
}

type ChannelFileRead = { file: ImportInput["file"] } | { problems: string[] };

/** The number of errors shown; the others are mostly of the same kind. */
const mostProblems = 20;

/**
 * Reads a file of channels as far as a browser can: whether it is JSON, and the line of each channel, so that errors
 * name line and field. The server validates the rest.
 */
export function readChannelFile(text: string): ChannelFileRead {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { problems: [`This file is not JSON. ${error instanceof Error ? error.message : ""}`] };
  }
  const lines = channelLines(text);
  const channels = isRecord(read) && Array.isArray(read["channels"]) ? (read["channels"] as unknown[]) : [];
  const problems = channels.flatMap((channel, place) => {
    const problem = problemOf(channel);
    return problem === undefined ? [] : [`Line ${lines[place] ?? "?"}, channel ${place + 1}, ${problem}`];
  });
  if (problems.length > mostProblems) {
    const more = problems.length - mostProblems;
    return { problems: [...problems.slice(0, mostProblems), `And ${more} more.`] };
  }
  // The server validates it against the contract.
  return problems.length > 0 ? { problems } : { file: read as ImportInput["file"] };
}

/** The field of a channel, and its error. */
function problemOf(channel: unknown): string | undefined {
  if (!isRecord(channel)) return "a channel must be an object.";
  const { type, value } = channel;
  if (!isType(type)) return `type: ${chooseType}`;
  if (typeof value !== "string" || value.trim() === "") return "value: Value is required.";
  const link = checkChannel(type, value);
  return link.ok ? undefined : `value: ${link.problem}`;
}

function isType(type: unknown): type is ChannelType {
  return channelTypes.some((known) => known === type);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * The line, counted from 1, on which each channel of an export begins; `text` is JSON. Lets an error name the line in
 * the file.
 */
export function channelLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let key = "";
  let inChannels = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]\n]/g)) {
    if (token === "\n") line += 1;
    else if (token.startsWith('"')) key = depth === 1 ? token : key;
    else if (token === "}" || token === "]") depth -= 1;
    else {
      if (depth === 1) inChannels = token === "[" && key === '"channels"';
      if (depth === 2 && inChannels && token === "{") lines.push(line);
      depth += 1;
    }
  }
  return lines;
}
