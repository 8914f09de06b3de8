import type { Channel, PublishingRule } from "#domain/channels/channel-list.ts";
import type { Descriptions } from "../channels/descriptions.ts";
import type { SignedChannels } from "../channels/signed-channels.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

/** The command's output; the exit code is 1 if `hasFailed`. */
export interface Told {
  text: string;
  hasFailed: boolean;
}

const told = (text: string): Told => ({ text, hasFailed: false });
const failed = (text: string): Told => ({ text, hasFailed: true });

/** Rotates the key with `rotate` and re-signs the list. Does nothing if the list cannot be trusted. */
export async function rotateKey(
  book: Pick<SignedChannels, "poll" | "signAgain">,
  rotate: () => Promise<Pick<SigningKeys, "kid">>,
): Promise<Told> {
  const { alarm } = await book.poll(true);
  if (alarm !== null) {
    return failed(
      "The key was not changed: there is an alarm about the channels, and the old key is what proves the last " +
        `good list.\n${alarm.message}\nEnd the alarm first, then run this again.`,
    );
  }
  const { kid } = await rotate();
  const why = await book.signAgain().then(
    (answer) => (answer === null ? null : "there is an alarm about the channels"),
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
  return why === null
    ? told(`The channels are signed with a new key from now on: ${kid}`)
    : failed(
        `There is a new key, ${kid}, but the list could not be signed with it: ${why}.\nLeave the old keys in the ` +
          "file, put that right, and run this again.",
      );
}

/**
 * Shows the unverified list in the store, and signs and publishes it if the operator answers `yes`. `problemsOf`
 * returns, by channel id, the descriptions that name someone else.
 */
export async function trustChannels(
  book: Pick<SignedChannels, "poll" | "unverified" | "trust">,
  { problemsOf }: Pick<Descriptions, "problemsOf">,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<Told> {
  const { alarm } = await book.poll(true);
  if (alarm === null) return failed("There is no alarm: the channels in the store are trusted already.");
  const list = await book.unverified();
  if (list === null) {
    return failed(
      "The store holds no list that could be read. An owner can put the last good one back in the admin area.",
    );
  }
  show(alarm.message);
  show("This is the list that lies in the store. Nothing proves who has put it there:\n");
  const problems = problemsOf(list);
  for (const channel of list.channels) {
    show(lineOf(channel));
    const problem = problems.get(channel.id);
    if (problem !== undefined) show(`  ! ${plain(problem)}`);
  }
  if (list.channels.length === 0) show("  (no channels)");
  show(`\nVisitors see ${list.isHidden ? "none of them: they are hidden" : "the active ones"}. ${rules(list.rule)}`);
  show("Changes that were scheduled or waiting are dropped, and the history begins anew.");
  const answer = await ask("Publish this list? Type yes: ");
  if (answer !== "yes") return failed("Nothing was changed.");
  // The list that was shown; the store may have changed since.
  await book.trust(list);
  return told("The list is published, and signed with the present key.");
}

function lineOf({ type, value, isActive, proof, hours }: Channel): string {
  const notes = [
    isActive ? "active" : "off",
    ...(hours === null ? [] : ["with hours"]),
    ...(proof === "" ? [] : [proof]),
  ];
  return `  ${type}  ${plain(value)}  (${plain(notes.join("; "))})`;
}

function rules(rule: PublishingRule): string {
  if (rule.kind === "none") return "A change of where a channel opens, or of its description, is published at once.";
  return rule.kind === "approval"
    ? "A change of where a channel opens, or of its description, needs a second owner."
    : `A change of where a channel opens, or of its description, waits for ${rule.minutes} minutes.`;
}

/** Replaces control and bidirectional characters, which could manipulate the terminal: the text is untrusted. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "?");
}
