import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { BackupState } from "#contract/backup.ts";
import type { DeliveryHealth, DeliveryPage } from "#contract/delivery.ts";
import type { IncomingMailState } from "#contract/inquiries/incoming-mail.ts";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { day, hour, minute } from "#domain/time/durations.ts";
import { startS3, type Fault as BucketFault } from "#server/lib/s3/testing-server.ts";
import { startDovecot } from "#server/incoming-mail/testing-dovecot.ts";
import { rawMail } from "#server/incoming-mail/testing.ts";
import { mailSettings, startMailServer, startReceiver } from "#server/notifications/testing.ts";
import { startNameServer } from "../../deploy/testing-dns.ts";
import { inject } from "../disk/inject.ts";
import { answerOf } from "../disk/disk-visits.ts";
import { openForwarder } from "../lib/forwarder.ts";
import { bucketFileFaults } from "./bucket-files.ts";
import { owner } from "../lib/server.ts";
import { straceProblem } from "../lib/strace.ts";
import { type Desk, until } from "./desk.ts";
import type { Scene } from "./scene.ts";

export interface OutsideFault {
  name: string;
  /** Returns why it cannot be tried here; undefined if it can. */
  problem?: () => string | undefined;
  /** Lets it happen to a desk, and end. @throws Error if somebody does not see what is promised */
  play: (scene: Scene) => Promise<void>;
}

/** The time within which an open connection that has fallen silent is noticed. */
const silentSeconds = 130;

const noAnswer = "The mail server did not answer in time.";
const isRoot = userInfo().uid === 0;

/** `says` is what owners read at once; a server that is only slow fails after five minutes. */
const bucketFaults: ReadonlyArray<{ name: string; fault: BucketFault; aheadMs: number; says?: RegExp }> = [
  // The next try is due a quarter of an hour after a failure. Ahead of the bucket, its signatures would not count.
  { name: "the bucket answers 503", fault: 503, aheadMs: -16 * minute, says: /503/ },
  { name: "the bucket sends a byte a second", fault: "drip", aheadMs: 0 },
  {
    name: "the clock is wrong for the bucket",
    fault: undefined,
    aheadMs: -hour,
    says: /: the clock of this machine is/,
  },
];

