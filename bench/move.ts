import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openSigning } from "#server/signing/create-signing.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { openStore } from "#server/open-store.ts";
import type { Bench, Figure } from "./figures.ts";
import { fill } from "./fill.ts";
import { startPostgres } from "./intake/postgres.ts";
import { peakMemoryOf, tellsMemory } from "./server/memory.ts";
import { openWorkplace } from "./server/workplace.ts";

const program = join(import.meta.dirname, "../dist/server/move-cli.js");
const seed = 20_261_122;

/** The time and memory of a transfer in both directions: once, with the largest size. */
export const move: Bench = {
  name: "move",
  async run({ sizes }) {
    const size = Math.max(...sizes);
    const workplace = openWorkplace();
    const { folder, keep } = workplace;
    const postgres = await startPostgres();
    try {
      await onServer(postgres.url, (client) => client.query("create database moved"));
      const database = postgres.url.replace(/postgres$/, "moved");
      const dataDir = join(folder, "data");
      await openSigning({ dataDir, keyFile: undefined });
      const store = await openStore({ dataDir });
      await fill(store, size, {
        seed,
        receivedAt: (number) => 1_700_000_000_000 + number,
        progress: (done) => console.error(`${done} inquiries`),
      });
      await store.close();

      const figures: Figure[] = [];
      const measured = async (name: string, target: string, env: Record<string, string>) => {
        const started = performance.now();
        const flags = ["--disable-warning=ExperimentalWarning"];
        const child = keep(
          spawn(process.execPath, [...flags, program, "--to", target], { env, stdio: ["ignore", "pipe", "inherit"] }),
        );
        let peak = 0;
        const sampling = setInterval(() => (peak = tellsMemory ? peakMemoryOf(child, peak) : peak), 100);
        const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
        clearInterval(sampling);
        if (code !== 0) throw new Error(`the move ${name} failed`);
        const seconds = (performance.now() - started) / 1000;
        figures.push({ name: `${size} inquiries ${name}`, unit: "s", runs: [seconds] });
        if (tellsMemory) figures.push({ name: "  memory at its most", unit: "MB", runs: [peak] });
        return said.split("\n").filter((line) => / [\da-f]{12}$/.test(line));
      };
      const there = await measured("to PostgreSQL", database, { DATA_DIR: dataDir });
      const back = await measured("back", `sqlite:${join(folder, "back")}`, {
        DATA_DIR: dataDir,
        DATABASE_URL: database,
      });
      if (there.join("\n") !== back.join("\n"))
        throw new Error(`the sums differ:\n${there.join("\n")}\n${back.join("\n")}`);
      return { figures, missing: [], growth: [] };
    } finally {
      await postgres.stop();
      await workplace.close();
    }
  },
};
