import { openStore } from "../../src/server/open-store.ts";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { type Manifest, writeManifest } from "../../src/server/backup/manifest.ts";
import { type Entries, pack, unpacked } from "../../src/server/backup/testing.ts";
import { openSigning } from "../../src/server/signing/create-signing.ts";
import { noFindings, type Scanner } from "../scanner.ts";
import { runProgram } from "../programs.ts";
import type { Target } from "../target.ts";

const store = "front-desk.sqlite.zst";
const passphrase = "a long made-up passphrase";

/** An archive not made by this installation, with the arguments and settings of its restore. */
interface Forgery {
  what: string;
  entries: Entries;
  isPlain?: boolean;
  args?: string[];
  /** Restored on a machine without the installation's key. */
  isNewMachine?: boolean;
  mustBeTaken?: boolean;
}

/**
 * Forges backups of the target and restores each with the built program. No forgery may be accepted without its flag;
 * every genuine backup must be.
 */
export const restoreForgery: Scanner = {
  name: "restore forgery",
  async run(target) {
    const run = commandsOf(target);
    const identity = await generateIdentity();
    const identityFile = join(target.dir, "age-key.txt");
    writeFileSync(identityFile, identity);
    const recipient = await identityToRecipient(identity);
    const dataDir = join(target.dir, "data");

    async function backupOf(folder: string) {
      const backups = mkdtempSync(join(target.dir, "backups-"));
      const { code, stderr } = await run("backup-cli", [], {
        DATA_DIR: folder,
        BACKUP_DIR: backups,
        BACKUP_RECIPIENT: recipient,
      });
      if (code !== 0) throw new Error(`no backup could be made: ${stderr}`);
      return unpacked(join(backups, readdirSync(backups)[0] ?? ""), { identities: [identity] });
    }
    const ours = await backupOf(dataDir);
    const strangers = join(target.dir, "stranger");
    await (await openStore({ dataDir: strangers })).close();
    await openSigning({ dataDir: strangers, keyFile: undefined });
    const theirs = await backupOf(strangers);
    const key = (await run("backup-cli", ["fingerprint"], { DATA_DIR: strangers })).stdout.trim();

    const forgeries = await forge({ ours, theirs, strangers, key });
    const findings: string[] = [];
    for (const { what, entries, isPlain, args = [], isNewMachine, mustBeTaken = false } of forgeries) {
      const place = mkdtempSync(join(target.dir, "place-"));
      if (isNewMachine !== true) cpSync(join(dataDir, "signing-key.pem"), join(place, "signing-key.pem"));
      const file = join(place, "..", "forged.tar");
      await pack(file, entries, isPlain === true ? { kind: "none" } : { kind: "recipient", recipient });
      const { code, stdout, stderr } = await run("restore-cli", [file, "--yes", ...args], {
        DATA_DIR: place,
        BACKUP_IDENTITY_FILE: identityFile,
        BACKUP_PASSPHRASE: passphrase,
      });
      const isTaken = code === 0 || existsSync(join(place, store));
      if (isTaken !== mustBeTaken) findings.push(`${what} was ${isTaken ? "taken" : "rejected"}: ${stderr || stdout}`);
      else if (!isTaken && !stderr.includes(file)) findings.push(`${what} was rejected without a word: ${stderr}`);
    }
    return noFindings("own", `${forgeries.length} backups, forged and genuine`, findings);
  },
};

async function forge({
  ours,
  theirs,
  strangers,
  key,
}: {
  ours: Entries;
  theirs: Entries;
  strangers: string;
  key: string;
}): Promise<Forgery[]> {
  const manifest = JSON.parse(contentOf(ours, "manifest.json").toString()) as Manifest & { signed: unknown };
  const { signed: _signed, ...unsigned } = manifest;
  const said = (change: object, entries = ours) =>
    replaced(entries, "manifest.json", Buffer.from(JSON.stringify({ ...manifest, ...change })));
  const withOtherStore = replaced(ours, store, contentOf(theirs, store));
  const added: [string, Buffer] = ["added.txt", Buffer.from("added")];
  const stranger = await openSigning({ dataDir: strangers, keyFile: undefined });
  const signedByStranger = Buffer.from(await writeManifest({ ...unsigned, parts: partsOf(withOtherStore) }, stranger));
  const withoutSignature = replaced(ours, "manifest.json", Buffer.from(JSON.stringify(unsigned)));

  return [
    { what: "a genuine backup", entries: ours, mustBeTaken: true },
    { what: "a plain archive in place of the encrypted one", entries: ours, isPlain: true },
    {
      what: "a plain archive, asked for by name",
      entries: ours,
      isPlain: true,
      args: ["--unencrypted"],
      mustBeTaken: true,
    },
    { what: "a stranger's backup", entries: theirs },
    { what: "a stranger's backup, in plain", entries: theirs, isPlain: true, args: ["--unencrypted"] },
    { what: "a stranger's backup on a new machine", entries: theirs, isNewMachine: true },
    {
      what: "a stranger's backup, asked for by name",
      entries: theirs,
      args: [`--accept-key=${key}`],
      mustBeTaken: true,
    },
    {
      what: "our backup with a stranger's store, signed by the stranger",
      entries: replaced(withOtherStore, "manifest.json", signedByStranger),
    },
    { what: "a backup without its signature", entries: withoutSignature },
    {
      what: "a backup without its signature, asked for by another flag",
      entries: withoutSignature,
      args: [`--accept-key=${key}`],
    },
    { what: "a changed file", entries: withOtherStore },
    {
      what: "a changed file with its sum",
      entries: said({ parts: partsOf(withOtherStore) }, withOtherStore),
      args: ["--unsigned"],
    },
    {
      what: "a removed entry of the manifest",
      entries: said({ parts: manifest.parts.slice(1) }),
      args: ["--unsigned"],
    },
    { what: "a removed file", entries: ours.filter(([name]) => name !== "signing-key.pem") },
    { what: "an added file", entries: [...ours, added] },
    { what: "an added file with its entry", entries: said({ parts: partsOf([...ours, added]) }, [...ours, added]) },
    { what: "a file that comes twice", entries: [...ours, ...ours.filter(([name]) => name === store)] },
    { what: "an old backup that says it is new", entries: said({ madeAt: new Date().toISOString() }) },
  ];
}

function commandsOf({ dist, dir }: Target) {
  return (name: string, args: string[], env: Record<string, string>) => {
    const flags = ["--disable-warning=ExperimentalWarning", join(dist, "server", `${name}.js`)];
    // Clears this machine's settings; there is no terminal input.
    const own = Object.fromEntries(Object.keys(process.env).map((key) => [key, undefined]));
    mkdirSync(dir, { recursive: true });
    return runProgram(process.execPath, [...flags, ...args], { seconds: 60, cwd: dir, env: { ...own, ...env } });
  };
}

const contentOf = (entries: Entries, name: string) =>
  entries.find((entry) => entry[0] === name)?.[1] ?? Buffer.alloc(0);

const replaced = (entries: Entries, name: string, content: Buffer): Entries =>
  entries.map((entry) => (entry[0] === name ? [name, content] : entry));

function partsOf(entries: Entries): Manifest["parts"] {
  return entries
    .filter(([name]) => name !== "manifest.json")
    .map(([name, content]) => ({
      name,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    }));
}
