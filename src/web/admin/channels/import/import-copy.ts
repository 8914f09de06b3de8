export const importedFiles = ".json,.csv,.tsv,.txt,.html,.htm,application/json,text/csv,text/html";

export const importHint =
  "A JSON file from Export, a CSV file with a column named value (and perhaps type, description and active), " +
  "LinkStack's exported links, or a page of littlelink. You see what it would change before anything does.";

export function refusedText(refused: number, good: number): string {
  const first = `${count(refused, "line or link", "lines or links")} cannot be imported. Correct the file and choose it again`;
  return good === 0 ? `${first}.` : `${first}, or import only the others.`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
