import { oneLine } from "../text.ts";

/** Characters of a name: what most file systems allow in bytes, halved. */
const maxName = 120;
/** A longer ending is a part of the name. */
const maxEnding = 10;

/**
 * The name that a sender gave a file, to be shown: without its folder, and without characters that are invisible or
 * reorder the text. Empty if nothing is left. It is shown only; what is downloaded has a name of ours.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().slice(-1000).split(/[/\\]/).at(-1) ?? "";
  // Joiners are part of words in the scripts of India.
  const visible = oneLine(last).replaceAll(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}]/gu, "");
  const name = visible
    .replaceAll(/\s+/g, " ")
    .replace(/^[. ]+/, "")
    .trim();
  if (name.length <= maxName) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= maxEnding ? name.slice(dot) : "";
  const stem = name.slice(0, maxName - ending.length - 1).replace(/[\ud800-\udbff]$/, "");
  return `${stem.trimEnd()}…${ending}`;
}
