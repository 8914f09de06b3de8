import type { Settings } from "#contract/settings.ts";
import { inEnglish } from "#copy/server/render.ts";
import type { Channel, PublishingRule } from "#domain/channels/channel-list.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { defaultLanguage } from "#domain/languages.ts";
import type { Descriptions } from "../channels/descriptions.ts";
import type { SignedChannels } from "../channels/signed-channels.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

/** The command's output; the exit code is 1 if `hasFailed`. */
export interface CommandResult {
  text: string;
  hasFailed: boolean;
}

const succeeded = (text: string): CommandResult => ({ text, hasFailed: false });
const failed = (text: string): CommandResult => ({ text, hasFailed: true });

/**
 * Rotates the key with `rotate` and re-signs the list, if the operator answers `yes`. Does nothing if the list cannot
 * be trusted.
 */
export async function rotateKey(
  channelList: Pick<SignedChannels, "poll" | "signAgain">,
  rotate: () => Promise<Pick<SigningKeys, "kid">>,
  ask: (question: string) => Promise<string>,
): Promise<CommandResult> {
  const { alarm } = await channelList.poll(true);
  if (alarm !== null) {
    return failed(
      "The key was not changed: there is an alarm about the channels, and the old key is what proves the last " +
        `good list.\n${inEnglish(alarm.message)}\nEnd the alarm first, then run this again.`,
    );
  }
  const question =
    "A new key signs the channels from now on, everybody has to sign in again, and backups of the old key are " +
    "restored with --accept-key. Rotate the key? Type yes: ";
  if ((await ask(question)) !== "yes") return failed("Nothing was changed.");
  const { kid } = await rotate();
  const why = await channelList.signAgain().then(
    (answer) => (answer === null ? null : "there is an alarm about the channels"),
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
  return why === null
    ? succeeded(`The channels are signed with a new key from now on: ${kid}`)
    : failed(
        `There is a new key, ${kid}, but the list could not be signed with it: ${why}.\nLeave the old keys in the ` +
          "file, put that right, and run this again.",
      );
}

/**
 * Shows the unverified list in the store, and signs and publishes it if the operator answers `yes`. `faultsOf`
 * returns, by channel id, the descriptions that name someone else.
 */
export async function trustChannels(
  channelList: Pick<SignedChannels, "poll" | "unverified" | "trust">,
  { faultsOf }: Pick<Descriptions, "faultsOf">,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<CommandResult> {
  const { alarm } = await channelList.poll(true);
  if (alarm === null) return failed("There is no alarm: the channels in the store are trusted already.");
  const list = await channelList.unverified();
  if (list === null) {
    return failed(
      "The store holds no list that could be read. An owner can put the last good one back in the admin area.",
    );
  }
  show(inEnglish(alarm.message));
  show("This is the list that lies in the store. Nothing proves who has put it there:\n");
  const faults = faultsOf(list);
  for (const channel of list.channels) {
    show(lineOf(channel));
    const problem = faults.get(channel.id)?.problem;
    if (problem !== undefined) show(`  ! ${plain(inEnglish(problem))}`);
  }
  if (list.channels.length === 0) show("  (no channels)");
  show(`\nVisitors see ${list.isHidden ? "none of them: they are hidden" : "the active ones"}. ${rules(list.rule)}`);
  show("Changes that were scheduled or waiting are dropped, and a new history starts.");
  const answer = await ask("Publish this list? Type yes: ");
  if (answer !== "yes") return failed("Nothing was changed.");
  // The list that was shown; the store may have changed since.
  await channelList.trust(list);
  return succeeded("The list is published, and signed with the present key.");
}

function lineOf({ type, value, isActive, hours, ...texts }: Channel): string {
  const notes = [
    isActive ? "active" : "off",
    ...(hours === null ? [] : ["with hours"]),
    ...descriptionsOf(texts).map(([language, text]) => (language === defaultLanguage ? text : `${language}: ${text}`)),
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
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "?");
}

/**
 * Shows the unverified settings in the store, without secrets, and signs them if the operator answers `yes`. For
 * settings that were repaired by hand.
 */
export async function signSettings(
  settings: Pick<SettingsService, "poll" | "unverified" | "trust">,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<CommandResult> {
  const alarm = await settings.poll();
  if (alarm === null) return { text: "There is no alarm: the settings in the store are signed.", hasFailed: false };
  show(inEnglish(alarm.message));
  const found = await settings.unverified();
  if (found === null) {
    const text =
      "The store holds no settings that can be read. An owner can put the last good ones back in the admin area.";
    return { text, hasFailed: true };
  }
  show("These are the settings in the store. Nothing proves who has put them there:\n");
  for (const line of linesOf(found.settings)) show(`  ${line}`);
  if ((await ask("\nSign these settings? Type yes: ")) !== "yes")
    return { text: "Nothing was changed.", hasFailed: true };
  return (await settings.trust(found.text))
    ? { text: "The settings are signed with the present key.", hasFailed: false }
    : { text: "The settings have changed in the meantime. Nothing was signed: run this again.", hasFailed: true };
}

/** Returns every value of the settings, a line each, so that none is signed unseen: `mail.host: smtp.example.com`. */
function linesOf({ version: _version, alarm: _alarm, ...settings }: Settings): string[] {
  return entriesOf("", settings).map(plain);
}

function entriesOf(name: string, value: unknown): string[] {
  if (value === null) return [`${name}: not set up`];
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return [`${name}: ${value.join(", ") || "none"}`];
  if (typeof value === "string") return [`${name}: ${value || "none"}`];
  if (typeof value !== "object") return [`${name}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, each]) => entriesOf(name === "" ? key : `${name}.${key}`, each));
}

/** A signed part of the store that can be re-signed as it is. */
interface SignedPart {
  /** The differences from what this program wrote, one line each; empty if there are none. */
  differences(): Promise<string[]>;
  /** Signs the present content and adds an entry to the audit log. */
  signAgain(): Promise<void>;
}

/** Shows what other programs changed, and re-signs it if the operator answers `yes`. */
export async function reSign(
  parts: Readonly<Record<string, SignedPart>>,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<CommandResult> {
  const changed = new Map<string, SignedPart>();
  for (const [name, part] of Object.entries(parts)) {
    const differences = await part.differences();
    if (differences.length === 0) continue;
    changed.set(name, part);
    show(`${name}:`);
    for (const line of differences) show(`  ${line}`);
  }
  if (changed.size === 0) return { text: "All members verify: there is nothing to sign.", hasFailed: false };
  show(
    "\nSomething else than this program has written this. Once signed, it is trusted: all members in this " +
      "list can sign in.",
  );
  show("Delete what you do not know first, or restore a backup (docs/operating.md, An alarm about the members).");
  if ((await ask("Sign it as it is? Type yes: ")) !== "yes") return { text: "Nothing was changed.", hasFailed: true };
  for (const part of changed.values()) await part.signAgain();
  return { text: `The ${[...changed.keys()].join(" and the ")} are signed as they are.`, hasFailed: false };
}