/** Faults outside of the program, one after the other. */
export const outsideFaults: readonly OutsideFault[] = [
  {
    name: "the mail server accepts and never speaks",
    async play(scene) {
      const mails = await startMailServer();
      const line = await openForwarder([mails.port]);
      scene.atEnd(
        () => line.close(),
        () => mails.close(),
      );
      const desk = await scene.open();
      await desk.set({ mail: mailSettings(line.port) });
      line.stand();
      await scene.visit(2);
      await deliveryFails(scene, desk, "email", new RegExp(`^${noAnswer}$`));
      line.go();
      // A hanging delivery goes on; a failed one is tried again by itself a minute later.
      await scene.recovers(150, "every email was sent, once", async () => toTeam(mails), scene.accepted());
      await scene.recovers(10, "no delivery fails", () => failing(desk), 0);
    },
  },
  ...(["accepts and never speaks", "falls silent on an open connection"] as const).map((fault): OutsideFault => ({
    name: `the mailbox ${fault}`,
    async play(scene) {
      const dovecot = await startDovecot();
      const line = await openForwarder([dovecot.settings.port]);
      scene.atEnd(
        () => line.close(),
        () => dovecot.close(),
      );
      const desk = await scene.open();
      await desk.set({ incoming: { ...dovecot.settings, port: line.port } });
      const state = () => desk.call<IncomingMailState>("agent", "GET", "incoming-mail");
      const problems = new Set<string | null>();
      const isFailing = ({ state: now, problem }: IncomingMailState) => {
        problems.add(problem);
        return now === "failing" && problem === noAnswer;
      };
      await until("the mailbox is open", 30, state, (found) => found.state === "connected");
      if (fault === "accepts and never speaks") {
        line.stand();
        line.cut();
      } else line.hush();
      const waiting = rawMail({ Subject: "While it hung", From: "visitor@example.org" }, "Where is my refund?");
      await dovecot.deliver(waiting);
      await scene.visit(2);
      const { found } = await until("the team sees it", silentSeconds, state, isFailing);
      scene.agentsSee(`incoming mail ${found.state}: ${found.problem}`);
      await scene.operatorsSee("front_desk_mailbox_failing", {}, 1, "the mailbox could not be read");
      if (fault === "accepts and never speaks") {
        line.cut();
        line.go();
      }
      const taken = async () => {
        const { inquiries } = await desk.call<InboxPage>("agent", "GET", "contact-inquiries");
        return inquiries.filter((one) => JSON.stringify(one).includes("Where is my refund?")).length;
      };
      await scene.recovers(60, "the email that came meanwhile is in the inbox", taken, 1);
      await scene.recovers(10, "the mailbox is open", async () => (await state()).state, "connected");
      for (const problem of problems)
        if (/[A-Z]{3}|[a-z][A-Z]/.test(problem ?? "")) scene.wrong(`owners read: ${problem}`);
    },
  })),
  ...(["unanswered", "silent"] as const).map((fault): OutsideFault => ({
    name: fault === "silent" ? "the name server takes questions and is silent" : "the name server is gone",
    problem: () => (isRoot && canMount() ? undefined : "only root can name another name server for one program"),
    async play(scene) {
      // One of its own for each, since the system's port for names is fixed.
      const address = fault === "silent" ? "127.77.0.2" : "127.77.0.1";
      const names = { "hook.desk.test": ["127.0.0.1"], "mail.desk.test": ["127.0.0.1"] };
      const mails = await startMailServer();
      const receiver = await startReceiver();
      let end: () => unknown = (await startNameServer(names, { address, port: 53 })).end;
      scene.atEnd(
        () => mails.close(),
        () => receiver.close(),
        async () => void end(),
      );
      const desk = await scene.open({ under: inOwnMounts(scene, address) });
      await desk.set({
        mail: { ...mailSettings(mails.port), host: "mail.desk.test" },
        webhook: { url: `http://hook.desk.test:${receiver.port}/` },
      });
      end();
      end = fault === "silent" ? await openSilent(address) : () => undefined;
      await scene.visit(2);
      // A hung look-up holds a thread of the pool; hashing a password needs one, too.
      await scene.within(5, "the sign-in", desk.signIn);
      await deliveryFails(scene, desk, "webhook", /^The host (has a (host )?name that|did not answer in time)/);
      await deliveryFails(scene, desk, "email", /^The mail server (has a (host )?name that|did not answer in time)/);
      end();
      end = (await startNameServer(names, { address, port: 53 })).end;
      const sent = async () => [toTeam(mails), new Set(receiver.calls.map(({ body }) => body)).size];
      await scene.recovers(180, "every message was sent", sent, [scene.accepted(), scene.accepted()]);
    },
  })),
  ...bucketFaults.map(({ name, fault: begins, aheadMs, says }): OutsideFault => ({
    name,
    async play(scene) {
      let fault = begins;
      const s3 = await startS3(() => fault);
      scene.atEnd(() => s3.stop());
      const bucket = `outside-${name.replace(/\W+/g, "-")}`;
      await s3.create(bucket);
      const desk = await scene.open({ env: copiesTo(scene, s3, bucket), aheadMs });
      const state = () => desk.call<BackupState>("owner", "GET", "backups");
      await scene.visit(2);
      if (says !== undefined) {
        const { found } = await until("the owner sees it", 200, state, ({ copies }) => copies[0]?.failure !== null);
        const said = found.copies[0]?.failure?.message ?? "";
        if (!says.test(said)) scene.wrong(`the owner reads: ${said}`);
        scene.agentsSee(`nothing; owners, in Backups: ${said}`);
        await scene.operatorsSee(
          "front_desk_backup_copy_failed",
          { to: "s3" },
          1,
          "the backup was not copied; it is tried again",
        );
      } else {
        const isUncopied = ({ last, copies: [copy] }: BackupState) =>
          last !== null && copy?.madeAt === null && copy.failure === null;
        await until("the backup is made, and not copied", 200, state, isUncopied);
        await scene.visit(2);
        scene.agentsSee("nothing; owners, in Backups, that it is not copied yet");
        scene.operatorsSaw("front_desk_backup_copy_age_seconds missing, or growing");
        if ((await desk.metric("front_desk_backup_copy_age_seconds")) !== undefined) scene.wrong("a copy is claimed");
      }
      await agentSeesNothing(scene, desk);
      fault = undefined;
      await desk.setClock(0);
      await scene.recovers(
        150,
        "the backup is copied",
        () => desk.metric("front_desk_backup_copy_age_seconds", { to: "s3" }),
        (age) => age !== undefined,
      );
      await scene.recovers(5, "no copy fails", () => desk.metric("front_desk_backup_copy_failed", { to: "s3" }), 0);
    },
  })),
  ...bucketFileFaults,
  ...[
    { name: "the clock is set back an hour", ahead: -hour },
    { name: "the clock is set forward a day, and right again", ahead: day },
  ].map(({ name, ahead }): OutsideFault => ({
    name,
    async play(scene) {
      const receiver = await startReceiver();
      scene.atEnd(() => receiver.close());
      const desk = await scene.open();
      await desk.set({ webhook: { url: receiver.origin } });
      await scene.visit(1);
      const form = await (await answerOf(`${desk.server.origin}/contact/message`))?.text();
      await desk.setClock(ahead);
      await scene.visit(2);
      // A form that was open meanwhile is no sign of a program.
      await scene.sendForm(/name="formTime" value="([^"]*)"/.exec(form ?? "")?.[1] ?? "");
      const list = () => desk.call<InboxPage>("agent", "GET", "contact-inquiries");
      // A session is over after 12 hours without a press.
      if (ahead > 0) {
        const status = await list().then(() => "200", String);
        if (!status.includes("401")) scene.wrong(`a day later the inbox answers: ${status}`);
        await desk.signIn();
        scene.agentsSee("the sign-in page, once; then everything");
      } else scene.agentsSee("everything, without a new sign-in");
      const seen = async () => (await list()).inquiries.filter(({ status }) => status === "new").length;
      await scene.recovers(10, "every inquiry is new in the inbox", seen, scene.accepted());
      const sent = async () => new Set(receiver.calls.map(({ body }) => body)).size;
      await scene.recovers(90, "every inquiry was notified of", sent, scene.accepted());
      for (const alarm of ["channels", "settings", "members"]) {
        await scene.operatorsSee(`front_desk_${alarm}_alarm`, {}, 0);
      }
      await scene.operatorsSee("front_desk_store_up", {}, 1);
      scene.operatorsSaw("no alarm, and the same health");
      if (ahead > 0) {
        await desk.setClock(0);
        await scene.visit(1);
        await scene.recovers(10, "every inquiry is new in the inbox", seen, scene.accepted());
        await scene.recovers(90, "every inquiry was notified of", sent, scene.accepted());
      }
    },
  })),
  {
    name: "DATA_DIR turns read-only under the program",
    problem: straceProblem,
    async play(scene) {
      const desk = await scene.open();
      await scene.visit(1);
      const end = await inject(desk.server.child.pid ?? 0, desk.dataDir, {
        calls: "pwrite64,ftruncate,openat,fsync,fdatasync",
        effect: "error=EROFS",
      });
      await scene.visit(2, { mayRefuse: true });
      const { inquiries } = await desk.call<InboxPage>("agent", "GET", "contact-inquiries");
      if (inquiries.length !== scene.accepted()) scene.wrong(`the team reads ${inquiries.length} inquiries`);
      const id = inquiries[0]?.id ?? "";
      const note = desk.call("agent", "POST", `contact-inquiries/${id}/notes`, { text: "A note" });
      const said = await note.then(() => "200", String);
      if (!said.includes("503")) scene.wrong(`a note was answered: ${said}`);
      scene.agentsSee(`the inbox; of a change: ${/"message":"([^"]*)"/.exec(said)?.[1]}`);
      await scene.operatorsSee("front_desk_store_up", {}, 0, "the store is unavailable, and fails requests");
      if ((await answerOf(`${desk.server.origin}/readyz`))?.status !== 503) scene.wrong("/readyz is not 503");
      await end();
      await scene.recovers(10, "/readyz", async () => (await answerOf(`${desk.server.origin}/readyz`))?.status, 200);
      await scene.retry();
      await scene.visit(1);
    },
  },
  {
    name: "DATA_DIR and its files lose their write permission",
    async play(scene) {
      const desk = await scene.open(isRoot ? { uid: nobody } : {});
      await scene.visit(1);
      const modes = (file: number, folder: number) => {
        for (const each of readdirSync(desk.dataDir, { withFileTypes: true }))
          if (each.isFile()) chmodSync(join(desk.dataDir, each.name), file);
        chmodSync(desk.dataDir, folder);
      };
      modes(0o400, 0o500);
      // Its files are open: it goes on.
      await scene.visit(2);
      const { inquiries } = await desk.call<InboxPage>("agent", "GET", "contact-inquiries");
      if (inquiries.length !== scene.accepted()) scene.wrong(`the team reads ${inquiries.length} inquiries`);
      await scene.operatorsSee("front_desk_store_up", {}, 1);
      await desk.server.end("SIGKILL");
      const refused = await desk.restart();
      const { code } = await refused.ended;
      const said = refused.output();
      if (code !== 1 || !/DATA_DIR: .*make it writable/.test(said)) scene.wrong(`the start says (${code}): ${said}`);
      scene.agentsSee("nothing until a restart; then no site");
      scene.operatorsSaw(`a start that ends: ${said.trim().split("\n").at(-1)?.slice(0, 160)}`);
      modes(0o600, 0o700);
      await (await desk.restart()).untilReady();
      await scene.recovers(5, "/readyz", async () => (await answerOf(`${desk.server.origin}/readyz`))?.status, 200);
      await scene.visit(1);
    },
  },
];

