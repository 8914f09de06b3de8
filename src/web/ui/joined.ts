/** The names of an attribute that holds several, such as `class`, without those left out. */
export function joined(...names: Array<string | false | undefined>): string {
  return names.filter(Boolean).join(" ");
}
