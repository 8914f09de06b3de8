import type { ImportInput } from "#contract/channel-list.ts";
import { checkChannel, chooseType } from "#domain/channels/channel-check.ts";
import { type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { channelLines } from "../channel-lines.ts";

export type ChannelFileRead = { file: ImportInput["file"] } | { problems: string[] };

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
