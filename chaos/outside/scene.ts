import { isDeepStrictEqual } from "node:util";
import { seededRandom } from "#domain/testing-random.ts";
import { type Met, answerOf, sendByApi, visit } from "../disk/disk-visits.ts";
import { createChecker, type Kept } from "../lib/check.ts";
import { createLedger, type Sent } from "../lib/ledger.ts";
import { type Desk, openDesk, until } from "./desk.ts";
import type { OutsideFault } from "./outside-faults.ts";

export type Scene = ReturnType<typeof createScene>;

export interface OutsideRow {
  fault: string;
  accepted: number;
  refused: number;
  /** Time of the slowest page, in milliseconds. */
  slowestPage: number;
  /** Symptoms that the team sees, and those that operators see. */
  agents: string;
  operators: string;
  /** The longest that something took to be right again after the fault, in seconds. */
  recovery: number;
  faults: string[];
}

/** A page that takes longer waits for the outside, even on a busy machine. */
const slowestPageMs = 5000;

/** Lets a fault happen to a desk of its own. */
export async function playFault({ name, play }: OutsideFault, { dist, seed }: { dist: string; seed: number }) {
  const scene = createScene(name, dist, seed);
  try {
    await play(scene);
    await scene.compare();
  } catch (error) {
    scene.wrong(error instanceof Error ? error.message : String(error));
    scene.addLog();
  } finally {
    await scene.close();
  }
  return scene.row();
}

