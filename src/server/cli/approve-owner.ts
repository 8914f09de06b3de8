import { teamDictionaries } from "#copy/team/dictionaries.ts";
import type { Services } from "../compose.ts";
import type { CommandResult } from "./admin-repairs.ts";

const { kinds } = teamDictionaries.en.trust;

/**
 * Makes the member with this address an owner who may approve at once, and ends the wait of each change that carries
 * trust, made by them or about their account, that the operator answers `yes` to.
 */
export async function approveOwner(
  { team, trust }: Pick<Services, "team" | "trust">,
  email: string,
  { show, ask }: { show: (text: string) => void; ask: (question: string) => Promise<string> },
): Promise<CommandResult> {
  if (!(await team.approveOwnerOf(email)))
    return { text: "There is no active member with this address.", hasFailed: true };
  show("The member is an owner, and may approve at once.");
  let done = 0;
  const waiting = await trust.waitingOf(email);
  for (const { id, kind, fields, by, member, at } of waiting) {
    show(`Waits: ${kinds[kind]}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`);
    show(`  by ${by.email} at ${new Date(at).toISOString()}${member === null ? "" : `, about ${member.email}`}`);
    if ((await ask("Put it in effect now? Type yes: ")) !== "yes") continue;
    if (await trust.endWait(id)) done += 1;
    else show("It could not be put in effect.");
  }
  const text = waiting.length === 0 ? "Nothing of theirs waits." : `Put in effect: ${done} of ${waiting.length}.`;
  return { text, hasFailed: false };
}
