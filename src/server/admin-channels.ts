import type { Channel, PublishingRule } from "#domain/channel-book.ts";
import type { SealedBook } from "./services/sealed-book.ts";
import type { SigningKeys } from "./signing/signing-keys.ts";

/** What the operator is told; the exit code of the program is 1 where `hasFailed`. */
export interface Told {
  text: string;
  hasFailed: boolean;
}

const told = (text: string): Told => ({ text, hasFailed: false });
const failed = (text: string): Told => ({ text, hasFailed: true });

/** Makes a new key by `rotate`, and signs the list with it; nothing is rotated where the list cannot be trusted. */
export async function rotateKey(
  book: Pick<SealedBook, "look" | "sealAgain">,
  rotate: () => Promise<Pick<SigningKeys, "kid">>,
): Promise<Told> {
  const { alarm } = await book.look(true);
  if (alarm !== null) {
    return failed(
      `The key was not changed: there is an alarm about the channels, and the old key is what proves the last good list.\n${alarm.message}\nEnd the alarm first, then run this again.`,
    );
  }
  const { kid } = await rotate();
  const why = await book.sealAgain().then(
    (answer) => (answer === null ? null : "there is an alarm about the channels"),
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
  return why === null
    ? told(`The channels are signed with a new key from now on: ${kid}`)
    : failed(
        `There is a new key, ${kid}, but the list could not be signed with it: ${why}.\nLeave the old keys in the file, put that right, and run this again.`,
      );
}

/** Shows the list in the store, which nothing proves, and publishes it where whoever is asked says `yes`. */
export async function trustChannels(
  book: Pick<SealedBook, "look" | "unproven" | "trust">,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<Told> {
  const { alarm } = await book.look(true);
  if (alarm === null) return failed("There is no alarm: the channels in the store are trusted already.");
  const list = await book.unproven();
  if (list === null) {
    return failed(
      "The store holds no list that could be read. An owner can put the last good one back in the admin area.",
    );
  }
  show(alarm.message);
  show("This is the list that lies in the store. Nothing proves who has put it there:\n");
  for (const channel of list.channels) show(lineOf(channel));
  if (list.channels.length === 0) show("  (no channels)");
  show(`\nVisitors see ${list.isHidden ? "none of them: they are hidden" : "the active ones"}. ${rules(list.rule)}`);
  show("Changes that were scheduled or waiting are dropped, and the history begins anew.");
  const answer = await ask("Publish this list? Type yes: ");
  if (answer !== "yes") return failed("Nothing was changed.");
  // What was shown, not what may lie there by now.
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
  if (rule.kind === "none") return "A change of where a channel opens is published at once.";
  return rule.kind === "approval"
    ? "A change of where a channel opens needs a second owner."
    : `A change of where a channel opens waits for ${rule.minutes} minutes.`;
}

/** Without what a terminal would obey, or would write from right to left: anybody may have written this. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "?");
}