/** The emails about inquiries; owners get others, about changed settings. */
function toTeam({ mails }: Awaited<ReturnType<typeof startMailServer>>): number {
  return mails.filter(({ to }) => to.includes("team@example.com")).length;
}

/** The user that owns nothing. */
const nobody = 65_534;

/** Checks that agents see nothing of what concerns owners alone: no failure, and no state of the copies. */
async function agentSeesNothing(scene: Scene, desk: Desk): Promise<void> {
  if ((await failing(desk)) > 0) scene.wrong("an agent reads of deliveries");
  const { state } = await desk.call<IncomingMailState>("agent", "GET", "incoming-mail");
  if (state !== "off") scene.wrong(`an agent reads of incoming mail: ${state}`);
  const backups = await desk.call("agent", "GET", "backups").then(() => "200", String);
  if (!backups.includes("403")) scene.wrong(`an agent reads of backups: ${backups}`);
}

async function failing(desk: Desk): Promise<number> {
  return (await desk.call<DeliveryHealth>("agent", "GET", "deliveries/health")).failing.length;
}

/** The whole team sees that a delivery fails, owners why, operators a queue. */
async function deliveryFails(scene: Scene, desk: Desk, channel: "email" | "webhook", why: RegExp): Promise<void> {
  const health = () => desk.call<DeliveryHealth>("agent", "GET", "deliveries/health");
  const { found } = await until(`the team sees that ${channel} fails`, 90, health, (now) =>
    now.failing.some((each) => each.channel === channel),
  );
  const messages = found.failing.find((each) => each.channel === channel)?.messages;
  const log = () => desk.call<DeliveryPage>("owner", "GET", "deliveries?state=waiting");
  const { found: listed } = await until(`the delivery log says why ${channel} fails`, 90, log, ({ deliveries }) =>
    deliveries.some((each) => each.channel === channel && why.test(each.problem ?? "")),
  );
  const problem = listed.deliveries.find((each) => each.channel === channel && each.problem !== null)?.problem;
  scene.agentsSee(`${messages} by ${channel} not delivered; owners: ${problem}`);
  await scene.operatorsSee(
    "front_desk_outbox_messages",
    { channel, state: "waiting" },
    (count) => count > 0,
    "a message was not delivered",
  );
}

/** A name server that takes questions and answers none. Returns what ends it. */
async function openSilent(address: string): Promise<() => void> {
  const socket = createSocket("udp4");
  socket.bind(53, address);
  await once(socket, "listening");
  return () => socket.close();
}

const canMount = () => spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Runs a program whose name server is this one, by mounts of its own. */
function inOwnMounts(scene: Scene, address: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-names-"));
  scene.atEnd(async () => rmSync(folder, { recursive: true }));
  const file = join(folder, "resolv.conf");
  writeFileSync(file, `nameserver ${address}\n`);
  return ["unshare", "--mount", "sh", "-c", `mount --bind ${file} /etc/resolv.conf && exec "$@"`, "sh"];
}

function copiesTo(scene: Scene, s3: Awaited<ReturnType<typeof startS3>>, bucket: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-copies-"));
  scene.atEnd(async () => rmSync(folder, { recursive: true }));
  return {
    BACKUP_DIR: folder,
    BACKUP_EVERY_HOURS: "24",
    BACKUP_PASSPHRASE: owner.password,
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
