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
