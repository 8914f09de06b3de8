import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ImportInput, ImportPlan } from "#contract/channels/channel-list.ts";
import { ApiError } from "#web/api/api-client.ts";
import { channelApi, isProposed } from "#web/api/channel-api.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { type FoundChannels, importLimits, type Refused, refusalOf } from "./candidate.ts";
import { foreignChannels } from "./foreign-channels.ts";
import { checkedChannel } from "../editor/checked-channel.ts";

/** A plan and everything it was made from, so that exactly that is imported. */
export interface ImportPreview {
  /** The file's name. */
  name: string;
  file: ImportInput["file"];
  /** Places of the channels in a file of another program. */
  places?: readonly string[] | undefined;
  /** Parts of such a file that are not imported. */
  refused: readonly Refused[];
  /** Columns of it that are not imported. */
  ignored: readonly string[];
  removeOthers: boolean;
  plan: ImportPlan;
}

/** Requests the changes of an import for each choice; outdated responses are dropped. */
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

  /**
   * Compares a file with the list. What the server refuses of another program's file joins the lines that are not
   * imported, so that the others can be.
   */
  async function planned(read: Omit<ImportPreview, "plan">): Promise<ImportPreview> {
    try {
      return { ...read, plan: await dryRun.mutateAsync({ file: read.file, removeOthers: read.removeOthers }) };
    } catch (error) {
      const rest = withoutRefused(read, error);
      if (rest === undefined) throw error;
      return planned(rest);
    }
  }

  /** Runs `work` under a request number: its result and its error are dropped after a later request. */
  async function request(work: () => Promise<Outcome<Omit<ImportPreview, "plan">>>) {
    const number = ++lastRequest.current;
    const isLast = () => number === lastRequest.current;
    setProblems([]);
    try {
      const result = await work();
      if (!isLast()) return;
      if (!result.ok) return setProblems(result.problems);
      setWish(result.read.removeOthers);
      const next = await planned(result.read);
      if (isLast()) setPreview(next);
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
      if (chosen === undefined) return { ok: false, problems: [] };
      if (chosen.size > importLimits.bytes) return { ok: false, problems: [teamCopy.channels.import.tooLarge] };
      // Fails if the file was saved or removed since it was chosen.
      const bytes = await chosen.arrayBuffer().catch(() => undefined);
      if (bytes === undefined) return { ok: false, problems: [teamCopy.channels.import.unreadable] };
      const result = readChannelFile(textOf(new Uint8Array(bytes)));
      return result.ok ? { ok: true, read: { ...result.read, name: chosen.name, removeOthers: false } } : result;
    });
  }

  /**
   * Previews the same file with or without deleting the channels it does not name. After an error the old plan stays.
   */
  function chooseRemoveOthers(isWished: boolean) {
    if (preview === undefined) return;
    setWish(isWished);
    const { plan: _old, ...read } = preview;
    void request(async () => ({ ok: true, read: { ...read, removeOthers: isWished } }));
  }

  /** Shows the plan against the present list; `input` is what was to be imported. */
  function showPlan(input: ImportPreview, plan: ImportPlan) {
    setProblems([]);
    setPreview({ ...input, plan });
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

/** `text` in UTF-8 or, as Excel's "Unicode text", in UTF-16. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes);
}

/** A file of another program without the channels that the server names in its errors; undefined if it names none. */
function withoutRefused<Read extends Omit<ImportPreview, "plan">>(read: Read, error: unknown): Read | undefined {
  const { places, file } = read;
  if (places === undefined || !(error instanceof ApiError)) return undefined;
  const problems = new Map<number, string>();
  for (const [field, message] of Object.entries(error.errors)) {
    const [, at] = /^file\.channels\.(\d+)\./.exec(field) ?? [];
    if (at !== undefined && Number(at) < places.length) problems.set(Number(at), message);
  }
  if (problems.size === 0) return undefined;
  const isGood = (_one: unknown, at: number) => !problems.has(at);
  const refused = [...problems].map(([at, problem]) =>
    refusalOf({ place: places[at] ?? "", value: file.channels[at]?.value ?? "" }, problem),
  );
  return {
    ...read,
    file: { ...file, channels: file.channels.filter(isGood) },
    places: places.filter(isGood),
    refused: [...read.refused, ...refused],
  };
}

type Outcome<What> = { ok: true; read: What } | { ok: false; problems: string[] };

type ChannelFileRead = Outcome<Pick<ImportPreview, "file" | "places" | "refused" | "ignored">>;

/** The number of errors shown; the others are mostly of the same kind. */
const maxProblems = 20;

/** Reads a file of channels: our own, or one of another program as such a file. */
export function readChannelFile(text: string): ChannelFileRead {
  const foreign = foreignChannels(text);
  if (foreign === undefined) return readOwnFile(text);
  return foreign.ok ? asOwnFile(foreign.found) : { ok: false, problems: [foreign.problem] };
}

function asOwnFile({ channels, refused, ignored }: FoundChannels): ChannelFileRead {
  const file = { format: "front-desk-channels", version: 1, channels: channels.map(({ channel }) => channel) } as const;
  return { ok: true, read: { file, places: channels.map(({ place }) => place), refused, ignored } };
}

/**
 * Reads our own file as far as a browser can: whether it is JSON, and the line of each channel, so that errors name
 * line and field. The server validates the rest.
 */
function readOwnFile(text: string): ChannelFileRead {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [teamCopy.channels.import.notJson(error instanceof Error ? error.message : "")] };
  }
  const lines = channelLines(text);
  const channels = isRecord(read) && Array.isArray(read["channels"]) ? (read["channels"] as unknown[]) : [];
  const problems = channels.flatMap((channel, place) => {
    const problem = problemOf(channel);
    return problem === undefined
      ? []
      : [teamCopy.channels.import.problemAt(String(lines[place] ?? "?"), place + 1, problem)];
  });
  if (problems.length > maxProblems) {
    const more = problems.length - maxProblems;
    return { ok: false, problems: [...problems.slice(0, maxProblems), teamCopy.channels.history.andMoreEnd(more)] };
  }
  // The server validates it against the contract.
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, read: { file: read as ImportInput["file"], refused: [], ignored: [] } };
}

/** The field of a channel, and its error. */
function problemOf(channel: unknown): string | undefined {
  if (!isRecord(channel)) return teamCopy.channels.import.notAnObject;
  const { type, value } = channel;
  if (!isType(type)) return `type: ${teamCopy.channels.editor.chooseType}`;
  if (typeof value !== "string" || value.trim() === "") return `value: ${teamCopy.channels.editor.valueRequired}`;
  const link = checkedChannel(type, value);
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
