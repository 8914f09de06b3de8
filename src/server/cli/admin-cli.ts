import { createInterface } from "node:readline/promises";
import { reSign, rotateKey, signSettings, trustChannels } from "./admin-repairs.ts";
import { type Config, embeddedOnly } from "../config.ts";
import { describeFailure } from "../failure.ts";
import { passwordLink } from "#contract/paths.ts";
import { createServices } from "../compose.ts";
import { readCommandConfig } from "./command-config.ts";
import { openSigning } from "../signing/create-signing.ts";
import { rotateKeyFile } from "../signing/key-file.ts";
import { openStore } from "../open-store.ts";
import { sqliteFile } from "../store/open-database.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";

const usage = `npm run admin -- <what>

  reset-password      makes a one-time link with which a member sets a new password
  reset-second-factor takes a member's passkeys, one-time codes and recovery codes away
  first-owner         makes a new one-time link for the first owner, where there is none yet
  erase-inquiries     erases every inquiry that was sent with an e-mail address
  rotate-signing-key  makes a new key to sign the channels with; the old one stays listed
  accept-damage       goes on with a damaged store as it is; the server must be stopped
  trust-channels      shows the list of channels in the store, and ends an alarm by publishing it
  approve-owner       makes a member an owner without a second one, who may approve at once
  re-sign             shows what was changed in the store past this program, and signs it as it is (--yes: unasked)

Each asks for what it needs. The server may go on running meanwhile.`;

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
];

const [what = "help", ...flags] = process.argv.slice(2);
let config: Config | undefined;
try {
  process.exitCode = await run(what);
} catch (error) {
  console.error(describeFailure(error, config));
  process.exitCode = 1;
}

async function run(command: string): Promise<number> {
  if (!commands.includes(command)) {
    console.log(usage);
    return command === "help" ? 0 : 1;
  }
  const settings = (config = readCommandConfig(process.env));
  if (command === "accept-damage") {
    embeddedOnly(settings, "accept-damage");
    return acceptDamage(settings.dataDir);
  }
  const keyPlace = { dataDir: settings.dataDir, keyFile: settings.signingKeyFile };
  const store = await openStore({ ...settings, mustExist: true });
  let settled = async () => {};
  try {
    const {
      accounts,
      audit,
      descriptions,
      inquiries,
      memberRoll,
      signedChannels,
      encryption,
      settings: kept,
      team,
    } = await createServices(store, settings, await openSigning(keyPlace, { mustExist: true }));
    await audit.record({ kind: "command-run", by: null, about: { command } });
    settled = () => audit.settled();
    if (command === "rotate-signing-key" || command === "trust-channels") {
      const { text, hasFailed } =
        command === "rotate-signing-key"
          ? await rotateKey(signedChannels, async () => {
              const keys = await rotateKeyFile(keyPlace, async (next) => {
                await encryption.carryOver(next);
                await memberRoll.carryOver(next);
              });
              await encryption.purgeEarlier();
              await kept.signAgain();
              return keys;
            })
          : await trustChannels(signedChannels, descriptions, { show: console.log, ask });
      (hasFailed ? console.error : console.log)(text);
      return hasFailed ? 1 : 0;
    }
    if (command === "re-sign") {
      const answer = flags.includes("--yes") ? () => Promise.resolve("yes") : ask;
      const parts = [
        await reSign({ members: memberRoll }, { show: console.log, ask: answer }),
        await signSettings(kept, { show: console.log, ask: answer }),
      ];
      for (const { text, hasFailed } of parts) (hasFailed ? console.error : console.log)(text);
      return parts.some(({ hasFailed }) => hasFailed) ? 1 : 0;
    }
    const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`;
    const link = (kind: "new" | "reset", token: string) =>
      `Open this link within ${settings.limits.linkHours} hours: ${origin}${passwordLink(kind, token)}`;

    if (command === "first-owner") {
      const token = await accounts.prepareFirstOwner(undefined);
      console.log(token === undefined ? "There is an owner already. Use reset-password." : link("new", token));
      return token === undefined ? 1 : 0;
    }
    const email = await ask("E-mail address: ");
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
      const found = await team.approveOwnerOf(email);
      console.log(
        found ? "The member is an owner, and may approve at once." : "There is no active member with this address.",
      );
      return found ? 0 : 1;
    }
    console.log(`Erased: ${await inquiries.eraseByEmail(email)}`);
    return 0;
  } finally {
    await settled();
    await store.close();
  }
}

/** Accepts the store's present content as valid. Missing data stays missing. */
async function acceptDamage(dataDir: string): Promise<number> {
  console.log("Keep a copy of the folder first. A backup that is restored loses less than this, most of the time.");
  if ((await ask(`Go on with the store in ${dataDir} as it is? Type yes: `)) !== "yes") {
    console.log("Nothing has been changed.");
    return 1;
  }
  await (await openStore({ dataDir, acceptDamage: true, mustExist: true })).close();
  const { problems } = checkIntegrity(sqliteFile(dataDir));
  if (problems.length === 0) console.log("The store can be used again.");
  else console.error(`The store is still damaged, which only a backup mends: ${problems.join("; ")}`);
  return problems.length === 0 ? 0 : 1;
}

/** Prompts for a secret: arguments would be visible in the shell's history and `ps`. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
