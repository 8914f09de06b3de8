import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { missingProgram, provideProgram } from "../../../scripts/programs/debian.js";
import { freePort } from "../testing-program.ts";

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;

const user = { name: "desk", password: "a made-up mailbox password" };

/** A real IMAP server on this machine, with one empty mailbox; as root its processes run as other users. */
export async function startDovecot() {
  const program = provideProgram("dovecot", "dovecot-imapd");
  if (program === undefined) throw new Error(missingProgram("dovecot", "dovecot-imapd"));
  const folder = mkdtempSync(join(tmpdir(), "front-desk-dovecot-"));
  const isRoot = userInfo().uid === 0;
  const owner = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();
  const home = join(folder, "home");
  mkdirSync(home);
  // Its processes run as other users than root.
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(home, owner.uid, owner.gid);
  const port = await freePort();
  const config = join(folder, "dovecot.conf");
  const log = join(folder, "dovecot.log");
  writeFileSync(log, "", { mode: 0o666 });
  const passwords = join(folder, "users");
  writeFileSync(passwords, `${user.name}:{PLAIN}${user.password}:${owner.uid}:${owner.gid}::${home}\n`, {
    mode: 0o644,
  });
  const { username } = userInfo();
  writeFileSync(
    config,
    `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${log}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
first_valid_uid = 1
mail_max_userip_connections = 100
auth_mechanisms = plain login
${isRoot ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${owner.gid}`}
passdb {
  driver = passwd-file
  args = username_format=%u ${passwords}
}
userdb {
  driver = passwd-file
  args = username_format=%u ${passwords}
}
service imap-login {
  ${isRoot ? "" : "chroot ="}
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
# Does not wait longer after each wrong password.
auth_failure_delay = 0
service anvil {
  ${isRoot ? "" : "chroot ="}
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
${isRoot ? "" : "service stats {\n  chroot =\n}"}
`,
  );
  let child: ChildProcess | undefined;

  async function run(): Promise<void> {
    child = spawn(program ?? "", ["-F", "-c", config], { stdio: "ignore" });
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries > 100) throw new Error(`Dovecot did not start: ${readFileSync(log, "utf8").slice(-2000)}`);
      await sleep(50);
    }
  }

  async function kill(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  async function withClient(work: (client: ImapFlow) => Promise<void>): Promise<void> {
    const client = new ImapFlow({
      host: "127.0.0.1",
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user: user.name, pass: user.password },
      logger: false,
    });
    await client.connect();
    await work(client);
    await client.logout();
  }

  await run();
  return {
    settings: {
      replyTo: "desk@example.com",
      unmatched: "inquiry" as const,
      way: "imap" as const,
      host: "127.0.0.1",
      port,
      security: "none" as const,
      user: user.name,
      password: user.password,
    },

    /** Delivers emails into the mailbox. */
    deliver: (...raws: readonly Buffer[]): Promise<void> =>
      withClient(async (client) => {
        for (const raw of raws) await client.append("INBOX", raw);
      }),

    /** The number of emails in the mailbox. */
    async count(): Promise<number> {
      let count = 0;
      await withClient(async (client) => {
        ({ exists: count } = await client.mailboxOpen("INBOX", { readOnly: true }));
      });
      return count;
    },

    /** The UID of the last email that was delivered. */
    async lastUid(): Promise<number> {
      let next = 0;
      await withClient(async (client) => {
        ({ uidNext: next } = await client.mailboxOpen("INBOX", { readOnly: true }));
      });
      return next - 1;
    },

    /** Deletes everything in the mailbox. */
    empty: (): Promise<void> =>
      withClient(async (client) => {
        await client.mailboxOpen("INBOX");
        await client.messageDelete("1:*");
      }),

    /** Renumbers the mailbox, as a restored or moved one is: its UIDVALIDITY changes. */
    async renumber(): Promise<void> {
      await kill("SIGTERM");
      for (const name of ["dovecot-uidlist", "dovecot.index", "dovecot.index.log", "dovecot.index.cache"])
        rmSync(join(home, "Maildir", name), { force: true });
      await run();
    },

    /** Ends every connection; new ones are taken after `start`. */
    stop: () => kill("SIGTERM"),
    start: run,

    async close(): Promise<void> {
      await kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("data", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
    setTimeout(() => resolve(false), 1000).unref();
  });
}
