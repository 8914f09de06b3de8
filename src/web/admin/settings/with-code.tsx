/** A text in which code stands between backquotes. */
export function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
