import { inWords } from "../store/integrity/inspect-store.ts";
import { approveOwner } from "./approve-owner.ts";
import { type CommandResult, reSign, rotateKey, signSettings, trustChannels } from "./admin-repairs.ts";
import { type Config, embeddedOnly } from "../config.ts";
import { passwordLink } from "#contract/paths.ts";
import type { Services } from "../compose.ts";
import { flag, misuse, oneOf, readArguments } from "../lib/command-line.ts";
import { runCommand, withServices } from "./command-config.ts";
import { openAsking } from "../lib/terminal.ts";
import { rotateKeyFile } from "../signing/key-file.ts";
import { openStore, type Store } from "../open-store.ts";
import { sqliteFile } from "../store/open-database.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";

const usage = `npm run admin -- <what>

  reset-password      prints a one-time link with which a member sets a new password
  reset-second-factor removes a member's passkeys, one-time codes and recovery codes
  first-owner         prints a new one-time link for the first owner, if there is no owner yet
  erase-inquiries     erases every inquiry that was sent with an email address
  rotate-signing-key  makes a new key that signs the channels; the old one stays listed (--yes: does not ask)
  accept-damage       accepts a damaged SQLite store as it is; the server must be stopped
  trust-channels      shows the list of channels in the store, and ends an alarm by publishing it
  approve-owner       makes a member an owner without a second owner; they may approve at once, also what the
                      owner proposes who reset their password. Asks about each change of theirs, or about their
                      account, that waits, and puts it in effect
  re-sign             shows what was changed outside this program, and signs it as it is (--yes: does not ask)
  serve-again         lets a server start on a store that npm run move has moved elsewhere

Each asks for what it needs. Except for accept-damage, the server may keep running.`;

const commands = [
  "reset-password",
  "reset-second-factor",
  "first-owner",
  "erase-inquiries",
  "rotate-signing-key",
  "accept-damage",
  "trust-channels",
  "approve-owner",
  "re-sign",
  "serve-again",
] as const;

const { values, rest: command } = readArguments({ usage, options: { yes: flag }, rest: oneOf(commands) });
if (values.yes && command !== "rotate-signing-key" && command !== "re-sign")
  misuse(usage, "--yes is for rotate-signing-key and re-sign");
const terminal = openAsking();
/** Asks for a yes, unless it was given as an option. */
const askYes = values.yes ? () => Promise.resolve("yes") : terminal.ask;
await runCommand(command === "accept-damage" ? acceptDamage : run);
terminal.close();

function run(settings: Config): Promise<number> {
  return withServices(settings, async (services, store) => {
    await services.audit.record({ kind: "command-run", by: null, about: { command } });
    return runOn(store, services, settings);
  });
}

async function runOn(store: Store, services: Services, settings: Config): Promise<number> {
  const { accounts, descriptions, inquiries, signedMembers, signedChannels, team } = services;
  if (command === "rotate-signing-key")
    return report(await rotateKey(signedChannels, () => rotate(services, settings), askYes));
  if (command === "trust-channels") {
    // The numbers in descriptions are read with the country that owners set.
    await services.siteSettings.poll();
    return report(await trustChannels(signedChannels, descriptions, { show: console.log, ask: terminal.ask }));
  }
  if (command === "re-sign") {
    return report(
      await reSign({ members: signedMembers, replies: services.entryProofs }, { show: console.log, ask: askYes }),
      await signSettings(services.settings, { show: console.log, ask: askYes }),
    );
  }
  if (command === "serve-again") {
    await store.setTransferred(null);
    console.log("A server can start on this store. Serve only one of the two.");
    return 0;
  }
  const { origin } = settings.address;
  const link = (kind: "new" | "reset", token: string) =>
    `Open this link within ${settings.limits.linkHours} hours: ${origin}${passwordLink(kind, token)}`;

  if (command === "first-owner") {
    const token = await accounts.prepareFirstOwner(undefined);
    console.log(token === undefined ? "There is an owner already. Use reset-password." : link("new", token));
    return token === undefined ? 1 : 0;
  }
  const email = await terminal.ask("Email address: ");
  if (command === "reset-password") {
    const token = await accounts.newPasswordLink(email);
    console.log(token === null ? "There is no member with this address." : link("reset", token));
    return token === null ? 1 : 0;
  }
  if (command === "reset-second-factor") {
    const found = await team.resetSecondFactorOf(email);
    console.log(found ? "The member signs in with the password alone now." : "There is no member with this address.");
    return found ? 0 : 1;
  }
  if (command === "approve-owner") {
    return report(await approveOwner(services, email, { show: console.log, ask: terminal.ask }));
  }
  // Erasures send events to a webhook if the settings, as last read, have one.
  await services.settings.current();
  console.log(`Erased: ${await inquiries.eraseByEmail(email)}`);
  return 0;
}

/** Prints the results; the exit code is 1 if one has failed. */
function report(...results: CommandResult[]): number {
  for (const { text, hasFailed } of results) (hasFailed ? console.error : console.log)(text);
  return results.some(({ hasFailed }) => hasFailed) ? 1 : 0;
}

/** Makes a new key, and encrypts and signs with it what does not belong to the channels. */
async function rotate({ encryption, signedMembers, settings }: Services, { dataDir, signingKeyFile }: Config) {
  const keys = await rotateKeyFile({ dataDir, keyFile: signingKeyFile }, async (next) => {
    await encryption.carryOver(next);
    await signedMembers.carryOver(next);
  });
  await encryption.purgeEarlier();
  await settings.signAgain();
  return keys;
}

/** Accepts the store's present content as valid. Missing data stays missing. */
async function acceptDamage({ dataDir, database }: Config): Promise<number> {
  embeddedOnly({ database }, "accept-damage");
  console.log("Keep a copy of the folder first. Restoring a backup usually loses less.");
  if ((await terminal.ask(`Go on with the store in ${dataDir} as it is? Type yes: `)) !== "yes") {
    console.log("Nothing has been changed.");
    return 1;
  }
  await (await openStore({ dataDir, acceptDamage: true, mustExist: true })).close();
  const { problems } = checkIntegrity(sqliteFile(dataDir));
  if (problems.length === 0) console.log("The store can be used again.");
  else console.error(`The store is still damaged; only restoring a backup can repair it: ${inWords(problems)}`);
  return problems.length === 0 ? 0 : 1;
}
