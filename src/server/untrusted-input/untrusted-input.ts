import { type ChildProcess, fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { second } from "#domain/time/durations.ts";
import type { CheckedFile } from "../inquiries/attachments/check-file.ts";
import { createFairQueue } from "../lib/fair-queue.ts";
import type { ReadMail } from "../incoming-mail/read-mail.ts";

export type UntrustedInput = ReturnType<typeof createUntrustedInput>;

/** Inputs that the process can read; bytes in, plain data out. */
export interface InputJobs {
  mail: { takes: Buffer; gives: ReadMail };
  /** An email of which only the beginning is there. */
  "cut mail": { takes: Buffer; gives: ReadMail };
  /** Null if it cannot be decoded. */
  picture: { takes: Buffer; gives: CheckedFile | null };
  /** A member's picture: a small square, as WebP. Null if it cannot be decoded. */
  portrait: { takes: Buffer; gives: Buffer | null };
}

type Kind = keyof InputJobs;

export interface InputTask {
  id: number;
  kind: Kind;
  input: Buffer;
}

type Answer = { id: number } & ({ ok: true; value: unknown } | { ok: false });

/**
 * Reason for which an input was not read. `busy`: too much waits, try again later; the others are faults of the input.
 */
export type UnreadReason = "too slow" | "too much memory" | "crashed" | "busy";

export type Reading<Value> = { ok: true; value: Value } | { ok: false; reason: UnreadReason };

interface Job {
  kind: Kind;
  input: Buffer;
  /** The sender, since senders take turns. */
  sender: string;
  resolve: (reading: Reading<unknown>) => void;
}

/** Limits of one job. */
interface InputLimits {
  /** Resident memory of the process, in bytes. */
  memory: number;
  /** Processor time, in ms. Not time on the clock: a busy machine is no fault of the input. */
  processorMs: number;
  /** Time on the clock, in ms, for a process that waits. */
  wallMs: number;
}

/** Measured in decision 77: the largest message that is taken needs some 200 MB, and 2 s. */
export const usualLimits: InputLimits = { memory: 256 * 1024 * 1024, processorMs: 5 * second, wallMs: 60 * second };

export const processes = 2;
/** Bytes that wait: two emails of the largest size, and the pictures of all requests, which `file-memory.ts` limits. */
const maxWaitingBytes = (100 + 192) * 1024 * 1024;
/** Milliseconds between two measurements of a running job, which can exceed its memory limit in between. */
const measureEveryMs = 20;
/** Time for which an idle process is kept: it takes some 60 MB, and 300 ms to start. */
const keptIdleMs = 20 * second;

/**
 * Reads what strangers send in child processes, so that no input ends or slows the server: a native fault ends the
 * child alone, and memory outside of the JavaScript heap is limited, too. At most two inputs are read at once; senders
 * take turns, and one that exceeded a limit goes last.
 */
export function createUntrustedInput({
  now = Date.now,
  limits = usualLimits,
}: { now?: () => number; limits?: InputLimits } = {}) {
  const queue = createFairQueue<Job>({ now });
  const children = new Set<Child>();
  let waitingBytes = 0;
  let isClosed = false;

  function takeNext(): Job | undefined {
    const job = queue.next()?.item;
    if (job !== undefined) waitingBytes -= job.input.length;
    return job;
  }

  function startChild(): Child {
    const child = createChild(limits, () => {
      children.delete(child);
      work();
    });
    children.add(child);
    return child;
  }

  async function readIn(child: Child, job: Job): Promise<void> {
    const reading = await child.run(job);
    if (!reading.ok && reading.reason !== "busy") queue.goLast(job.sender);
    job.resolve(reading);
    work();
  }

  function work(): void {
    for (;;) {
      const idle = [...children].find((child) => !child.isBusy());
      if ((idle === undefined && children.size >= processes) || isClosed) return;
      const job = takeNext();
      if (job === undefined) return;
      void readIn(idle ?? startChild(), job);
    }
  }

  return {
    /** Reads one input of a sender (an address, a network; it is compared, nothing else). Never rejects. */
    read<Of extends Kind>(
      kind: Of,
      input: InputJobs[Of]["takes"],
      sender: string,
    ): Promise<Reading<InputJobs[Of]["gives"]>> {
      if (isClosed || (waitingBytes > 0 && waitingBytes + input.length > maxWaitingBytes))
        return Promise.resolve({ ok: false, reason: "busy" });
      waitingBytes += input.length;
      return new Promise((resolve) => {
        // The child answers with what its kind gives.
        queue.push(sender, { kind, input, sender, resolve: resolve as Job["resolve"] });
        work();
      });
    },

    /** Ends the processes; what waits is `busy`. */
    close(): void {
      isClosed = true;
      for (const { resolve } of queue.clear()) resolve({ ok: false, reason: "busy" });
      for (const child of children) child.end();
    },
  };
}

type Child = ReturnType<typeof createChild>;

/** Built beside the server; tests run the source. */
const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
const entry = join(import.meta.dirname, `input-process.${extension}`);

function createChild(limits: InputLimits, ended: () => void) {
  const child = fork(entry, [], {
    // No secret of the server is in its environment, and it may neither write files nor start programs.
    env: { MALLOC_ARENA_MAX: "1", NODE_ENV: process.env["NODE_ENV"] ?? "production" },
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      "--max-semi-space-size=4",
      `--max-old-space-size=${Math.floor(limits.memory / 1024 / 1024)}`,
      "--permission",
      "--allow-addons",
      "--allow-fs-read=*",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  giveWay(child);
  let running: { id: number; finish: (reading: Reading<unknown>) => void } | undefined;
  let count = 0;
  let idle: NodeJS.Timeout | undefined;
  let isEnding = false;
  const end = () => {
    isEnding = true;
    child.kill("SIGKILL");
  };
  child.once("error", end);
  child.once("exit", () => {
    isEnding = true;
    running?.finish(crashed);
    clearTimeout(idle);
    ended();
  });
  child.on("message", (answer: Answer) => {
    if (answer.id === running?.id) running.finish(answer.ok ? { ok: true, value: answer.value } : crashed);
  });

  return {
    end,
    isBusy: () => running !== undefined || isEnding,

    run({ kind, input }: Job): Promise<Reading<unknown>> {
      clearTimeout(idle);
      child.ref();
      child.channel?.ref();
      count += 1;
      const id = count;
      const started = performance.now();
      const before = usageOf(child)?.processorMs ?? 0;
      return new Promise((resolve) => {
        const watch = setInterval(() => {
          const reason = exceeded(child, { before, started }, limits);
          if (reason === undefined) return;
          finish({ ok: false, reason });
          end();
        }, measureEveryMs);
        const finish = (reading: Reading<unknown>) => {
          clearInterval(watch);
          running = undefined;
          child.unref();
          child.channel?.unref();
          // Memory left over from this job must not count against the next one.
          if ((usageOf(child)?.memory ?? 0) > limits.memory / 2) end();
          else idle = setTimeout(end, keptIdleMs).unref();
          resolve(reading);
        };
        running = { id, finish };
        child.send({ id, kind, input } satisfies InputTask, (error) => {
          if (error !== null) finish(crashed);
        });
      });
    },
  };
}

/** Visitors come before emails: with few processors, and where memory runs out, which ends a reader first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const yieldTo of [
    () => setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL),
    () => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"),
  ]) {
    try {
      yieldTo();
    } catch {
      // The system may not allow it, or have no /proc.
    }
  }
}

const crashed: Reading<never> = { ok: false, reason: "crashed" };

function exceeded(
  child: ChildProcess,
  { before, started }: { before: number; started: number },
  { memory, processorMs, wallMs }: InputLimits,
): UnreadReason | undefined {
  const usage = usageOf(child);
  if (usage !== undefined && usage.memory > memory) return "too much memory";
  if (usage !== undefined && usage.processorMs - before > processorMs) return "too slow";
  return performance.now() - started > wallMs ? "too slow" : undefined;
}

/** Clock ticks of a second in /proc: 100 on every Linux that Node runs on (sysconf(_SC_CLK_TCK)). */
const ticksPerSecond = 100;

/**
 * Returns the usage of a process from /proc (proc_pid_stat(5)); undefined on other systems: there only the heap is
 * limited.
 */
function usageOf({ pid }: ChildProcess): { memory: number; processorMs: number } | undefined {
  try {
    // Behind the name of the program, which may hold spaces: fields 3 and more.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user = 0, system = 0] = [fields[11], fields[12]].map(Number);
    const resident = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return { memory: Number(resident ?? 0) * 1024, processorMs: ((user + system) / ticksPerSecond) * second };
  } catch {
    return undefined;
  }
}
