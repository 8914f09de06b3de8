import type { SavedReply } from "#contract/inbox/saved-reply.ts";

/** The replies that hold every word typed, anywhere; those with the words in the title come first. */
export function matchingReplies(replies: readonly SavedReply[], typed: string): SavedReply[] {
  const words = typed.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLocaleLowerCase("en").includes(word));
  const inTitle = replies.filter(({ title }) => has(title));
  const named = new Set(inTitle);
  const whole = ({ title, text, variants }: SavedReply) => [title, text, ...Object.values(variants)].join("\n");
  return [...inTitle, ...replies.filter((reply) => !named.has(reply) && has(whole(reply)))];
}