function createScene(fault: string, dist: string, seed: number) {
  const ledger = createLedger(seededRandom(seed));
  const met: Met = { accepted: 0, refused: 0, slowestPage: 0, faults: [] };
  const [agents, operators]: [Set<string>, Set<string>] = [new Set(), new Set()];
  const ends: Array<() => Promise<unknown>> = [];
  let recovery = 0;
  let desk: Desk | undefined;
  /** Reads what a desk on PostgreSQL keeps. */
  let readKept: (() => Promise<Kept>) | undefined;

  const opened = (): Desk => {
    if (desk === undefined) throw new Error("no desk is open");
    return desk;
  };

  return {
    async open({
      read,
      ...options
    }: Pick<Parameters<typeof openDesk>[0], "env" | "under" | "uid" | "aheadMs"> & {
      read?: () => Promise<Kept>;
    } = {}): Promise<Desk> {
      readKept = read;
      desk = await openDesk({ dist, ...options });
      return desk;
    },

    /** Called at the end, after the desk is closed. */
    atEnd: (...closing: ReadonlyArray<() => Promise<unknown>>): void => void ends.push(...closing),

    /** Visitors send by the API and the plain form, and open pages. */
    async visit(times: number, { mayRefuse = false } = {}): Promise<void> {
      const before = met.refused;
      for (let count = 0; count < times; count += 1) await visit(opened().server.origin, ledger, met);
      if (met.refused > before && !mayRefuse) met.faults.push(`${met.refused - before} were refused`);
      if (met.refused === before && mayRefuse) met.faults.push("nothing was refused: the fault did not happen");
    },

    /** A visitor sends the plain form that was opened at this signed time. */
    async sendForm(formTime: string): Promise<void> {
      const sent = ledger.next({ hasKey: true });
      const { origin } = opened().server;
      const body = new URLSearchParams({ ...sent.fields, key: sent.key ?? "", formTime });
      const response = await answerOf(`${origin}/contact/message`, {
        method: "POST",
        headers: { origin },
        body,
        redirect: "manual",
      });
      if (formTime === "" || response?.status !== 303) met.faults.push(`the open form answered ${response?.status}`);
      else sent.state = "accepted";
    },

    /** A visitor sends a file by the API. */
    async sendFile({ mayRefuse = false } = {}): Promise<Sent> {
      const sent = ledger.next({ hasKey: true, hasFile: true });
      await sendByApi(opened().server.origin, sent, met);
      if ((sent.state === "refused") !== mayRefuse) met.faults.push(`a file was ${sent.state}`);
      return sent;
    },

    /** A visitor sends a file by the plain form, which has to return all but the file. */
    async refusedForm(): Promise<string> {
      const { origin } = opened().server;
      const sent = ledger.next({ hasKey: true, hasFile: true });
      const body = new FormData();
      for (const [field, value] of Object.entries({ ...sent.fields, key: sent.key ?? "" })) body.set(field, value);
      body.set("attachments", new Blob([new Uint8Array(sent.file ?? [])], { type: "application/pdf" }), "a.pdf");
      const response = await answerOf(`${origin}/contact/message`, { method: "POST", headers: { origin }, body });
      const text = (await response?.text()) ?? "";
      sent.state = "refused";
      if (response?.status !== 503 || response.headers.get("retry-after") === null)
        met.faults.push(`the form with a file answered ${response?.status}`);
      for (const typed of [...Object.values(sent.fields), sent.key ?? ""])
        if (!text.includes(typed)) met.faults.push(`the form with a file has lost "${typed}"`);
      return text;
    },

    /** Forgets an inquiry that the team has erased. */
    forget: (sent: Sent): void => ledger.forget(sent),

    /** Visitors whose inquiries were rejected send them again. */
    async retry(): Promise<void> {
      const again: Met = { ...met, refused: 0, faults: met.faults };
      for (const sent of ledger.all.filter(({ state }) => state === "refused"))
        await sendByApi(opened().server.origin, sent, again);
      if (again.refused > 0) met.faults.push(`${again.refused} were refused after the fault`);
    },

    accepted: (): number => ledger.count("accepted"),

    agentsSee: (text: string): void => void agents.add(text),
    operatorsSaw: (text: string): void => void operators.add(text),

    /** A metric has this value soon, and the log this line. */
    async operatorsSee(
      metric: string,
      labels: Record<string, string>,
      wanted: number | ((value: number) => boolean),
      line?: string,
    ): Promise<void> {
      const isRight = (value: number | undefined) =>
        value !== undefined && (typeof wanted === "number" ? value === wanted : wanted(value));
      const { found } = await until(metric, 15, () => opened().metric(metric, labels), isRight);
      if (line === undefined) return;
      await until(`the log says "${line}"`, 5, async () => opened().logs(line), Boolean);
      operators.add(`${metric} ${found}; log: ${line}`);
    },

    async within(seconds: number, what: string, work: () => Promise<unknown>): Promise<void> {
      const begun = performance.now();
      await work();
      const took = (performance.now() - begun) / 1000;
      if (took > seconds) met.faults.push(`${what} took ${took.toFixed(1)} s`);
    },

    /** Something becomes right by itself after the fault. */
    async recovers<T>(
      seconds: number,
      what: string,
      read: () => Promise<T>,
      wanted: T | ((found: T) => boolean),
    ): Promise<void> {
      const isRight = (found: T) =>
        typeof wanted === "function" ? (wanted as (found: T) => boolean)(found) : isDeepStrictEqual(found, wanted);
      recovery = Math.max(recovery, (await until(what, seconds, read, isRight)).after);
    },

    /** Adds the server's log lines about it, for people who look for the cause. */
    addLog: (): void =>
      void met.faults.push(...(desk?.server.output().match(/^.*"level":[456]0.*$/gm) ?? []).slice(-5)),

    wrong: (text: string): void => void met.faults.push(text),

    /** Kills the desk, and compares its store with what visitors were promised. */
    async compare(): Promise<void> {
      const { server, dataDir } = opened();
      await server.end("SIGKILL");
      const checker = createChecker({ ledger, messages: 0 });
      const isFull = true;
      const checked =
        readKept === undefined ? checker.check(dataDir, { isFull }) : checker.compare(await readKept(), { isFull });
      // The number of notifications is part of each fault.
      met.faults.push(...checked.faults.filter((line) => !/ has \d+ messages instead of /.test(line)));
    },

    async close(): Promise<void> {
      await desk?.close();
      for (const end of ends.toReversed()) await end();
    },

    row(): OutsideRow {
      const { refused, slowestPage, faults } = met;
      const accepted = ledger.count("accepted");
      if (slowestPage > slowestPageMs) faults.push(`a page took ${slowestPage.toFixed(0)} ms`);
      const seen = { agents: [...agents].join("; "), operators: [...operators].join("; ") };
      return { fault, accepted, refused, slowestPage, ...seen, recovery, faults };
    },
  };
}
